import { useLocation, useParams } from 'react-router-dom';
import { AcceptInvitationScreen } from '#src/features/members/accept-invitation.screen.tsx';
import { tokenInHash } from '#src/session/link-token.ts';

/** `/accept-invitation/#token=…`, and `/accept-invitation/{token}` after signing in and in earlier e-mail. It needs the network anyway, so that no device keeps it for children. */
export function AcceptInvitationPage() {
  const { token } = useParams();
  const { hash } = useLocation();
  // It stays in the address, so that the page can be opened again after a reload.
  return <AcceptInvitationScreen token={tokenInHash(hash) ?? token} />;
}
