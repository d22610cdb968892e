import { auditActions } from '#src/features/dashboard/activity-words.ts';
import { AuditScreen } from '#src/features/panel-people/audit.screen.tsx';

/** Who did what in all schools. */
export function PanelAuditPage() {
  return <AuditScreen actions={auditActions} />;
}
