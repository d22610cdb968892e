import { useCallback } from 'react';
import * as v from 'valibot';
import { limits } from '#contract/kit/limits.ts';
import { requestEndpoints } from '#contract/requests/requests.endpoints.ts';
import { requestKinds, requestStates, type RequestState } from '#contract/requests/requests.schema.ts';
import { useAnswer } from '#src/session/use-answer.ts';
import { useKeyedList } from '#src/session/use-list.ts';
import type { ApiClient } from '#src/sync/api-client.ts';
import { useKeysetTrail } from '#src/ui/keyset-trail.ts';
import { useListState } from '#src/ui/list-state.ts';
import { useAddress } from '#src/ui/use-address.ts';
import { useKeysetPages } from '#src/ui/use-keyset-pages.ts';

const keys = ['oldest'];
const oldest = { key: 'oldest', descending: false };
const size = limits.pageDefault;

const State = v.fallback(v.picklist(requestStates), 'open');
const Kind = v.fallback(v.nullable(v.picklist(requestKinds)), null);

/** The requests that the address asks for: `?state=answered&kind=contact&q=ada&after=…`. */
export function useRequests(api: ApiClient) {
  const [address] = useAddress();
  const list = useListState(keys, oldest);
  const trail = useKeysetTrail();
  const state: RequestState = v.parse(State, address.get('state'));
  const kind = v.parse(Kind, address.get('kind'));
  const answer = useKeyedList(
    api,
    requestEndpoints.list,
    { after: trail.after, size },
    { search: list.q, state, ...(kind !== null && { kind }) },
  );
  return { ...answer, list, state, kind, pager: useKeysetPages(answer, trail, size) };
}

/** One request as it was sent. */
export function useRequestDetails(api: ApiClient, id: string) {
  const load = useCallback(
    (signal: AbortSignal) => api.call(requestEndpoints.read, { params: { requestId: id } }, { signal }),
    [api, id],
  );
  return useAnswer(load);
}
