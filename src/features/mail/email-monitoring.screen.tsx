import { apiClient } from '#src/session/api.ts';
import type { ApiClient, PictureClient } from '#src/sync/api-client.ts';
import { Screen } from '#src/ui/screen.tsx';
import { Tabs } from '#src/ui/tabs.tsx';
import { useAddress } from '#src/ui/use-address.ts';
import { AllLettersSection, type RenderSchool } from './all-letters.section.tsx';
import { SuppressionsSection } from './suppressions.section.tsx';

const tabs = [
  { tab: 'letters', label: 'Letters', to: '?' },
  { tab: 'suppressions', label: 'Suppressions', to: '?tab=suppressions' },
] as const;

interface EmailMonitoringScreenProps {
  renderSchool: RenderSchool;
  api?: ApiClient & PictureClient;
}

/** `/admin-panel/email-monitoring`: what became of the e-mail of all schools, and who is not written to. */
export function EmailMonitoringScreen({ renderSchool, api = apiClient }: EmailMonitoringScreenProps) {
  const [address] = useAddress();
  const shown = address.get('tab') === 'suppressions' ? 'suppressions' : 'letters';
  return (
    <Screen
      title="Email"
      description="Letters of all schools of the last 90 days. “Sent” means that a mail server took it."
    >
      <Tabs label="Email" shown={shown} tabs={tabs} />
      {shown === 'suppressions' ? (
        <SuppressionsSection api={api} />
      ) : (
        <AllLettersSection renderSchool={renderSchool} api={api} />
      )}
    </Screen>
  );
}
