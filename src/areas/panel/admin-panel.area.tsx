import '#src/ui/classroom-styles.ts';
import type { ReactNode } from 'react';
import { useRoutes } from 'react-router-dom';
import type { WatchCounts } from '#contract/monitoring/monitoring.schema.ts';
import { SavedViews } from '#src/features/panel-people/saved-views.tsx';
import { useWatchCounts } from '#src/features/watch/use-watch-counts.ts';
import { ListTools } from '#src/ui/list-frame.tsx';
import { AreaFrame, type MenuBadge } from '../area-frame.tsx';
import { menuOf, routesOf } from '../page-table.tsx';
import { panelPages } from './panel.pages.tsx';
import { WatchCountsOfPanel } from './watch-context.ts';

/** What waits in book monitoring; null where nothing does. */
function badgeOf(counts: WatchCounts | null): MenuBadge | null {
  if (counts === null || counts.waiting === 0) return null;
  const count = counts.waiting === null ? '200+' : String(counts.waiting);
  return {
    count,
    says: counts.overdue === 0 ? 'waiting' : 'waiting, some overdue',
    isUrgent: counts.overdue !== 0,
  };
}

interface AdminPanelAreaProps {
  /** What stands at an address that the area does not have. */
  notFound: ReactNode;
}

/** `/admin-panel`: every school and organization on the platform. */
export function AdminPanelArea({ notFound }: AdminPanelAreaProps) {
  const watch = useWatchCounts();
  const page = useRoutes(routesOf(panelPages, notFound));
  return (
    <ListTools value={<SavedViews />}>
      <WatchCountsOfPanel value={watch}>
        <AreaFrame label="Platform" {...menuOf(panelPages, { watched: badgeOf(watch.counts) })}>
          {page}
        </AreaFrame>
      </WatchCountsOfPanel>
    </ListTools>
  );
}
