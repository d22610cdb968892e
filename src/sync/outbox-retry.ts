import { uuidv7 } from 'uuidv7';
import type { CallSealer } from './call-sealer.ts';
import type { Secret, SettledCall } from './outbox-calls.ts';
import type { OutboxRecord } from './replica-stores.ts';
import { dependentsOf } from './verdict.ts';

interface Revived {
  /** The id of the settled call. */
  readonly before: string;
  readonly record: Omit<OutboxRecord, 'seq'>;
}

/**
 * Makes new outbox records of a settled call and of the calls that were held back by it alone. A refused call gets a new id, because the
 * ledger has the old one as refused; any other keeps its id, by which the server knows it (law 2).
 */
export async function reviveCalls(
  call: SettledCall,
  settled: readonly SettledCall[],
  baseNow: (call: SettledCall) => Record<string, unknown> | undefined,
  sealer: CallSealer,
): Promise<{ revived: Revived[]; newIds: ReadonlyMap<string, string> }> {
  const newIds = new Map<string, string>();
  const stuck = new Set(settled.map((each) => each.mutation_id));
  const revived: Revived[] = [];
  for (const each of [call, ...dependentsOf(call.mutation_id, settled)]) {
    if (each !== call && (each.state !== 'held' || each.depends_on.some((id) => stuck.has(id)))) continue;
    stuck.delete(each.mutation_id);
    const newId = each.state === 'refused' ? uuidv7() : each.mutation_id;
    newIds.set(each.mutation_id, newId);
    const base = each === call ? baseNow(each) : each.base;
    const secret: Secret = { input: each.input, text: each.text, ...(base && { base }) };
    const { name, v, queued_at } = each;
    revived.push({
      before: each.mutation_id,
      record: {
        mutation_id: newId,
        name,
        v,
        queued_at,
        depends_on: each.depends_on.map((id) => newIds.get(id) ?? id),
        state: 'waiting',
        applied_as: null,
        // Under the same id it may have been decided already, so nothing may be folded into it.
        tries: newId === each.mutation_id ? 1 : 0,
        ...(each.pictures && { pictures: each.pictures }),
        ...(each.is_quiet && { is_quiet: true as const }),
        sealed: await sealer.seal(newId, secret),
      },
    });
  }
  return { revived, newIds };
}
