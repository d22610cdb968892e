import { useParams } from 'react-router-dom';
import { CauseFormScreen } from '#src/features/causes/cause-form.screen.tsx';
import { CausesSummaryScreen } from '#src/features/causes/causes-summary.screen.tsx';
import { ManagedCauseScreen } from '#src/features/causes/managed-cause.screen.tsx';
import { OwnCausesScreen } from '#src/features/causes/own-causes.screen.tsx';
import type { causePlaces } from '#src/features/causes/cause-places.ts';
import { ParentLink } from '../page-table.tsx';

interface CausesPageProps {
  page: 'list' | 'view' | 'form' | 'summary';
  places: ReturnType<typeof causePlaces>;
}

/** The causes that one runs: of a school, or for the platform of all schools. */
export function CausesPage({ page, places }: CausesPageProps) {
  const { charityId } = useParams();
  const { isPlatform } = places;
  const breadcrumb = <ParentLink />;
  if (page === 'summary') return <CausesSummaryScreen />;
  if (page === 'form')
    return <CauseFormScreen causeId={charityId} isPlatform={isPlatform} breadcrumb={breadcrumb} />;
  if (page === 'view' && charityId !== undefined)
    return (
      <ManagedCauseScreen
        key={charityId}
        causeId={charityId}
        isPlatform={isPlatform}
        breadcrumb={breadcrumb}
      />
    );
  return <OwnCausesScreen isPlatform={isPlatform} breadcrumb={isPlatform && breadcrumb} />;
}
