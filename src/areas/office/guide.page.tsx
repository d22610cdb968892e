import { scopeOf } from '#contract/sync/sync.schema.ts';
import type { User } from '#contract/identity/identity.schema.ts';
import { InstallHint, isInstallHintDue } from '#src/features/help/install/install-hint.tsx';
import { markTutorialSeen, markTutorialSeenInput } from '#src/features/identity/tutorials.mutations.ts';
import { useFirstStepsDone } from '#src/features/dashboard/use-first-steps-done.ts';
import { Guide } from '#src/features/tours/guide.tsx';
import { isOff, isUnseen } from '#src/features/tours/tour-memory.ts';
import { TourList } from '#src/features/tours/tour-list.tsx';
import { deviceStorage } from '#src/session/device-storage.ts';
import { ReplicaGate } from '#src/session/replica-gate.tsx';
import { StorageFailed } from '#src/ui/storage-failed.tsx';
import { useAllRows, usePopulated, useReplica, useRows } from '#src/session/use-replica.ts';
import { useUser } from '#src/session/use-session.ts';
import { staffTours } from './tours.ts';

const hint = { isDue: isInstallHintDue, render: (onClose: () => void) => <InstallHint onClose={onClose} /> };

/** Whether the first steps are this person's to take and still before a tour that would come. */
function awaitsFirstSteps(user: User, seen: readonly string[] | null): boolean {
  if (user.role !== 'school_admin' || user.visiting !== undefined || isOff(deviceStorage)) return false;
  return staffTours.some(({ key }) => isUnseen(deviceStorage, user.id, seen, key));
}

/** What was shown is remembered by the school as well, so that another device does not show it again. */
function GuideOfReplica({ user }: { user: User }) {
  const replica = useReplica();
  const isPopulated = usePopulated('profile');
  const profile = useRows(scopeOf.user(user.id), 'profile').rows.find(({ id }) => id === user.id);
  const seen = isPopulated ? (profile?.tutorials ?? null) : null;
  const isTimeForTours = useFirstStepsDone(awaitsFirstSteps(user, seen));
  return (
    <Guide
      user={user}
      tours={staffTours}
      seen={seen}
      isTimeForTours={isTimeForTours}
      onSeen={(key) => {
        // Where the device is full, this device remembers it all the same.
        replica.enqueue(markTutorialSeen, markTutorialSeenInput(key)).catch(globalThis.reportError);
      }}
      hint={hint}
    />
  );
}

/** What comes by itself to staff who are new. */
export function StaffGuide() {
  const user = useUser();
  return (
    user && (
      // A tour is an extra: the page below says what is wrong.
      <ReplicaGate failed={() => null}>
        <GuideOfReplica key={user.id} user={user} />
      </ReplicaGate>
    )
  );
}

function ToursOfReplica({ user, onLeave }: { user: User; onLeave: () => void }) {
  const { rows } = useAllRows('classes');
  const first = rows.find(({ archived_at }) => archived_at === null);
  return (
    <TourList tours={staffTours} places={{ role: user.role, classId: first?.id ?? null }} onLeave={onLeave} />
  );
}

/** The tours in the Help Center. */
export function StaffTours({ onLeave }: { onLeave: () => void }) {
  const user = useUser();
  return (
    user && (
      <ReplicaGate failed={(error) => <StorageFailed what="which tours you have seen" error={error} />}>
        <ToursOfReplica user={user} onLeave={onLeave} />
      </ReplicaGate>
    )
  );
}
