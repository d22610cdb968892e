import { Button } from '@mantine/core';
import { EmptyState } from './empty-state.tsx';
import { SpilledInkIllustration } from './pictures/empty-illustrations.tsx';

function adviceFor(error: unknown): string {
  if (!window.isSecureContext) return 'Only an address that begins with https:// can. Please ask for it.';
  const isNamed = error instanceof Error || error instanceof DOMException;
  const { name, message } = isNamed ? error : { name: '', message: '' };
  if (name === 'NewerDataError') return message;
  if (name === 'SecurityError')
    return 'Cookies and site data are blocked for this page. Allow them in the settings of the browser, then load again.';
  return 'Usual reasons: a private window, blocked cookies, a full device, or a newer version of this app that was open here. Close the other tabs of this page and load again. If that does not help, restart the device or use another one.';
}

interface StorageFailedProps {
  /** What stands here otherwise: "your stories". */
  what: string;
  /** Why the storage of the browser could not be opened. */
  error: unknown;
}

/** Stands where the storage of the browser cannot be opened: why nothing can be kept, and what to do. */
export function StorageFailed({ what, error }: StorageFailedProps) {
  return (
    <EmptyState
      role="alert"
      picture={<SpilledInkIllustration />}
      title={`This browser cannot keep ${what}`}
      text={adviceFor(error)}
      action={<Button onClick={() => window.location.reload()}>Load again</Button>}
    />
  );
}
