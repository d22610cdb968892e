import type { ReactNode } from 'react';
import { useReplicaState } from './use-replica.ts';

interface ReplicaGateProps {
  /** Stands while the local database is being opened, which takes moments. */
  waiting?: ReactNode;
  /** Stands where it cannot be opened: `StorageFailed` once on each page, nothing for an extra such as a picture. */
  failed: (error: unknown) => ReactNode;
  children: ReactNode;
}

/** Renders its children once the replica of the signed-in person is open. */
export function ReplicaGate({ waiting = null, failed, children }: ReplicaGateProps) {
  const state = useReplicaState();
  if (state.status === 'ready') return children;
  return state.status === 'failed' ? failed(state.error) : waiting;
}
