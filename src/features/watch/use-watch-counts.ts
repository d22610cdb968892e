import { useCallback, useEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';
import { monitoringEndpoints } from '#contract/monitoring/monitoring.endpoints.ts';
import { apiClient } from '#src/session/api.ts';
import { useAnswer } from '#src/session/use-answer.ts';
import type { ApiClient } from '#src/sync/api-client.ts';

/** How much is in monitoring, counted again on each page of the panel; null until that is known. */
export function useWatchCounts(api: ApiClient = apiClient) {
  const { pathname } = useLocation();
  const load = useCallback(
    (signal: AbortSignal) => api.call(monitoringEndpoints.count, {}, { signal }),
    [api],
  );
  const { value, reload } = useAnswer(load);
  const countedAt = useRef(pathname);
  useEffect(() => {
    if (countedAt.current === pathname) return;
    countedAt.current = pathname;
    reload();
  }, [pathname, reload]);
  return { counts: value, reload };
}
