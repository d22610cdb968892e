import { limits } from '#contract/kit/limits.ts';
import type { QueuedCall } from '#contract/sync/sync.schema.ts';
import type { Confirmation, PendingCall, SealedVerdict } from './outbox-calls.ts';
import type { OutboxRecord, SettledRecord, StoredCalls } from './replica-stores.ts';
import type { EndedCall } from './verdict.ts';

/** True for a call that never left this device. */
export async function isUnsent(stored: StoredCalls, { seq, mutation_id }: PendingCall): Promise<boolean> {
  const record = await stored.outbox.get(seq);
  return (
    record?.mutation_id === mutation_id &&
    record.state === 'waiting' &&
    record.tries === 0 &&
    seq > (await stored.readSentThrough())
  );
}

export function settledRecord(
  record: OutboxRecord,
  ended: EndedCall,
  verdict: SealedVerdict | null,
): SettledRecord {
  const { state: _state, applied_as: _as, tries: _tries, ...kept } = record;
  return {
    ...kept,
    state: ended.state,
    sealed_problem: verdict?.sealed_problems.get(ended.mutation_id) ?? null,
  };
}

type Fate = 'keep' | 'delete' | Partial<Pick<OutboxRecord, 'state' | 'applied_as' | 'tries'>>;

/**
 * What happens to a pending call. An applied call is deleted with the rows that contain it. One that was applied under an earlier client
 * id was decided before these rows were read, so they contain it. After a restore of the server's data only what it applied since is
 * certain; the rest is sent again, and the ledger recognizes what it has.
 */
export function fateOf(
  call: PendingCall,
  verdict: SealedVerdict | null,
  confirmation: Confirmation | null,
): Fate {
  if (verdict?.applied.has(call.seq)) {
    const isShown = confirmation !== null && call.seq <= confirmation.seq;
    return isShown ? 'delete' : { state: 'applied', applied_as: verdict.client_id };
  }
  if (call.state === 'applied' && confirmation) {
    if (confirmation.other_epoch) return { state: 'waiting', applied_as: null };
    const isIn = call.applied_as !== confirmation.client_id || call.seq <= confirmation.seq;
    return isIn ? 'delete' : 'keep';
  }
  if (verdict?.tried === call.seq) return { tries: call.tries + 1 };
  return 'keep';
}

/** The first waiting calls within the limits of a push, up to one that shows an unsent picture. */
export function nextBatch(
  pending: readonly PendingCall[],
  maximumCalls: number,
  unsent: ReadonlySet<string>,
): QueuedCall[] {
  const batch: QueuedCall[] = [];
  let bytes = 0;
  for (const { state, seq, mutation_id, name, v, input, base, depends_on, pictures } of pending) {
    if (state !== 'waiting') continue;
    if (pictures?.some((id) => unsent.has(id))) break;
    const call: QueuedCall = {
      seq,
      mutation_id,
      name,
      v,
      input,
      ...(base && { base }),
      ...(depends_on.length > 0 && { depends_on }),
    };
    bytes += bytesOf(JSON.stringify(call)) + 1;
    // A single call that is too large is still sent alone: the server decides.
    if (batch.length > 0 && (batch.length >= maximumCalls || bytes > limits.bytesPerPush)) break;
    batch.push(call);
  }
  return batch;
}

/** Length in UTF-8. Most calls are ASCII, where no encoder is needed. */
function bytesOf(text: string): number {
  return /[^ -~]/u.test(text) ? new TextEncoder().encode(text).length : text.length;
}

/**
 * Joins neighbouring seqs that are deleted into ranges. Above `wholeThrough` another tab may have stored a call between two of them,
 * so there each seq is a range of its own.
 */
export function runsOf(
  seqs: readonly number[],
  deleted: ReadonlySet<number>,
  wholeThrough: number,
): { first: number; last: number }[] {
  const runs: { first: number; last: number }[] = [];
  let before = Number.NaN;
  for (const seq of new Set([...seqs, ...deleted].toSorted((one, other) => one - other))) {
    const run = runs.at(-1);
    if (deleted.has(seq) && run?.last === before && seq <= wholeThrough) run.last = seq;
    else if (deleted.has(seq)) runs.push({ first: seq, last: seq });
    before = seq;
  }
  return runs;
}
