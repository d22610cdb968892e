import { type ReactNode, useCallback } from 'react';
import { Skeleton } from '@mantine/core';
import { causeEndpoints } from '#contract/causes/causes.endpoints.ts';
import { shopEndpoints } from '#contract/orders/orders.endpoints.ts';
import { limits } from '#contract/kit/limits.ts';
import { apiClient } from '#src/session/api.ts';
import type { ApiClient } from '#src/sync/api-client.ts';
import { Screen } from '#src/ui/screen.tsx';
import { Tabs } from '#src/ui/tabs.tsx';
import { useAddress } from '#src/ui/use-address.ts';
import { asSoonAsReached } from '#src/lib/reach-words.ts';
import { useAnswer } from '#src/session/use-answer.ts';
import { AnswerMissing } from '#src/ui/answer-missing.tsx';
import { CauseSharesSection } from './cause-shares.section.tsx';
import { SalesSection } from './sales.section.tsx';
import { ShopForm } from './shop.form.tsx';

/** The shop of the school, as its office sets it. */
function ShopSection({ api }: { api: ApiClient }) {
  const load = useCallback(
    async (signal: AbortSignal) => {
      const [shop, causes] = await Promise.all([
        api.call(shopEndpoints.read, {}, { signal }),
        api.call(causeEndpoints.list, { query: { limit: limits.pageMaximum } }, { signal }),
      ]);
      return { shop, causes: causes.results };
    },
    [api],
  );
  const { status, value, isGone, busy, reload } = useAnswer(load);
  if (value)
    // Another currency or cause that was saved is what the form begins with from then on.
    return <ShopForm shop={value.shop} causes={value.causes} api={api} onSaved={reload} />;
  if (status === 'loading') return <Skeleton height={320} role="status" aria-label="Loading" />;
  return (
    <AnswerMissing
      status={status === 'unreachable' ? 'unreachable' : 'failed'}
      busy={busy}
      isGone={isGone}
      failed="The shop could not be fetched"
      unreachable={`The prices of your shop show up here ${asSoonAsReached}.`}
      onRetry={reload}
    />
  );
}

const tabs = [
  { tab: 'sales', label: 'Sales', to: '?' },
  { tab: 'causes', label: 'Causes', to: '?tab=causes' },
  { tab: 'payouts', label: 'Payouts', to: '?tab=payouts' },
  { tab: 'shop', label: 'Shop', to: '?tab=shop' },
] as const;

/** `/admin-school/donations`: what was sold, what it raised, what of it was paid out (`payouts`), and the shop itself. */
export function BookSalesScreen({ payouts, api = apiClient }: { payouts: ReactNode; api?: ApiClient }) {
  const [address] = useAddress();
  const shown = tabs.find(({ tab }) => tab === address.get('tab'))?.tab ?? 'sales';
  return (
    <Screen title="Book Sales" description="What families and visitors buy, and what it costs.">
      <Tabs label="Book Sales" shown={shown} tabs={tabs} />
      {shown === 'sales' && <SalesSection api={api} />}
      {shown === 'causes' && <CauseSharesSection api={api} />}
      {shown === 'payouts' && payouts}
      {shown === 'shop' && <ShopSection api={api} />}
    </Screen>
  );
}
