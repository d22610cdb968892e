import { SampleUsersScreen } from '#src/features/members/sample-users.screen.tsx';

/** `/admin-school/new-table`: a table with people who are made up. */
export function NewTablePage() {
  return <SampleUsersScreen />;
}
