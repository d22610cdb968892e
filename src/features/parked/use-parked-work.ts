import { useInterval, useWindowEvent } from '@mantine/hooks';
import { useCallback, useEffect, useState } from 'react';
import { parkedEndpoints } from '#contract/sync/grants.endpoints.ts';
import type { ParkedCall } from '#contract/sync/grants.schema.ts';
import { ApiProblem, type ApiClient } from '#src/sync/api-client.ts';

/** Milliseconds between two looks while the list stands there. */
const interval = 60_000;
/** Rows that are shown; the oldest come first. */
const shownAtMost = 50;

export interface ParkedWorkState {
  /** `unreachable`: the school does not answer, and the rows are as they were. `failed`: it did not give them. */
  status: 'loading' | 'ready' | 'unreachable' | 'failed';
  rows: readonly ParkedCall[];
  /** How many there are in all. */
  count: number;
}

type Look = (before: ParkedWorkState) => ParkedWorkState;

async function look(api: ApiClient): Promise<Look> {
  try {
    const { results, count } = await api.call(parkedEndpoints.listParked, { query: { limit: shownAtMost } });
    return () => ({ status: 'ready', rows: results, count });
  } catch (error) {
    const status = error instanceof ApiProblem && error.status !== 401 ? 'failed' : 'unreachable';
    return (before) => ({ ...before, status });
  }
}

/** Changes of children that wait to be looked at, fetched again while somebody looks. */
export function useParkedWork(api: ApiClient): ParkedWorkState & { reload: () => Promise<void> } {
  const [state, setState] = useState<ParkedWorkState>({ status: 'loading', rows: [], count: 0 });

  const reload = useCallback(async () => setState(await look(api)), [api]);

  useEffect(() => {
    let isLeft = false;
    void look(api).then((next) => {
      if (!isLeft) setState(next);
    });
    return () => {
      isLeft = true;
    };
  }, [api]);
  useInterval(
    () => {
      if (document.visibilityState === 'visible') void reload();
    },
    interval,
    { autoInvoke: true },
  );
  useWindowEvent('online', () => void reload());

  return { ...state, reload };
}
