import { VerificationScreen } from '#src/features/members/verification.screen.tsx';

/** `/verification/`. It needs the network anyway, so that no device keeps it for children. */
export function VerificationPage() {
  return <VerificationScreen />;
}
