import { useCallback } from 'react';
import type { OwnWork } from '#contract/writing/own-rows.schema.ts';
import { writingEndpoints } from '#contract/writing/writing.endpoints.ts';
import { apiClient } from '#src/session/api.ts';
import { useAnswer } from '#src/session/use-answer.ts';
import { useUnreachable } from '#src/session/use-replica.ts';
import type { ApiClient } from '#src/sync/api-client.ts';

/** Whether a chapter or page was taken out of a work. The school alone keeps those, so false until it answers. */
export function useHasRemoved(
  { id, slug }: Pick<OwnWork, 'id' | 'slug'>,
  api: ApiClient = apiClient,
): boolean {
  const isAway = useUnreachable();
  // The school has not heard of a work without a slug.
  const asks = slug !== null && !isAway;
  const load = useCallback(
    async (signal: AbortSignal) => {
      if (!asks) return false;
      const input = { params: { workId: id }, query: { limit: 0 } };
      return (await api.call(writingEndpoints.listRemoved, input, { signal })).count > 0;
    },
    [api, id, asks],
  );
  return useAnswer(load).value === true;
}
