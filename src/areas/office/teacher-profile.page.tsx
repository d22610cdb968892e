import { useParams } from 'react-router-dom';
import { MemberProfileScreen } from '#src/features/members/member-profile.screen.tsx';
import { ParentLink } from '../page-table.tsx';

/** `/admin-school/teacher/{id}/profile`. */
export function TeacherProfilePage() {
  const { id = '' } = useParams();
  return <MemberProfileScreen key={id} userId={id} breadcrumb={<ParentLink />} />;
}
