import '#src/ui/classroom-styles.ts';
import { useParams } from 'react-router-dom';
import { RegisterScreen } from '#src/features/tenants/register.screen.tsx';

/** `/register`: how a school comes into being. No device keeps it. */
export function RegisterArea() {
  const { token } = useParams();
  return <RegisterScreen token={token ?? null} />;
}
