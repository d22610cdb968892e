import { TeachersScreen } from '#src/features/members/teachers.screen.tsx';

/** `/admin-school/teachers`: the staff, and who is invited. */
export function TeachersPage() {
  return <TeachersScreen />;
}
