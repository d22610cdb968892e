import { useCallback } from 'react';
import { monitoringEndpoints } from '#contract/monitoring/monitoring.endpoints.ts';
import { monitoringProblems } from '#contract/monitoring/monitoring.problems.ts';
import type { WatchItem } from '#contract/monitoring/monitoring.schema.ts';
import { useAnswer } from '#src/session/use-answer.ts';
import { ApiProblem, type ApiClient } from '#src/sync/api-client.ts';

/** Where a work in monitoring stands. */
export interface WatchPlace {
  tenantId: string;
  workId: string;
}

export const isAwaited = ({ state }: Pick<WatchItem, 'state'>) => state === 'waiting' || state === 'asked';

const isClaimed = (error: unknown) =>
  error instanceof ApiProblem && error.code === monitoringProblems.claimed.code;

/** One work in monitoring. Whoever opens one that waits has it for a quarter of an hour, unless somebody else has. */
export function useWatchItem(api: ApiClient, { tenantId, workId }: WatchPlace) {
  return useAnswer(
    useCallback(
      async (signal: AbortSignal): Promise<WatchItem> => {
        const params = { tenantId, workId };
        const read = () => api.call(monitoringEndpoints.read, { params }, { signal });
        const item = await read();
        if (!isAwaited(item) || item.claim?.is_mine === false) return item;
        try {
          await api.call(monitoringEndpoints.claim, { params }, { signal });
        } catch (error) {
          // Between the two calls somebody else opened it.
          if (isClaimed(error)) return await read();
          throw error;
        }
        return item;
      },
      [api, tenantId, workId],
    ),
  );
}
