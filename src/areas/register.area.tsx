import '#src/ui/classroom-styles.ts';
import { useParams } from 'react-router-dom';
import { RegisterScreen } from '#src/features/tenants/register.screen.tsx';

interface RegisterAreaProps {
  /** Where the platform's own site is, with a slash at its end. */
  platformHref: string;
}

/** `/register`: how a school comes into being. No device keeps it. */
export function RegisterArea({ platformHref }: RegisterAreaProps) {
  const { token } = useParams();
  return <RegisterScreen token={token ?? null} platformHref={platformHref} />;
}
