import { useParams } from 'react-router-dom';
import { MemberFormScreen } from '#src/features/members/member-form.screen.tsx';
import { BackLink } from '#src/ui/back-link.tsx';
import { memberPlaces } from './member-places.ts';

/** `/admin-school/userprofile/{userId?}`: somebody new, or somebody who is changed. */
export function UserFormPage() {
  const { userId } = useParams();
  return (
    <MemberFormScreen
      userId={userId}
      listHref={memberPlaces.users}
      memberHref={memberPlaces.profile}
      breadcrumb={<BackLink to={memberPlaces.users}>Users</BackLink>}
    />
  );
}
