import { LettersSection } from '#src/features/mail/letters.section.tsx';
import { UsersScreen } from '#src/features/members/users.screen.tsx';
import { useUser } from '#src/session/use-session.ts';
import { memberPlaces } from './member-places.ts';

/** `/admin-school/users`: everybody of the school, and its e-mail; children have a page of their own. */
export function UsersPage() {
  const isOfSchool = useUser()?.role === 'school_admin';
  return (
    <UsersScreen
      newHref={memberPlaces.new}
      studentsHref={memberPlaces.students}
      memberHref={memberPlaces.profile}
      editHref={memberPlaces.edit}
      mail={isOfSchool ? <LettersSection /> : null}
    />
  );
}
