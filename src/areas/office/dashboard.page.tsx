import { paths } from '#contract/kit/paths.ts';
import { SchoolDashboardScreen } from '#src/features/dashboard/school-dashboard.screen.tsx';
import { SetupSection } from '#src/features/setup/setup.section.tsx';
import type { SetupPlaces } from '#src/features/setup/setup-steps.rules.ts';
import { writingHref } from '../writing-addresses.ts';
import { dashboardPlaces } from './dashboard-places.ts';

const classes = paths.school.classes();

/** Children and cards come in a class; before there is one, in the list of them. */
function firstSteps(classId: string | null): SetupPlaces {
  const inClass = classId === null ? classes : paths.school.classDetails({ id: classId });
  return {
    brand: paths.school.profile(),
    first_class: classes,
    students: inClass,
    cards: inClass,
    first_story: writingHref,
  };
}

/** `/admin-school/dashboard`: how the school is doing. */
export function DashboardPage() {
  return (
    <SchoolDashboardScreen
      places={dashboardPlaces}
      after={(numbers) => <SetupSection placesOf={firstSteps}>{numbers}</SetupSection>}
    />
  );
}
