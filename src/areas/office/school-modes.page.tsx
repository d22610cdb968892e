import { SchoolModesScreen } from '#src/features/modes/school-modes.screen.tsx';

/** `/admin-school/school-modes`: which parts of the library the people of the school can pick from. */
export function SchoolModesPage() {
  return <SchoolModesScreen />;
}
