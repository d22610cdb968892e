import { useMemo } from 'react';
import { limits } from '#contract/kit/limits.ts';
import { subscriptionEndpoints } from '#contract/subscriptions/subscriptions.endpoints.ts';
import { subscriptionStates } from '#contract/subscriptions/subscriptions.rules.ts';
import { readAllByKey } from '#src/session/all-pages.ts';
import { useKeyedList } from '#src/session/use-list.ts';
import type { ApiClient } from '#src/sync/api-client.ts';
import { useKeysetTrail } from '#src/ui/keyset-trail.ts';
import { useListState } from '#src/ui/list-state.ts';
import { useAddress } from '#src/ui/use-address.ts';
import { useKeysetPages } from '#src/ui/use-keyset-pages.ts';

const keys = ['since'];
const latest = { key: 'since', descending: true };
const size = limits.pageDefault;

/** Who has which plan, as the address asks for it: `?state=grace&plan=…&q=green&after=…`. */
export function useSubscribers(api: ApiClient) {
  const [address] = useAddress();
  const list = useListState(keys, latest);
  const trail = useKeysetTrail();
  const { q } = list;
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
  const answer = useKeyedList(api, subscriptionEndpoints.list, { after: trail.after, size }, wanted);
  return {
    ...answer,
    list,
    state,
    plan,
    pager: useKeysetPages(answer, trail, size),
    readAll: () =>
      readAllByKey(
        (part) => api.call(subscriptionEndpoints.list, { query: { ...wanted, ...part } }),
        limits.moneyRowsPerCall,
      ),
  };
}
