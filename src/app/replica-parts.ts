import type { ReplicaParts } from '#src/session/replica.provider.tsx';
import type { AnyQueuedDefinition } from '#src/sync/queued.ts';
import { classroomRowsAt } from './classroom-rows.ts';
import { queuedCalls } from './queued-calls.ts';

/** What the app brings to the replica of somebody who may queue these calls beside those that everybody may. */
export function replicaParts(ownCalls: readonly AnyQueuedDefinition[]): ReplicaParts {
  return { definitions: [...queuedCalls, ...ownCalls], expectedAt: classroomRowsAt };
}
