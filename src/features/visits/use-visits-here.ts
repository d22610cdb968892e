import { useInterval } from '@mantine/hooks';
import { useCallback, useEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';
import { visitEndpoints } from '#contract/visits/visits.endpoints.ts';
import { useAnswer } from '#src/session/use-answer.ts';
import type { ApiClient } from '#src/sync/api-client.ts';
import { noteVisitsHere } from './visits-here.store.ts';

const minute = 60_000;

/** Asks who visits, on each page and each minute that somebody looks at it. */
export function useVisitsHere(api: ApiClient) {
  const { pathname } = useLocation();
  const load = useCallback(
    async (signal: AbortSignal) => noteVisitsHere(await api.call(visitEndpoints.readHere, {}, { signal })),
    [api],
  );
  const answer = useAnswer(load);
  const { reload } = answer;
  const askedAt = useRef(pathname);
  useEffect(() => {
    if (askedAt.current === pathname) return;
    askedAt.current = pathname;
    reload();
  }, [pathname, reload]);
  useInterval(
    () => {
      if (document.visibilityState === 'visible') reload();
    },
    minute,
    { autoInvoke: true },
  );
  return answer;
}
