import { LettersSection } from '#src/features/mail/letters.section.tsx';
import { UsersScreen } from '#src/features/members/users.screen.tsx';
import { useUser } from '#src/session/use-session.ts';

/** `/admin-school/users`: everybody of the school, and its e-mail; children have a page of their own. */
export function UsersPage() {
  const isOfSchool = useUser()?.role === 'school_admin';
  return <UsersScreen mail={isOfSchool ? <LettersSection /> : null} />;
}
