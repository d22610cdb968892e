import { SampleUsersScreen } from '#src/features/samples/sample-users.screen.tsx';

/** `/admin-school/new-table`: a table with people who are made up. */
export function NewTablePage() {
  return <SampleUsersScreen />;
}
