import type { Cursor, PullAnswer } from '#contract/sync/sync.schema.ts';
import type { Confirmation } from './outbox-calls.ts';
import type { StoredPull } from './pull.ts';
import type { Standing } from './replica-database.ts';

/** The client id, cursor and count of pulls with which a request was made. */
export interface Asked extends Standing {
  /** Ids of kept works on this device; the answer says which of them the person may keep. */
  readonly kept: readonly string[];
}

/** The confirmation that comes with pulled rows; none where another tab's pull overtook them. */
export function confirmationOf(
  asked: Asked,
  answer: PullAnswer | null,
  stored: StoredPull | { kind: 'late' | 'unchanged' } | null,
): Confirmation | null {
  if (!answer || !stored || stored.kind === 'late') return null;
  return {
    client_id: asked.clientId,
    seq: answer.confirmed_seq,
    other_epoch: stored.kind === 'stored' && stored.other_epoch,
  };
}

/**
 * The confirmation of a push by grant. Without a snapshot no stale row can show, so all applied calls are confirmed at once.
 * With one they are replayed until the owner's next pull (law 8).
 */
export function confirmationByGrant(
  { clientId: client_id }: Asked,
  cursor: Cursor | null,
): Confirmation | null {
  return cursor === null ? { client_id, seq: Number.MAX_SAFE_INTEGER, other_epoch: false } : null;
}
