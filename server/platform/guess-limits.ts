import { isInFuture } from './clock.ts';

const minute = 60 * 1000;
const hour = 60 * minute;

export interface GuessLimit {
  /** Wrong guesses before the next one has to wait. */
  most: number;
  /** Milliseconds after which all are forgotten: from the first one, or, where waits double, from the latest. */
  memory: number;
  /** Milliseconds to wait after `most`, and at most; each further wrong guess doubles the wait. Left out: until all are forgotten. */
  waits?: { first: number; longest: number };
}

const soon = (most: number): GuessLimit => ({ most, memory: 10 * minute });

/**
 * How many wrong guesses are allowed, by what is counted. A school has one network for all its tablets, and a class shares a
 * tablet, so only an account's limit is narrow.
 */
export const guessLimits = {
  account: { most: 10, memory: 12 * hour, waits: { first: 10 * minute, longest: 4 * hour } },
  /** Passwords of all students of a class together, from browsers where nobody signed in before. */
  class: { most: 60, memory: hour },
  device: soon(30),
  /** A browser where somebody signed in before. It passes the limits of the network and the class. */
  known_device: soon(30),
  network: soon(300),
  class_code_device: soon(30),
  class_code_network: soon(100),
  community_device: soon(10),
  community_network: soon(50),
  tablet_network: soon(100),
  invitation_device: soon(30),
  invitation_network: soon(100),
  registration_network: soon(30),
  // Logos that could not be drawn.
  logo_tenant: soon(30),
  domain: soon(30),
  visit_device: soon(30),
  visit_network: soon(100),
  // No guesses, but counted alike: reports of works, e-mail links that visitors ask for, orders and their payments, browsers that one account makes known.
  report_person: soon(20),
  report_network: soon(20),
  offer_network: soon(20),
  request_address: { most: 5, memory: hour },
  request_network: soon(20),
  request_link_network: soon(300),
  order_network: soon(20),
  order_payments: soon(6),
  order_codes: soon(10),
  offer_link_network: soon(300),
  new_browser: { most: 10, memory: 24 * hour },
} as const satisfies Record<string, GuessLimit>;

export type GuessKind = keyof typeof guessLimits;

/** Wrong guesses that were counted; the moments are by the clock of the server that counted. */
export interface Count {
  failures: number;
  /** The first of them. */
  since: Date;
  latest: Date;
}

const after = (moment: Date, milliseconds: number) => new Date(moment.getTime() + milliseconds);

const limitOf = (kind: GuessKind): GuessLimit => guessLimits[kind];

export function forgottenAt(kind: GuessKind, { since, latest }: Count): Date {
  const { memory, waits } = limitOf(kind);
  return after(waits ? latest : since, memory);
}

/** True where the guesses count for nothing any more. */
export function isForgotten(kind: GuessKind, count: Count, now: Date): boolean {
  return isInFuture(count.latest, now) || forgottenAt(kind, count) <= now;
}

/** Until when further guesses are refused; null where the next one is allowed now. */
export function refusedUntil(kind: GuessKind, count: Count, now: Date): Date | null {
  const { most, waits } = limitOf(kind);
  if (count.failures < most || isForgotten(kind, count, now)) return null;
  if (!waits) return forgottenAt(kind, count);
  const until = after(count.latest, Math.min(waits.longest, waits.first * 2 ** (count.failures - most)));
  return until > now ? until : null;
}

/** The count after one more wrong guess. */
export function addFailure(kind: GuessKind, count: Count | null, now: Date): Count {
  if (!count || isForgotten(kind, count, now)) return { failures: 1, since: now, latest: now };
  return { failures: count.failures + 1, since: count.since, latest: now };
}
