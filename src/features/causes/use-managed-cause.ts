import { useCallback } from 'react';
import { causeEndpoints } from '#contract/causes/causes.endpoints.ts';
import { useAnswer } from '#src/session/use-answer.ts';
import type { ApiClient } from '#src/sync/api-client.ts';

/** A cause for who runs it. */
export function useManagedCause(api: ApiClient, id: string) {
  const load = useCallback(
    (signal: AbortSignal) => api.call(causeEndpoints.readOwn, { params: { id } }, { signal }),
    [api, id],
  );
  return useAnswer(load);
}
