import { apiClient } from '#src/session/api.ts';
import type { ApiClient } from '#src/sync/api-client.ts';
import { Screen } from '#src/ui/screen.tsx';
import { useAddress } from '#src/ui/use-address.ts';
import { OrdersSection } from './orders.section.tsx';
import { SellerSection } from './seller.section.tsx';
import { Tabs } from '#src/ui/tabs.tsx';

const tabs = [
  { tab: 'orders', label: 'Orders', to: '?' },
  { tab: 'seller', label: 'Seller and tax', to: '?tab=seller' },
] as const;

/** `/admin-panel/orders`: orders of all schools, and who sells with which taxes. */
export function OrdersScreen({ api = apiClient }: { api?: ApiClient }) {
  const [address] = useAddress();
  const shown = address.get('tab') === 'seller' ? 'seller' : 'orders';
  return (
    <Screen title="Orders" description="What is bought at all schools, and who sells it.">
      <Tabs label="Orders" shown={shown} tabs={tabs} />
      {shown === 'seller' ? <SellerSection api={api} /> : <OrdersSection api={api} />}
    </Screen>
  );
}
