import { useCallback } from 'react';
import type { Endpoint, EndpointInput } from '#contract/kit/endpoint.ts';
import type { ApiClient } from '#src/sync/api-client.ts';
import { useAnswer } from './use-answer.ts';

type Query<E> = EndpointInput<E> extends { query: infer Q } ? Q : never;

/** Which page of a list is wanted, from 1, and how many rows it has. */
export interface Page {
  page: number;
  size: number;
}

/** What a list is narrowed down by, and its order; compared by value, so a new object asks nothing again. */
export type Wanted<E> = Omit<Query<E>, 'limit' | 'offset' | 'after'>;

/** The same function as long as it asks the same: `question` is the query as text. */
function useLoad<E extends Endpoint>(api: ApiClient, endpoint: E, question: string) {
  return useCallback(
    (signal: AbortSignal) => {
      const input: unknown = { query: JSON.parse(question) as unknown };
      return api.call(endpoint, input as EndpointInput<E>, { signal });
    },
    [api, endpoint, question],
  );
}

/**
 * A page of a list by key, as the server answers it now; `useAnswer` says what that brings.
 * @param after from `next` of the page before; null for the first page
 */
export function useKeyedList<E extends Endpoint>(
  api: ApiClient,
  endpoint: E,
  { after, size }: { after: string | null; size: number },
  wanted: Wanted<E>,
) {
  const place = after === null ? {} : { after };
  return useAnswer(useLoad(api, endpoint, JSON.stringify({ ...wanted, limit: size, ...place })));
}

/** For a list by number: what it is asked, as text, and by whom. */
export function useNumbered<E extends Endpoint>(
  api: ApiClient,
  endpoint: E,
  { page, size }: Page,
  wanted: Wanted<E>,
) {
  const question = JSON.stringify({ ...wanted, limit: size, offset: (page - 1) * size });
  return { question, load: useLoad(api, endpoint, question) };
}

/** A numbered page of a list, as the server answers it now; `useAnswer` says what that brings. */
export function useList<E extends Endpoint>(api: ApiClient, endpoint: E, page: Page, wanted: Wanted<E>) {
  return useAnswer(useNumbered(api, endpoint, page, wanted).load);
}
