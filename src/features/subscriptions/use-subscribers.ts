import { useMemo } from 'react';
import { limits } from '#contract/kit/limits.ts';
import { subscriptionEndpoints } from '#contract/subscriptions/subscriptions.endpoints.ts';
import { subscriptionStates } from '#contract/subscriptions/subscriptions.rules.ts';
import { readAllPages } from '#src/session/all-pages.ts';
import { useList } from '#src/session/use-list.ts';
import type { ApiClient } from '#src/sync/api-client.ts';
import { useListState } from '#src/ui/list-state.ts';
import { useAddress } from '#src/ui/use-address.ts';
import { usePages } from '#src/ui/use-pages.ts';

const keys = ['since'];
const latest = { key: 'since', descending: true };
const size = limits.pageDefault;

/** Who has which plan, as the address asks for it: `?state=grace&plan=…&q=green&page=2`. */
export function useSubscribers(api: ApiClient) {
  const [address] = useAddress();
  const list = useListState(keys, latest);
  const { page, q } = list;
  const state = subscriptionStates.find((each) => each === address.get('state')) ?? null;
  const plan = address.get('plan');
  const wanted = useMemo(
    () => ({
      search: q,
      ...(state !== null && { state }),
      ...(plan !== null && { plan_id: plan }),
    }),
    [q, state, plan],
  );
  const answer = useList(api, subscriptionEndpoints.list, { page, size }, wanted);
  return {
    ...answer,
    list,
    state,
    plan,
    size,
    pages: usePages(answer, list, size),
    readAll: () =>
      readAllPages(
        (part) => api.call(subscriptionEndpoints.list, { query: { ...wanted, ...part } }),
        limits.moneyRowsPerCall,
      ),
  };
}
