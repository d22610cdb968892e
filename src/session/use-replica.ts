import { createContext, use, useCallback, useSyncExternalStore } from 'react';
import type { Scope, SnapshotTable } from '#contract/sync/sync.schema.ts';
import type { KeptPicture } from '#src/sync/pictures.ts';
import type { ChangeItem, SyncStatus } from '#src/sync/replica-status.ts';
import type { Replica } from '#src/sync/replica.ts';
import type { RowsResult } from '#src/sync/view.ts';

/**
 * - `none`: nobody is signed in, or somebody who has no school.
 * - `opening`: the code or the local database is on its way.
 * - `failed`: this browser cannot keep data, or a newer version of the app was here.
 */
export type ReplicaState =
  | { status: 'none' | 'opening' }
  | { status: 'ready'; replica: Replica }
  | { status: 'failed'; error: unknown };

export const ReplicaContext = createContext<ReplicaState>({ status: 'none' });

/** For what stands outside of the pages that need the replica, such as the shell. */
export function useReplicaState(): ReplicaState {
  return use(ReplicaContext);
}

/** False where nothing can be kept, so that no page promises it. */
export function useCanKeep(): boolean {
  return use(ReplicaContext).status !== 'failed';
}

/** The replica of the signed-in person. Only for what stands inside a `ReplicaGate`. */
export function useReplica(): Replica {
  const state = use(ReplicaContext);
  if (state.status !== 'ready') throw new Error('useReplica() is for components inside a ReplicaGate');
  return state.replica;
}

const neverChanges = () => undefined;

/** What `read` gives of a replica, the same object until something in it changed; null where there is none. */
export function useOfAny<Value>(replica: Replica | null, read: (replica: Replica) => Value): Value | null {
  const subscribe = useCallback(
    (listener: () => void) => replica?.subscribe(listener) ?? neverChanges,
    [replica],
  );
  return useSyncExternalStore(subscribe, () => (replica ? read(replica) : null));
}

/** `read` gives the same object until something in it changed. */
function useOfReplica<Value>(read: (replica: Replica) => Value): Value {
  const replica = useReplica();
  const subscribe = useCallback((listener: () => void) => replica.subscribe(listener), [replica]);
  return useSyncExternalStore(subscribe, () => read(replica));
}

export function useRows<Table extends SnapshotTable>(scope: Scope, table: Table): RowsResult<Table> {
  return useOfReplica((replica) => replica.read(scope, table));
}

export function useAllRows<Table extends SnapshotTable>(table: Table): RowsResult<Table> {
  return useOfReplica((replica) => replica.readAll(table));
}

export function useSyncStatus(): SyncStatus {
  return useOfReplica((replica) => replica.status());
}

export function useChanges(): readonly ChangeItem[] {
  return useOfReplica((replica) => replica.changes());
}

/** What this person photographed or drew, as far as it is on this device. */
export function usePictures(): readonly KeptPicture[] {
  return useOfReplica((replica) => replica.pictures());
}

/** False until this person's rows of a table came to this device for the first time. */
export function usePopulated(table: SnapshotTable): boolean {
  return useOfReplica((replica) => replica.isPopulated(table));
}

/** True when the school did not answer the last time that it was asked. */
export function useUnreachable(): boolean {
  return useOfReplica((replica) => replica.status().reachable === false);
}

/** True until the school was asked for the first time, in vain or not. */
export function useNotAskedYet(): boolean {
  return useOfReplica((replica) => replica.status().reachable === null);
}

/** True while something that was changed here has not come to the school; false where there is no replica. */
export function useIsSending(): boolean {
  const state = use(ReplicaContext);
  const replica = state.status === 'ready' ? state.replica : null;
  return useOfAny(replica, (own) => own.status().waiting > 0) ?? false;
}

const networkEvents = ['online', 'offline'] as const;

/** As far as anybody here knows, also where there is no replica: then the browser alone says it. */
export function useIsAway(): boolean {
  const state = use(ReplicaContext);
  const subscribe = useCallback(
    (listener: () => void) => {
      if (state.status === 'ready') return state.replica.subscribe(listener);
      for (const event of networkEvents) window.addEventListener(event, listener);
      return () => {
        for (const event of networkEvents) window.removeEventListener(event, listener);
      };
    },
    [state],
  );
  return useSyncExternalStore(subscribe, () =>
    state.status === 'ready' ? state.replica.status().reachable === false : !navigator.onLine,
  );
}
