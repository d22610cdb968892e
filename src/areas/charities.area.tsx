import '#src/ui/classroom-styles.ts';
import { lazy } from 'react';
import { useParams } from 'react-router-dom';
import { paths } from '#contract/kit/paths.ts';
import { CauseScreen } from '#src/features/causes/cause.screen.tsx';
import { CausesScreen } from '#src/features/causes/causes.screen.tsx';
import { useUser } from '#src/session/use-session.ts';
import { BackLink } from '#src/ui/back-link.tsx';

const Certificates = lazy(async () => ({
  default: (await import('./certificates.area.tsx')).CertificatesArea,
}));

const listHref = paths.causes();
const causeHref = ({ slug }: { slug: string }) => paths.causes({ place: slug });
const workHref = ({ slug }: { slug: string }) => paths.work({ id: slug });
const giveHref = ({ id }: { id: string }) => paths.checkout({ give: id });

/** `/charities/`: the causes that books collect for, and each of them; and certificates of what was given to them. */
export function CharitiesArea() {
  const { place, publicId } = useParams();
  const user = useUser();
  if (publicId !== undefined) return <Certificates publicId={publicId} />;
  if (place === undefined) return <CausesScreen causeHref={causeHref} />;
  return (
    <CauseScreen
      key={place}
      place={place}
      listHref={listHref}
      breadcrumb={<BackLink to={listHref}>Causes</BackLink>}
      workHref={workHref}
      // Children buy nothing.
      giveHref={user?.role === 'student' ? null : giveHref}
    />
  );
}
