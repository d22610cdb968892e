import { sql } from 'kysely';
import * as v from 'valibot';
import type { Endpoint } from '#contract/kit/endpoint.ts';
import { Id } from '#contract/kit/id.ts';
import { Problem, requestProblems, type ProblemBody, type ProblemDefinition } from '#contract/kit/problem.ts';
import { lockName, savepoint, type TenantTransaction } from './database.ts';
import { sha256 } from './sha256.ts';
import { oldContent, oldRows } from './sweep.ts';
import { storedJson } from './stored-json.ts';

const day = 24 * 60 * 60 * 1000;

/**
 * A call is known by its key as long as a pushed one is, since tablets spend summers in cupboards. Its answer, in which
 * people's names stand, is said again for a month; after that the same call hears `request.already_applied`.
 */
export const oldKeys = oldRows('idempotency_keys', { since: 'created_at', keptFor: 400 * day });
export const oldAnswers = oldContent('idempotency_keys', {
  column: 'answer',
  since: 'created_at',
  keptFor: 30 * day,
});

export interface PersonKey {
  tenant_id: string;
  user_id: string;
}

/**
 * From here to the end of the transaction nobody else decides a repeatable call of this person: neither another server
 * nor another device of theirs, neither as a push nor as a keyed plain call. It comes before the first look at what was
 * decided, which would otherwise miss a decision that is being written.
 */
export async function lockPerson(transaction: TenantTransaction, person: PersonKey): Promise<void> {
  await lockName(transaction, `${person.tenant_id} ${person.user_id}`);
}

/** What became of a call that was sent before. */
export interface Decision {
  /** Null where it was applied. */
  problem: ProblemBody | null;
}

interface KeyedDecision extends Decision {
  /** Of the request that the key stood for. */
  fingerprint: Buffer;
}

/** A sha256 of what was asked, after validation. */
export function fingerprintOf(endpoint: Endpoint, input: unknown): Buffer {
  return sha256(`${endpoint.name} ${JSON.stringify(input)}`);
}

/** What became of plain calls with these keys. */
export async function readKeyed(
  transaction: TenantTransaction,
  person: PersonKey,
  keys: readonly string[],
): Promise<Map<string, KeyedDecision>> {
  const rows = await transaction
    .selectFrom('idempotency_keys')
    .select(['key', 'fingerprint', 'problem'])
    .where('tenant_id', '=', person.tenant_id)
    .where('user_id', '=', person.user_id)
    .where('key', '=', sql<string>`any(${keys}::text[])`)
    .execute();
  return new Map(rows.map((row) => [row.key, { ...row, problem: row.problem as ProblemBody | null }]));
}

/** What became of a pushed call, whichever of the person's devices sent it; null where none did. */
export type FindPushed = (
  transaction: TenantTransaction,
  person: PersonKey,
  mutationId: string,
) => Promise<(Decision & { name: string }) | null>;

/** How a keyed call ended. A refusal is no exception here: it has to be committed like an answer. */
export type KeyedOutcome = { answer: unknown } | { refused: Problem };

/**
 * Runs `work` once per key of a person, in the transaction of the call; a second sender waits for the first and then
 * gets its answer. An answer that is given `once` is not kept: the second sender hears `request.already_applied`.
 *
 * A refusal is kept like an answer: who sends the same again hears the same, even where it would be allowed by now. Why:
 * a request may be held up on its way, sent again and refused. The person reads that and moves on; were the first one
 * still good when it arrives at last, a change would be made that everybody takes for refused. Whoever wants to try again
 * takes a new key, as for a push a new mutation_id. Not kept are passing failures (429 and 5xx) and what is said before
 * the handler is asked: 401, 403 and input that is not valid.
 *
 * A key that is the `mutation_id` of a pushed call stands for that call: applied, it answers `request.already_applied`;
 * refused, the same problem again.
 * @throws Problem `request.key_reused` when the key stood for another request
 */
export async function onceFor(
  transaction: TenantTransaction,
  options: {
    person: PersonKey;
    key: string;
    endpoint: Endpoint;
    input: unknown;
    findPushed: FindPushed;
  },
  work: () => Promise<unknown>,
): Promise<KeyedOutcome> {
  const { person, endpoint } = options;
  const fingerprint = fingerprintOf(endpoint, options.input);
  // An id means the same in capitals, and a push writes it in small letters.
  const mutationId = v.safeParse(Id, options.key);
  const key = mutationId.success ? mutationId.output : options.key;
  await lockPerson(transaction, person);

  const before = await readAnswer(transaction, person, key);
  if (before) {
    if (!before.fingerprint.equals(fingerprint)) throw new Problem(requestProblems.key_reused);
    if (before.problem) throw storedProblem(before.problem, endpoint);
    if (before.answer === null) throw new Problem(requestProblems.already_applied);
    return { answer: before.answer };
  }
  if (mutationId.success) {
    const pushed = await options.findPushed(transaction, person, mutationId.output);
    if (pushed && pushed.name !== endpoint.name) throw new Problem(requestProblems.key_reused);
    if (pushed?.problem) throw storedProblem(pushed.problem, endpoint);
    if (pushed) throw new Problem(requestProblems.already_applied);
  }

  const outcome = await attempt(transaction, work);
  await transaction
    .insertInto('idempotency_keys')
    .values({
      ...person,
      key,
      fingerprint,
      answer: 'answer' in outcome && endpoint.answers !== 'once' ? JSON.stringify(outcome.answer) : null,
      // The id of the request is that of whoever reads it again.
      problem: 'refused' in outcome ? storedJson(outcome.refused.body('')) : null,
    })
    .execute();
  return outcome;
}

async function readAnswer(transaction: TenantTransaction, person: PersonKey, key: string) {
  const row = await transaction
    .selectFrom('idempotency_keys')
    .select(['fingerprint', 'answer', 'problem'])
    .where('tenant_id', '=', person.tenant_id)
    .where('user_id', '=', person.user_id)
    .where('key', '=', key)
    .executeTakeFirst();
  return row && { ...row, problem: row.problem as ProblemBody | null };
}

async function attempt(transaction: TenantTransaction, work: () => Promise<unknown>): Promise<KeyedOutcome> {
  const taken = await savepoint(transaction);
  try {
    const answer = await work();
    await taken.release();
    return { answer };
  } catch (error) {
    if (!(error instanceof Problem) || isPassing(error)) throw error;
    await taken.rollBack();
    return { refused: error };
  }
}

function isPassing({ definition: { status } }: Problem): boolean {
  return status === 429 || status >= 500;
}

/** A refusal as it was stored, with the status that its code has in the contract. */
function storedProblem(stored: ProblemBody, endpoint: Endpoint): Problem {
  const declared = [...(endpoint.problems ?? []), ...Object.values(requestProblems)];
  const definition: ProblemDefinition = declared.find(({ code }) => code === stored.code) ?? {
    // Nobody declares it any more, since it was stored.
    code: stored.code as ProblemDefinition['code'],
    status: 409,
    error: stored.error,
  };
  return new Problem(definition, {
    error: stored.error,
    errors: stored.errors,
    ...(stored.details && { details: stored.details }),
  });
}
