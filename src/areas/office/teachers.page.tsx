import { TeachersScreen } from '#src/features/members/teachers.screen.tsx';
import { memberPlaces } from './member-places.ts';

/** `/admin-school/teachers`: the staff, and who is invited. */
export function TeachersPage() {
  return (
    <TeachersScreen
      newHref={memberPlaces.new}
      memberHref={memberPlaces.profile}
      editHref={memberPlaces.edit}
    />
  );
}
