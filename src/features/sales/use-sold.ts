import { useMemo } from 'react';
import { orderEndpoints } from '#contract/orders/orders.endpoints.ts';
import { soldEndpoints } from '#contract/orders/sold.endpoints.ts';
import type { SoldLine } from '#contract/orders/orders.schema.ts';
import type { Fulfilment } from '#contract/orders/orders.rules.ts';
import { limits } from '#contract/kit/limits.ts';
import { readAllByKey } from '#src/session/all-pages.ts';
import { failureOf } from '#src/session/failure-words.ts';
import { useKeyedList } from '#src/session/use-list.ts';
import type { ApiClient } from '#src/sync/api-client.ts';
import { useKeysetTrail } from '#src/ui/keyset-trail.ts';
import { useListState } from '#src/ui/list-state.ts';
import { notify } from '#src/ui/notify.tsx';
import { useAddress } from '#src/ui/use-address.ts';
import { useKeysetPages } from '#src/ui/use-keyset-pages.ts';
import { fulfilmentWords } from './sales.words.ts';

const keys = ['date'];
const latest = { key: 'date', descending: true };
const size = limits.pageDefault;

/** Steps at which the office has something to do with a printed book. */
export const printSteps = ['to_make', 'made', 'sent'] as const;

/** What was sold, as the address asks for it: `?print=to_make&after=…`. */
export function useSold(api: ApiClient) {
  const [address] = useAddress();
  const list = useListState(keys, latest);
  const trail = useKeysetTrail();
  const print = printSteps.find((step) => step === address.get('print')) ?? null;
  const wanted = useMemo(() => (print === null ? {} : { fulfilment: print }), [print]);
  const answer = useKeyedList(api, soldEndpoints.list, { after: trail.after, size }, wanted);
  const { reload } = answer;

  /** The answer says what became of it; a line that somebody else moved is shown as it is now. */
  async function fulfil(line: SoldLine, fulfilment: Fulfilment): Promise<void> {
    try {
      await api.call(orderEndpoints.fulfil, {
        params: { id: line.order_id, line: line.id },
        body: { fulfilment },
      });
      notify.success(`${line.title}: ${fulfilmentWords[fulfilment].toLowerCase()}`);
    } catch (error) {
      notify.error('This could not be changed', failureOf(error).text);
    }
    reload();
  }

  return {
    ...answer,
    list,
    print,
    pager: useKeysetPages(answer, trail, size),
    fulfil,
    readAll: () =>
      readAllByKey(
        (part) => api.call(soldEndpoints.list, { query: { ...wanted, ...part } }),
        limits.moneyRowsPerCall,
      ),
  };
}
