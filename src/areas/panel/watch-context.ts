import { createContext } from 'react';
import type { useWatchCounts } from '#src/features/watch/use-watch-counts.ts';

/** What waits in book monitoring: the panel asks once, for its menu and for the page. */
export const WatchCountsOfPanel = createContext<ReturnType<typeof useWatchCounts>>({
  counts: null,
  reload: () => undefined,
});
