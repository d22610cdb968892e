import { VisitsNotice } from '#src/features/visits/visits-notice.tsx';

/** On pages of the office: who visits, and who asks to. */
export function VisitsNoticePage() {
  return <VisitsNotice />;
}
