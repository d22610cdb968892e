import type { ProblemBody } from '#contract/kit/problem.ts';
import type { Cursor } from '#contract/sync/sync.schema.ts';
import type { MirroredRows, WantedRows } from './replica-database.ts';
import type { OutboxRecord, SettledRecord } from './replica-stores.ts';
import type { Sealed } from './sealing.ts';
import type { Verdict } from './verdict.ts';

/** The sealed part of a record: everything that a person typed or that names somebody. */
export interface Secret {
  input: Record<string, unknown>;
  base?: Record<string, unknown>;
  /** The change in plain words. */
  text: string;
}

/** A queued call with its words readable, kept in memory so that nothing is decrypted twice. */
export interface PendingCall extends Omit<OutboxRecord, 'sealed'>, Secret {}

export interface SettledCall extends Omit<SettledRecord, 'sealed' | 'sealed_problem'>, Secret {
  problem: ProblemBody | null;
}

/** A call whose words this device cannot open any more: it holds up nothing, and its owner hears of it (law 6). */
export type UnreadableCall = Pick<OutboxRecord, 'mutation_id' | 'seq' | 'queued_at'>;

/** What is read together with the calls, and taken over in the same moment (law 8). */
export interface MirroredView {
  wanted(): WantedRows;
  take(rows: MirroredRows): void;
  /** Which versions of which scopes are here. */
  know(versions: Cursor['scopes']): void;
}

/** A verdict with its reasons sealed, ready to be stored. */
export interface SealedVerdict extends Verdict {
  readonly client_id: string;
  readonly sealed_problems: ReadonlyMap<string, Sealed>;
}

/** What a stored verdict changed. `missing`: another tab was quicker with some of it, so memory is behind. */
export interface StoredVerdict {
  readonly deleted: ReadonlySet<number>;
  readonly missing: boolean;
}

/** Which of the applied calls the rows at hand contain: those of this client up to this seq. */
export interface Confirmation {
  readonly client_id: string;
  readonly seq: number;
  /** The server has another life of the data: only what it applied in this answer is sure to be in it. */
  readonly other_epoch: boolean;
}

export function secretOf({ input, base, text }: Secret): Secret {
  return { input, text, ...(base && { base }) };
}

/** True if `longer` only appends to `shorter`. Calls are ordered and immutable, so comparing the last one is enough. */
export function isPrefix(shorter: readonly PendingCall[], longer: readonly PendingCall[]): boolean {
  return shorter.length <= longer.length && shorter.at(-1) === longer[shorter.length - 1];
}
