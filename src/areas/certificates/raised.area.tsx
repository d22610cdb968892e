import type { ReactNode } from 'react';
import { RaisedCertificateButton } from '#src/features/certificates/raised-certificate.button.tsx';
import { RaisedScreen } from '#src/features/causes/raised.screen.tsx';

/** `/dashboard?option=Money I Have Raised`, of a child and of staff. */
export function RaisedArea({ isStaff, breadcrumb }: { isStaff: boolean; breadcrumb: ReactNode }) {
  return (
    <RaisedScreen
      isStaff={isStaff}
      renderCertificate={(work) => <RaisedCertificateButton work={work} cause={work.cause} />}
      breadcrumb={breadcrumb}
    />
  );
}
