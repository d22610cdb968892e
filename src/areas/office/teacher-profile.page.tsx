import { useParams } from 'react-router-dom';
import { MemberProfileScreen } from '#src/features/members/member-profile.screen.tsx';
import { BackLink } from '#src/ui/back-link.tsx';
import { memberPlaces } from './member-places.ts';

/** `/admin-school/teacher/{id}/profile`. */
export function TeacherProfilePage() {
  const { id = '' } = useParams();
  return (
    <MemberProfileScreen
      key={id}
      userId={id}
      editHref={memberPlaces.edit}
      classHref={memberPlaces.schoolClass}
      breadcrumb={<BackLink to={memberPlaces.list}>Admin/Teachers</BackLink>}
    />
  );
}
