import { useEffect, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { setupEndpoints } from '#contract/dashboard/setup.endpoints.ts';
import type { SetupAnswer } from '#contract/dashboard/setup.schema.ts';
import { apiClient } from '#src/session/api.ts';
import { report } from '#src/session/report.ts';
import { ApiProblem, NoNetworkError, type ApiClient } from '#src/sync/api-client.ts';

/** A list that was put away counts as done: its school does not want it any more. */
function areDone({ setup }: SetupAnswer): boolean {
  return setup === null || setup.is_hidden || setup.steps.every(({ is_done }) => is_done);
}

/**
 * True once the school says that its first steps are done, or that it has none. Asked at each page until then. Where they are
 * not the person's to take (`areTheirs`) nothing waits for them.
 */
export function useFirstStepsDone(areTheirs: boolean, api: ApiClient = apiClient): boolean {
  const [isDone, setDone] = useState(false);
  const [openAt, setOpenAt] = useState<string | null>(null);
  const { pathname } = useLocation();
  useEffect(() => {
    if (!areTheirs || isDone || openAt === pathname) return undefined;
    const leaving = new AbortController();
    api.call(setupEndpoints.read, {}, { signal: leaving.signal }).then(
      (answer) => {
        if (leaving.signal.aborted) return;
        if (areDone(answer)) setDone(true);
        else setOpenAt(pathname);
      },
      (error: unknown) => {
        const isOfSchool = error instanceof ApiProblem || error instanceof NoNetworkError;
        if (!leaving.signal.aborted && !isOfSchool) report(error);
      },
    );
    return () => leaving.abort();
  }, [api, areTheirs, isDone, openAt, pathname]);
  return !areTheirs || isDone;
}
