import '#src/ui/classroom-styles.ts';
import { useLocation, useParams } from 'react-router-dom';
import { RegisterScreen } from '#src/features/tenants/register.screen.tsx';
import { schoolInHash, tokenInHash } from '#src/session/link-token.ts';

/** `/register#token=…`, earlier `/register/{token}`, or `/register#school=…&email=…`: how a school comes into being. No device keeps it. */
export function RegisterArea() {
  const { token = null } = useParams();
  const { hash } = useLocation();
  // It stays in the address, so that the page can be opened again after a reload.
  return <RegisterScreen token={tokenInHash(hash) ?? token} named={schoolInHash(hash)} />;
}
