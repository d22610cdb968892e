import { PeopleNumbersScreen } from '#src/features/panel-people/people-numbers.screen.tsx';
import { PlatformDashboardScreen } from '#src/features/panel-people/platform-dashboard.screen.tsx';
import { WorkNumbersScreen } from '#src/features/panel-works/work-numbers.screen.tsx';

/** Pages with charts, whose library is in no part that a device keeps: apart from the pages for staff. */
export function PlatformNumbersPage({ page }: { page: 'dashboard' | 'people' | 'books' }) {
  if (page === 'books') return <WorkNumbersScreen />;
  return page === 'dashboard' ? <PlatformDashboardScreen /> : <PeopleNumbersScreen />;
}
