import '#src/ui/classroom-styles.ts';
import { useEffect } from 'react';
import { paths } from '#contract/kit/paths.ts';
import { runsClasses } from '#contract/kit/roles.ts';
import { CertificateScreen } from '#src/features/certificates/certificate.screen.tsx';
import { askToKeep } from '#src/session/keep-part.ts';
import { useForgottenAfterOrders } from '#src/session/order-pass.ts';
import { useUser } from '#src/session/use-session.ts';
import { BackLink } from '#src/ui/back-link.tsx';
import { useWayBack } from '#src/ui/way-back.ts';

/** `/certificates/{id}`: for anyone who was given the address. */
export function CertificatesArea({ publicId }: { publicId: string }) {
  const user = useUser();
  const back = useWayBack();
  const role = user?.role;
  useEffect(() => void askToKeep('certificates'), []);
  useForgottenAfterOrders();
  return (
    <CertificateScreen
      publicId={publicId}
      breadcrumb={
        (role === 'student' || back !== null) && <BackLink to={paths.dashboard()}>My page</BackLink>
      }
      mayWithdraw={({ kind }) =>
        role === 'school_admin' ||
        role === 'organization_admin' ||
        (kind !== 'giving' && role !== undefined && runsClasses(role))
      }
    />
  );
}
