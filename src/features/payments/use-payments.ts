import { useMemo } from 'react';
import type { Day } from '#contract/kit/day.ts';
import { limits } from '#contract/kit/limits.ts';
import { paymentEndpoints } from '#contract/payments/payments.endpoints.ts';
import type { ListedPayment, PaymentState, ProviderName } from '#contract/payments/payments.schema.ts';
import { readDay } from '#src/lib/days.ts';
import { failureOf } from '#src/session/failure-words.ts';
import { useKeyedList } from '#src/session/use-list.ts';
import type { ApiClient } from '#src/sync/api-client.ts';
import { useKeysetTrail } from '#src/ui/keyset-trail.ts';
import { useListState } from '#src/ui/list-state.ts';
import { notify } from '#src/ui/notify.tsx';
import { useAddress } from '#src/ui/use-address.ts';
import { useKeysetPages } from '#src/ui/use-keyset-pages.ts';
import { paymentStates, providerNames } from './payments.words.ts';

const keys = ['date'];
const latest = { key: 'date', descending: true };
const size = limits.pageDefault;

const isKey = <Key extends string>(words: Readonly<Record<Key, string>>, text: string | null): text is Key =>
  text !== null && Object.hasOwn(words, text);

interface Filters {
  school: string | null;
  state: PaymentState | null;
  provider: ProviderName | null;
  from: Day | null;
  to: Day | null;
}

function wantedBy({ school, state, provider, from, to }: Filters) {
  return {
    ...(school !== null && { tenant_id: school }),
    ...(state !== null && { state }),
    ...(provider !== null && { provider }),
    ...(from !== null && { from }),
    ...(to !== null && { to }),
  };
}

/** Payments as the address asks for them: `?state=waiting&provider=paypal&from=2026-11-01&after=…`. */
export function usePayments(api: ApiClient) {
  const [address] = useAddress();
  const list = useListState(keys, latest);
  const trail = useKeysetTrail();
  const { after } = trail;
  const [stateText, providerText] = [address.get('state'), address.get('provider')];
  const [fromText, toText] = [address.get('from'), address.get('to')];
  const filters = useMemo(
    () => ({
      school: address.get('school'),
      state: isKey<PaymentState>(paymentStates, stateText) ? stateText : null,
      provider: isKey<ProviderName>(providerNames, providerText) ? providerText : null,
      from: readDay(fromText),
      to: readDay(toText),
    }),
    [address, stateText, providerText, fromText, toText],
  );
  const answer = useKeyedList(api, paymentEndpoints.list, { after, size }, wantedBy(filters));
  const { reload } = answer;

  async function check({ id, tenant, number }: ListedPayment): Promise<void> {
    try {
      const { state } = await api.call(paymentEndpoints.check, { params: { tenantId: tenant.id, id } });
      notify.success(`${number}: ${paymentStates[state].toLowerCase()}`);
    } catch (error) {
      notify.error('Nobody could be asked', failureOf(error).text);
    }
    reload();
  }

  return { ...answer, list, filters, pager: useKeysetPages(answer, trail, size), check };
}
