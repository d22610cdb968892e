import type { ReactNode } from 'react';
import { ReplicaGate } from '#src/session/replica-gate.tsx';
import { Screen } from '#src/ui/screen.tsx';
import { StorageFailed } from '#src/ui/storage-failed.tsx';

interface PageGateProps {
  title: string;
  /** What the page keeps on the device: "your stories". */
  what: string;
  children: ReactNode;
}

/** For a page that shows rows of the device; where nothing can be kept, a page of this title says so. */
export function PageGate({ title, what, children }: PageGateProps) {
  return (
    <ReplicaGate
      failed={(error) => (
        <Screen title={title}>
          <StorageFailed what={what} error={error} />
        </Screen>
      )}
    >
      {children}
    </ReplicaGate>
  );
}
