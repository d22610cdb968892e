import { useCallback } from 'react';
import type { Endpoint, EndpointInput } from '#contract/kit/endpoint.ts';
import type { ApiClient } from '#src/sync/api-client.ts';
import { useAnswer } from './use-answer.ts';

type Query<E> = EndpointInput<E> extends { query: infer Q } ? Q : never;

/**
 * A numbered page of a list, as the server answers it now; `useAnswer` says what that brings.
 * @param page from 1
 * @param size rows of a page
 * @param wanted filters, search and order; compared by value, so a new object asks nothing again
 */
export function useList<E extends Endpoint>(
  api: ApiClient,
  endpoint: E,
  { page, size }: { page: number; size: number },
  wanted: Omit<Query<E>, 'limit' | 'offset'>,
) {
  const query = JSON.stringify({ ...wanted, limit: size, offset: (page - 1) * size });
  const load = useCallback(
    (signal: AbortSignal) => {
      const input: unknown = { query: JSON.parse(query) as unknown };
      return api.call(endpoint, input as EndpointInput<E>, { signal });
    },
    [api, endpoint, query],
  );
  return useAnswer(load);
}
