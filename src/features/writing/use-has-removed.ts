import { useCallback } from 'react';
import type { OwnWork } from '#contract/writing/own-rows.schema.ts';
import { writingEndpoints } from '#contract/writing/writing.endpoints.ts';
import { apiClient } from '#src/session/api.ts';
import { useAfterSending } from '#src/session/use-after-sending.ts';
import { useAnswer } from '#src/session/use-answer.ts';
import { useUnreachable } from '#src/session/use-replica.ts';
import type { ApiClient } from '#src/sync/api-client.ts';

const asksOnce = () => undefined;

/**
 * Whether a chapter or page was taken out of a work. The school alone keeps those, so false until it answers.
 * @param hasTakenOut true where one was taken out here since: the school is asked again when it has heard of it
 */
export function useHasRemoved(
  { id, slug }: Pick<OwnWork, 'id' | 'slug'>,
  { hasTakenOut = false, api = apiClient }: { hasTakenOut?: boolean; api?: ApiClient | undefined } = {},
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
  const { value, reload } = useAnswer(load);
  useAfterSending(hasTakenOut ? reload : asksOnce);
  return value === true;
}
