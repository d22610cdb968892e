import { useCallback, useMemo } from 'react';
import { causeEndpoints } from '#contract/causes/causes.endpoints.ts';
import { limits } from '#contract/kit/limits.ts';
import { soldEndpoints } from '#contract/orders/sold.endpoints.ts';
import { saleStates } from '#contract/orders/sold.schema.ts';
import { readDay } from '#src/lib/days.ts';
import { readAllByKey } from '#src/session/all-pages.ts';
import { useAnswer } from '#src/session/use-answer.ts';
import { useKeyedList } from '#src/session/use-list.ts';
import type { ApiClient } from '#src/sync/api-client.ts';
import { useKeysetTrail } from '#src/ui/keyset-trail.ts';
import { useListState } from '#src/ui/list-state.ts';
import { useAddress } from '#src/ui/use-address.ts';
import { useKeysetPages } from '#src/ui/use-keyset-pages.ts';

const keys = ['date'];
const latest = { key: 'date', descending: true };
const size = limits.pageDefault;

/** Sales of all schools as the address asks for them: `?school=…&cause=…&state=given_back&from=2026-11-01&after=…`. */
export function useAllSold(api: ApiClient) {
  const [address] = useAddress();
  const list = useListState(keys, latest);
  const trail = useKeysetTrail();
  const [schoolId, causeId] = [address.get('school'), address.get('cause')];
  const [fromText, toText] = [address.get('from'), address.get('to')];
  const stateText = address.get('state');
  // By what the filters say and not by the address: a page turn leaves the sums alone.
  const filters = useMemo(
    () => ({
      school: schoolId,
      cause: causeId,
      state: saleStates.find((each) => each === stateText) ?? null,
      from: readDay(fromText),
      to: readDay(toText),
    }),
    [schoolId, causeId, stateText, fromText, toText],
  );
  const wanted = useMemo(() => {
    const { school, cause, state, from, to } = filters;
    return {
      ...(school !== null && { tenant_id: school }),
      ...(cause !== null && { cause_id: cause }),
      ...(state !== null && { state }),
      ...(from !== null && { from }),
      ...(to !== null && { to }),
    };
  }, [filters]);
  const loadSums = useCallback(
    (signal: AbortSignal) => api.call(soldEndpoints.sum, { query: wanted }, { signal }),
    [api, wanted],
  );
  const loadCauses = useCallback(
    (signal: AbortSignal) =>
      api.call(
        causeEndpoints.listOwn,
        { query: { search: '', limit: limits.pageMaximum, offset: 0 } },
        { signal },
      ),
    [api],
  );
  const answer = useKeyedList(api, soldEndpoints.list, { after: trail.after, size }, wanted);
  const sums = useAnswer(loadSums);
  const causes = useAnswer(loadCauses);
  return {
    ...answer,
    reload: () => {
      answer.reload();
      sums.reload();
    },
    list,
    filters,
    pager: useKeysetPages(answer, trail, size),
    sums,
    causes: causes.value?.results.map(({ id, name }) => ({ value: id, label: name })) ?? [],
    readAll: () =>
      readAllByKey(
        (part) => api.call(soldEndpoints.list, { query: { ...wanted, ...part } }),
        limits.moneyRowsPerCall,
      ),
  };
}
