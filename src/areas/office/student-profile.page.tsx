import { useParams, useSearchParams } from 'react-router-dom';
import { LoginInfo } from '#src/features/cards/login-info.tsx';
import { StudentCards } from '#src/features/cards/student-cards.tsx';
import { PermissionsSection } from '#src/features/permissions/permissions.section.tsx';
import { StudentProfileScreen } from '#src/features/students/student-profile.screen.tsx';
import { Gate } from '../classroom.tsx';

/** One student, with how they sign in; named by the path, or by the query of the dashboard. */
export function StudentProfilePage() {
  const { userId } = useParams();
  const [address] = useSearchParams();
  const id = userId ?? address.get('student') ?? undefined;
  return (
    <Gate title="Student">
      <StudentCards>
        {(openCard) => (
          <StudentProfileScreen
            // Another student is another page: nothing typed or shown of the last one stays.
            key={id}
            id={id}
            onLoginCard={openCard}
            loginInfo={(student) => <LoginInfo student={student} />}
            permissions={(student) => <PermissionsSection studentId={student.id} />}
          />
        )}
      </StudentCards>
    </Gate>
  );
}
