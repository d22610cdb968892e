import { useParams } from 'react-router-dom';
import { MemberFormScreen } from '#src/features/members/member-form.screen.tsx';
import { ParentLink } from '../page-table.tsx';

/** `/admin-school/userprofile/{userId?}`: somebody new, or somebody who is changed. */
export function UserFormPage() {
  const { userId } = useParams();
  return <MemberFormScreen userId={userId} breadcrumb={<ParentLink />} />;
}
