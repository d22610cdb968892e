import type { ProblemBody } from '#contract/kit/problem.ts';
import type { CallResult, QueuedCall } from '#contract/sync/sync.schema.ts';
import type { SettledState } from './replica-stores.ts';

/** How often a call is sent of which the server says that it cannot decide it, before a person hears of it. */
export const triesBeforeGivingUp = 8;

/** What the verdict needs to know of a call that waits. */
export interface WaitingCall {
  readonly seq: number;
  readonly mutation_id: string;
  readonly state: 'waiting' | 'applied';
  readonly depends_on: readonly string[];
  readonly tries: number;
}

/** A call that ended otherwise than applied. */
export interface EndedCall {
  readonly seq: number;
  readonly mutation_id: string;
  readonly state: SettledState;
  readonly problem: ProblemBody | null;
}

/** What an answer makes of the calls that wait. */
export interface Verdict {
  readonly applied: ReadonlySet<number>;
  readonly ended: readonly EndedCall[];
  /** The call at which the server stopped, to be counted; null where it decided everything. */
  readonly tried: number | null;
  /** Another device goes by our client id. */
  readonly forked: boolean;
}

/**
 * Reads the results of a push. A result that is missing is no answer, and the calls behind one that the server could not
 * decide were not tried. Whatever depends on a call that ended is held back with it, sent or not (law 3).
 */
export function judge(
  sent: readonly QueuedCall[],
  results: readonly CallResult[],
  waiting: readonly WaitingCall[],
): Verdict {
  const bySeq = new Map(results.map((result) => [result.seq, result]));
  const triesBySeq = new Map(waiting.map((call) => [call.seq, call.tries]));
  const applied = new Set<number>();
  const ended: EndedCall[] = [];
  const forked = results.some((result) => result.outcome === 'fork');
  let tried: number | null = null;
  for (const { seq, mutation_id } of sent) {
    const result = bySeq.get(seq);
    if (result?.outcome === 'applied') applied.add(seq);
    else if (result?.outcome === 'refused')
      ended.push({ seq, mutation_id, state: 'refused', problem: result.problem });
    else if (result?.outcome === 'held' || result?.outcome === 'needs_update' || result?.outcome === 'parked')
      ended.push({ seq, mutation_id, state: result.outcome, problem: null });
    else if (!forked && tried === null) {
      if ((triesBySeq.get(seq) ?? 0) + 1 >= triesBeforeGivingUp)
        ended.push({ seq, mutation_id, state: 'undecided', problem: null });
      tried = seq;
    }
  }
  return { applied, ended: [...ended, ...heldBackBy(ended, waiting, applied)], tried, forked };
}

/**
 * The verdict on a call that does not get through. Nobody decided it, and one that was sent before may have arrived all
 * the same: it must keep its id.
 */
export function leaveUndecided(
  { seq, mutation_id }: QueuedCall,
  problem: ProblemBody,
  waiting: readonly WaitingCall[],
): Verdict {
  const ended: EndedCall[] = [{ seq, mutation_id, state: 'undecided', problem }];
  const applied = new Set<number>();
  return { applied, ended: [...ended, ...heldBackBy(ended, waiting, applied)], tried: null, forked: false };
}

/**
 * The calls that wait and build on one of these, also by way of another. They are in order, so one pass finds all. What is
 * parked holds nothing back: what builds on it has to get to school as well, to be looked at together.
 */
function heldBackBy(
  ended: readonly EndedCall[],
  waiting: readonly WaitingCall[],
  applied: ReadonlySet<number>,
): EndedCall[] {
  const gone = new Set(ended.flatMap(({ state, mutation_id }) => (state === 'parked' ? [] : [mutation_id])));
  const held: EndedCall[] = [];
  for (const { seq, mutation_id, state, depends_on } of waiting) {
    if (state === 'applied' || applied.has(seq) || gone.has(mutation_id)) continue;
    if (!depends_on.some((id) => gone.has(id))) continue;
    gone.add(mutation_id);
    held.push({ seq, mutation_id, state: 'held', problem: null });
  }
  return held;
}

/** All of these calls that build on this one, also by way of another, in their order. */
export function dependentsOf<Call extends { mutation_id: string; depends_on: readonly string[] }>(
  mutationId: string,
  calls: readonly Call[],
): Call[] {
  const found = new Set([mutationId]);
  return calls.filter(({ mutation_id, depends_on }) => {
    if (!depends_on.some((id) => found.has(id))) return false;
    found.add(mutation_id);
    return true;
  });
}
