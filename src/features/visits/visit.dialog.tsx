import type { ApiClient } from '#src/sync/api-client.ts';
import { Dialog } from '#src/ui/dialog.tsx';
import { VisitAccessSection } from './visit-access.section.tsx';

interface VisitDialogProps {
  /** Null while it is closed. */
  school: { id: string; school_name: string } | null;
  onClose: () => void;
  api?: ApiClient;
}

/** The way of the platform into one school, from a list of all. */
export function VisitDialog({ school, onClose, api }: VisitDialogProps) {
  return (
    <Dialog
      opened={school !== null}
      onClose={onClose}
      title={`Visit ${school?.school_name ?? ''}`}
      size={520}
      fillsPhone
    >
      {school && <VisitAccessSection key={school.id} tenantId={school.id} {...(api && { api })} />}
    </Dialog>
  );
}
