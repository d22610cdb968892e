import { paths } from '#contract/kit/paths.ts';
import { SchoolDashboardScreen } from '#src/features/dashboard/school-dashboard.screen.tsx';
import { SetupSection } from '#src/features/dashboard/setup.section.tsx';
import type { SetupPlaces } from '#src/features/dashboard/setup-steps.rules.ts';
import { dashboardPlaces } from './dashboard-places.ts';

const createClass = paths.school.classes({ do: 'class' });

/** Each opens the thing itself. Children and cards come in a class; before there is one, it is made. */
function firstSteps(classId: string | null): SetupPlaces {
  const inClass = (what: string) =>
    classId === null ? createClass : paths.school.classDetails({ id: classId, do: what });
  return {
    brand: paths.school.profile({ do: 'brand' }),
    first_class: classId === null ? createClass : paths.school.classes(),
    students: inClass('students'),
    cards: inClass('cards'),
    teacher: paths.school.teachers({ do: 'invite' }),
    first_story: paths.stories({ do: 'begin' }),
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
