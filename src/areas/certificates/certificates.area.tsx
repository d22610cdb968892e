import '#src/ui/classroom-styles.ts';
import { useEffect } from 'react';
import { runsClasses } from '#contract/kit/roles.ts';
import { CertificateScreen } from '#src/features/certificates/certificate.screen.tsx';
import { askToKeep } from '#src/session/keep-part.ts';
import { useUser } from '#src/session/use-session.ts';

/** `/certificates/{id}`: for anyone who was given the address. */
export function CertificatesArea({ publicId }: { publicId: string }) {
  const user = useUser();
  const role = user?.role;
  useEffect(() => void askToKeep('certificates'), []);
  return (
    <CertificateScreen
      publicId={publicId}
      mayWithdraw={({ kind }) =>
        role === 'school_admin' ||
        role === 'organization_admin' ||
        (kind !== 'giving' && role !== undefined && runsClasses(role))
      }
    />
  );
}
