import { useCallback, useMemo } from 'react';
import * as v from 'valibot';
import { limits } from '#contract/kit/limits.ts';
import { requestEndpoints } from '#contract/requests/requests.endpoints.ts';
import { requestKinds, requestStates, type RequestState } from '#contract/requests/requests.schema.ts';
import { useAnswer } from '#src/session/use-answer.ts';
import type { ApiClient } from '#src/sync/api-client.ts';
import { useListState } from '#src/ui/list-state.ts';
import { useAddress } from '#src/ui/use-address.ts';
import { usePages } from '#src/ui/use-pages.ts';

const keys = ['oldest'];
const oldest = { key: 'oldest', descending: false };
const size = limits.pageDefault;

const State = v.fallback(v.picklist(requestStates), 'open');
const Kind = v.fallback(v.nullable(v.picklist(requestKinds)), null);

/** The requests that the address asks for: `?state=answered&kind=contact&q=ada&page=2`. */
export function useRequests(api: ApiClient) {
  const [address] = useAddress();
  const list = useListState(keys, oldest);
  const { q, page } = list;
  const state: RequestState = v.parse(State, address.get('state'));
  const kind = v.parse(Kind, address.get('kind'));
  const query = useMemo(
    () => ({ search: q, state, limit: size, offset: (page - 1) * size, ...(kind !== null && { kind }) }),
    [q, page, state, kind],
  );
  const load = useCallback(
    (signal: AbortSignal) => api.call(requestEndpoints.list, { query }, { signal }),
    [api, query],
  );
  const answer = useAnswer(load);
  return { ...answer, list, state, kind, size, pages: usePages(answer, list, size) };
}

/** One request as it was sent. */
export function useRequestDetails(api: ApiClient, id: string) {
  const load = useCallback(
    (signal: AbortSignal) => api.call(requestEndpoints.read, { params: { requestId: id } }, { signal }),
    [api, id],
  );
  return useAnswer(load);
}
