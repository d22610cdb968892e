import { useParams } from 'react-router-dom';
import { paths } from '#contract/kit/paths.ts';
import { MemberFormScreen } from '#src/features/members/member-form.screen.tsx';
import { BackLink } from '#src/ui/back-link.tsx';

/** `/admin-school/userprofile/{userId?}`: somebody new, or somebody who is changed. */
export function UserFormPage() {
  const { userId } = useParams();
  return (
    <MemberFormScreen userId={userId} breadcrumb={<BackLink to={paths.school.users()}>Users</BackLink>} />
  );
}
