import * as v from 'valibot';
import { guestsOf, type Endpoint } from '#contract/kit/endpoint.ts';
import { fieldErrors, Problem, requestProblems, type FieldErrors } from '#contract/kit/problem.ts';
import { guestProblems } from '#contract/kit/guest-problems.ts';
import type { Actor } from './route.ts';

/** The parts of an input as they came, before validation. */
export interface RawInput {
  params?: unknown;
  query?: unknown;
  body?: unknown;
}

/**
 * Whether a list by key is asked for by number, as an app of a version before does: it would get the first page each time, and take it
 * for the others.
 */
function asksByNumber(schema: object, query: unknown): boolean {
  if (!('entries' in schema) || typeof query !== 'object' || query === null || !('offset' in query))
    return false;
  const known = schema.entries as object;
  return Object.hasOwn(known, 'after') && !Object.hasOwn(known, 'offset') && Number(query.offset) !== 0;
}

/** @throws Problem `request.invalid` with the texts at their fields */
export function parseInput(endpoint: Endpoint, raw: RawInput): unknown {
  const parsed: Record<string, unknown> = {};
  const errors: FieldErrors = {};
  for (const part of ['params', 'query', 'body'] as const) {
    const schema = endpoint[part];
    if (!schema) continue;
    // A field says the first thing that is wrong with it; what follows from that is noise.
    const result = v.safeParse(schema, raw[part], { abortPipeEarly: true });
    if (result.success) parsed[part] = result.output;
    else Object.assign(errors, fieldErrors(result.issues));
    if (part === 'query' && asksByNumber(schema, raw.query))
      errors['offset'] = ['Ask for the next page of this list by after, as next says it'];
  }
  if (Object.keys(errors).length > 0) throw new Problem(requestProblems.invalid, { errors });
  return parsed;
}

/** What leaves the server is what the contract says: unknown fields are dropped, a wrong answer is our bug. */
export function parseResponse(endpoint: Endpoint, answer: unknown): unknown {
  const result = v.safeParse(endpoint.response, answer);
  if (!result.success) {
    // Without what was found in the place of it: that may be somebody's name, and this goes to the log.
    const expected = result.issues.map(
      (issue) => `${v.getDotPath(issue) ?? 'answer'} is not ${issue.expected}`,
    );
    throw new Error(`${endpoint.name} answered outside its contract: ${expected.join(', ')}`);
  }
  return result.output;
}

/**
 * @throws Problem 401 for nobody, 403 for a role that the endpoint does not name; `visits.only_looking` and `visits.not_for_guests` for
 * a guest of the platform
 */
export function authorize(
  endpoint: Endpoint,
  actor: Pick<Actor, 'role' | 'guest' | 'champion'> | null,
): void {
  if (actor?.guest) refuseGuest(endpoint, actor.guest);
  // Whatever their role may do elsewhere: a champion makes the calls that name champions, and those for anyone.
  if (actor?.champion && endpoint.roles !== 'anyone') {
    if (!endpoint.champions?.includes(actor.champion)) throw new Problem(requestProblems.forbidden);
    return;
  }
  if (endpoint.roles === 'anyone') return;
  if (actor === null) throw new Problem(requestProblems.unauthenticated);
  if (endpoint.roles !== 'signed-in' && !endpoint.roles.includes(actor.role))
    throw new Problem(requestProblems.forbidden);
}

function refuseGuest(endpoint: Endpoint, may: NonNullable<Actor['guest']>): void {
  const needs = guestsOf(endpoint);
  if (needs === 'look' || needs === may) return;
  const isWrite = endpoint.method !== 'GET';
  throw new Problem(may === 'look' && isWrite ? guestProblems.only_looking : guestProblems.not_for_guests);
}
