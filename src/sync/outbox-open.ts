import type { CallSealer } from './call-sealer.ts';
import { secretOf, type PendingCall, type SettledCall, type UnreadableCall } from './outbox-calls.ts';
import type { Mirror } from './replica-database.ts';

interface Known {
  readonly pending: readonly PendingCall[];
  readonly settled: readonly SettledCall[];
}

/**
 * Opens the stored calls; those that are known are not decrypted again. They are matched by seq, which is never given twice: a retried
 * call keeps its id and may have another base.
 */
export async function openCalls(mirror: Mirror, known: Known, sealer: CallSealer) {
  const knownPending = new Map(known.pending.map((call) => [call.seq, call]));
  const knownSettled = new Map(known.settled.map((call) => [call.seq, call]));
  const unreadable: UnreadableCall[] = [];
  const pending = await Promise.all(
    mirror.outbox.map(async ({ sealed, ...record }): Promise<PendingCall[]> => {
      const secret = knownPending.get(record.seq) ?? (await sealer.open(record.mutation_id, sealed));
      if (secret) return [{ ...secretOf(secret), ...record }];
      unreadable.push(record);
      return [];
    }),
  );
  const settled = await Promise.all(
    mirror.settled.map(async ({ sealed, sealed_problem, ...record }): Promise<SettledCall[]> => {
      const before = knownSettled.get(record.seq);
      const isKnown = before?.depends_on.every((id, at) => id === record.depends_on[at]);
      if (before && isKnown && before.decided === record.decided) return [before];
      const secret = await sealer.open(record.mutation_id, sealed);
      if (secret) {
        const problem = sealed_problem && (await sealer.openProblem(record.mutation_id, sealed_problem));
        return [{ ...secretOf(secret), ...record, problem }];
      }
      unreadable.push(record);
      return [];
    }),
  );
  return {
    pending: pending.flat(),
    settled: settled.flat().toSorted((one, other) => one.seq - other.seq),
    unreadable,
  };
}
