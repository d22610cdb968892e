import type { ReactNode } from 'react';
import { apiClient } from '#src/session/api.ts';
import type { ApiClient } from '#src/sync/api-client.ts';
import { Screen } from '#src/ui/screen.tsx';
import { Tabs } from '#src/ui/tabs.tsx';
import { useAddress } from '#src/ui/use-address.ts';
import { CauseSharesSection } from './cause-shares.section.tsx';
import { SalesSection } from './sales.section.tsx';
import { ShopSection } from './shop.section.tsx';

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
