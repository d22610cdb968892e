import { UsersScreen } from '#src/features/members/users.screen.tsx';
import { memberPlaces } from './member-places.ts';

/** `/admin-school/users`: everybody of the school; children have a page of their own. */
export function UsersPage() {
  return (
    <UsersScreen
      newHref={memberPlaces.new}
      studentsHref={memberPlaces.students}
      memberHref={memberPlaces.profile}
      editHref={memberPlaces.edit}
    />
  );
}
