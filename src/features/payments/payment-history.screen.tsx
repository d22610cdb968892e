import { apiClient } from '#src/session/api.ts';
import type { ApiClient } from '#src/sync/api-client.ts';
import { Screen } from '#src/ui/screen.tsx';
import { useAddress } from '#src/ui/use-address.ts';
import { FindingsSection } from './findings.section.tsx';
import { PaymentsSection } from './payments.section.tsx';
import { Tabs } from '#src/ui/tabs.tsx';

const tabs = [
  { tab: 'payments', label: 'Payments', to: '?' },
  { tab: 'findings', label: 'Findings', to: '?tab=findings' },
] as const;

/** `/admin-panel/payment-history`: what was paid at all schools, and what a person has to look at. */
export function PaymentHistoryScreen({ api = apiClient }: { api?: ApiClient }) {
  const [address] = useAddress();
  const shown = address.get('tab') === 'findings' ? 'findings' : 'payments';
  return (
    <Screen title="Payment History" description="Payments of all schools, and what does not add up.">
      <Tabs label="Payment History" shown={shown} tabs={tabs} />
      {shown === 'findings' ? <FindingsSection api={api} /> : <PaymentsSection api={api} />}
    </Screen>
  );
}
