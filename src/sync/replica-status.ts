import type { ProblemBody } from '#contract/kit/problem.ts';
import type { DrainEnd } from './drain-end.ts';
import type { SettledCall } from './outbox-calls.ts';
import type { Outbox } from './outbox.ts';
import type { KeptPicture } from './pictures.ts';
import type { SettledState } from './replica-stores.ts';
import { dependentsOf } from './verdict.ts';

/** What the status chip says, in the person's terms. */
export interface SyncStatus {
  readonly state:
    | 'all_sent'
    /** As that, and somebody of the staff has decided what had been kept at school. */
    | 'looked_at'
    | 'saved_here'
    | 'sending'
    | 'waiting_for_network'
    | 'waiting_for_sign_in'
    | 'waiting_for_update'
    | 'needs_you';
  /** Changes that the server has not got yet, without those that are nobody's work (`isQuiet`). */
  readonly waiting: number;
  /** Changes that ended otherwise than applied and wait for a person. */
  readonly refused: number;
  /** True while a run is under way, whether it will get through or not. */
  readonly busy: boolean;
  /** Whether the last exchange with the server worked; null before the first. */
  readonly reachable: boolean | null;
  readonly last_exchange_at: string | null;
}

/** One change, for the list of what became of them. */
export interface ChangeItem {
  readonly mutation_id: string;
  readonly seq: number;
  readonly text: string;
  /** `let_through` and `dismissed`: what somebody of the staff made of one that was parked. */
  readonly state: 'waiting' | 'applied' | 'unreadable' | 'let_through' | 'dismissed' | SettledState;
  readonly queued_at: string;
  readonly problem: ProblemBody | null;
  /** How many other changes build on this one, and go with it when it is discarded. */
  readonly builds_on_it: number;
  /** True for one that is nobody's work (`isQuiet`): no list shows it while it waits. */
  readonly is_quiet: boolean;
}

type Calls = Pick<Outbox, 'pending' | 'settled' | 'unreadable'>;
type Pictures = readonly KeptPicture[];

interface Run {
  readonly isRunning: boolean;
  /** How the last run ended; null before the first. */
  readonly end: DrainEnd['kind'] | null;
  readonly lastExchange: string | null;
}

const refusedOf = (pictures: Pictures) => pictures.filter(({ state }) => state === 'refused');

export function statusOf(
  calls: Calls,
  pictures: Pictures,
  { isRunning, end, lastExchange }: Run,
): SyncStatus {
  // A picture goes with the change that shows it, and counts by itself once no change waits for it.
  const waiting =
    calls.pending.filter((call) => call.state === 'waiting' && !call.is_quiet).length +
    pictures.filter(({ state }) => state === 'waiting' || state === 'full').length;
  // A parked call is at school; its owner can do nothing about it.
  const ended = calls.settled.filter((call) => call.state !== 'parked');
  const refused = ended.length + calls.unreadable.length + refusedOf(pictures).length;
  const facts = {
    waiting,
    refused,
    busy: isRunning,
    reachable: end === null ? null : end !== 'no_network',
    last_exchange_at: lastExchange,
  };
  if (refused > 0) return { ...facts, state: 'needs_you' };
  if (waiting === 0) {
    const isNews = calls.settled.some((call) => call.decided !== undefined);
    return { ...facts, state: isNews ? 'looked_at' : 'all_sent' };
  }
  if (end === 'sign_in') return { ...facts, state: 'waiting_for_sign_in' };
  if (end === 'needs_update') return { ...facts, state: 'waiting_for_update' };
  if (end === 'no_network') return { ...facts, state: 'waiting_for_network' };
  return { ...facts, state: isRunning ? 'sending' : 'saved_here' };
}

export function changesOf({ settled, pending, unreadable }: Calls, pictures: Pictures): ChangeItem[] {
  const readable = [
    ...settled.map((call) => ({ ...call, state: stateOf(call) })),
    ...pending.map((call) => ({ ...call, problem: null })),
  ];
  return [
    ...refusedOf(pictures).map(({ id, kept_at, media_type, problem }) => {
      const text = media_type.startsWith('audio/') ? 'A recording of yours' : 'A picture of yours';
      return alone({ mutation_id: id, seq: 0, queued_at: kept_at }, text, 'refused', problem);
    }),
    ...unreadable.map((call) => alone(call, 'A saved change', 'unreadable', null)),
    ...readable.map(({ mutation_id, seq, text, state, queued_at, problem, is_quiet = false }) => ({
      mutation_id,
      seq,
      text,
      state,
      queued_at,
      problem,
      builds_on_it: dependentsOf(mutation_id, readable).length,
      is_quiet,
    })),
  ];
}

function stateOf({ state, decided }: SettledCall): ChangeItem['state'] {
  if (decided === undefined) return state;
  return decided === 'applied' ? 'let_through' : 'dismissed';
}

/** A change that no other depends on. */
function alone(
  { mutation_id, seq, queued_at }: Pick<ChangeItem, 'mutation_id' | 'seq' | 'queued_at'>,
  text: string,
  state: ChangeItem['state'],
  problem: ProblemBody | null,
): ChangeItem {
  return { mutation_id, seq, queued_at, text, state, problem, builds_on_it: 0, is_quiet: false };
}
