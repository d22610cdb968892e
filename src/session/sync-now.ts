import type { Replica } from '#src/sync/replica.ts';
import { askAtOnce } from './ask-at-once.ts';

/** For a button: sends and fetches at once, without the pause after tries that had no answer. */
export function syncNow(replica: Pick<Replica, 'syncNow'>): void {
  askAtOnce();
  replica.syncNow();
}
