import { useParams } from 'react-router-dom';
import { paths } from '#contract/kit/paths.ts';
import { MemberProfileScreen } from '#src/features/members/member-profile.screen.tsx';
import { BackLink } from '#src/ui/back-link.tsx';

/** `/admin-school/teacher/{id}/profile`. */
export function TeacherProfilePage() {
  const { id = '' } = useParams();
  return (
    <MemberProfileScreen
      key={id}
      userId={id}
      breadcrumb={<BackLink to={paths.school.teachers()}>Admin/Teachers</BackLink>}
    />
  );
}
