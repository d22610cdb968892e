import { useParams } from 'react-router-dom';
import { paths } from '#contract/kit/paths.ts';
import { CauseFormScreen } from '#src/features/causes/cause-form.screen.tsx';
import { CausesSummaryScreen } from '#src/features/causes/causes-summary.screen.tsx';
import { ManagedCauseScreen } from '#src/features/causes/managed-cause.screen.tsx';
import { OwnCausesScreen } from '#src/features/causes/own-causes.screen.tsx';
import { BackLink } from '#src/ui/back-link.tsx';
import { platformCauses, type CausePlaces } from './cause-places.ts';

interface CausesPageProps {
  page: 'list' | 'view' | 'form' | 'summary';
  places: CausePlaces;
}

/** The causes that one runs: of a school, or for the platform of all schools. */
export function CausesPage({ page, places }: CausesPageProps) {
  const { charityId } = useParams();
  const { isPlatform, list, edit, view } = places;
  const breadcrumb = <BackLink to={list}>Causes</BackLink>;
  if (page === 'summary')
    return (
      <CausesSummaryScreen
        listHref={(state) => paths.platform.causes(state && { state })}
        viewHref={platformCauses.view}
      />
    );
  if (page === 'form')
    return (
      <CauseFormScreen
        causeId={charityId}
        isPlatform={isPlatform}
        listHref={list}
        viewHref={view}
        breadcrumb={breadcrumb}
      />
    );
  if (page === 'view' && charityId !== undefined)
    return (
      <ManagedCauseScreen
        key={charityId}
        causeId={charityId}
        isPlatform={isPlatform}
        listHref={list}
        editHref={edit}
        publicHref={({ slug }) => paths.causes({ place: slug })}
        breadcrumb={breadcrumb}
      />
    );
  return <OwnCausesScreen isPlatform={isPlatform} newHref={places.new} editHref={edit} viewHref={view} />;
}
