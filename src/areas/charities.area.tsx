import '#src/ui/classroom-styles.ts';
import { useParams } from 'react-router-dom';
import { paths } from '#contract/kit/paths.ts';
import { CauseScreen } from '#src/features/causes/cause.screen.tsx';
import { CausesScreen } from '#src/features/causes/causes.screen.tsx';
import { BackLink } from '#src/ui/back-link.tsx';
import { lazyPage } from '#src/session/late-code.ts';

const Certificates = lazyPage(
  async () => (await import('./certificates/certificates.area.tsx')).CertificatesArea,
);

/** `/charities/`: the causes that books collect for, and each of them; and certificates of what was given to them. */
export function CharitiesArea() {
  const { place, publicId } = useParams();
  if (publicId !== undefined) return <Certificates publicId={publicId} />;
  if (place === undefined) return <CausesScreen />;
  return (
    <CauseScreen key={place} place={place} breadcrumb={<BackLink to={paths.causes()}>Causes</BackLink>} />
  );
}
