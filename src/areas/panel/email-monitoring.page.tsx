import { useParams } from 'react-router-dom';
import { EmailMonitoringScreen } from '#src/features/mail/email-monitoring.screen.tsx';
import { PanelLetterScreen } from '#src/features/mail/panel-letter.screen.tsx';
import { SchoolChoice } from '#src/panel/school-choice.tsx';
import { apiClient } from '#src/session/api.ts';

/** E-mail of all schools, or one letter. */
export function EmailMonitoringPage() {
  const { tenantId, letterId } = useParams();
  if (tenantId === undefined || letterId === undefined)
    return <EmailMonitoringScreen renderSchool={(choice) => <SchoolChoice {...choice} api={apiClient} />} />;
  return <PanelLetterScreen key={letterId} tenantId={tenantId} letterId={letterId} />;
}
