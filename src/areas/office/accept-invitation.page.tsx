import { useParams } from 'react-router-dom';
import { AcceptInvitationScreen } from '#src/features/members/accept-invitation.screen.tsx';

/** `/accept-invitation/{token?}`. It needs the network anyway, so that no device keeps it for children. */
export function AcceptInvitationPage() {
  const { token } = useParams();
  return <AcceptInvitationScreen token={token} />;
}
