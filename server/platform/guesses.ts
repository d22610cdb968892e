import { sql } from 'kysely';
import { Problem, requestProblems } from '#contract/kit/problem.ts';
import { inTenant, type Database, type TenantTransaction } from './database.ts';
import type { SecretKey } from './secret-key.ts';
import { oldRows } from './sweep.ts';

const minute = 60 * 1000;

/** Milliseconds after the first wrong guess in which its like are counted; then all are forgotten. */
const memory = 10 * minute;

export const forgottenGuesses = oldRows('failed_guesses', { since: 'since', keptFor: memory });

const recentOf = (now: Date) => new Date(now.getTime() - memory);

/**
 * How many wrong guesses each may make in that time. A school has one address for all its tablets, and a tablet is used by
 * a whole class, so that only what stands for one account is narrow.
 */
const most = {
  account: 10,
  device: 30,
  network: 300,
  class_code_device: 30,
  class_code_network: 100,
  community_device: 10,
  community_network: 50,
  tablet_network: 100,
  invitation_device: 30,
  invitation_network: 100,
  registration_network: 30,
  // Logos that could not be drawn.
  logo_tenant: 30,
  domain: 30,
  visit_device: 30,
  visit_network: 100,
  // No guesses: what readers tell the school about a work is counted alike.
  report_person: 20,
  report_network: 20,
  // Nor are these: links that a visitor has sent to an address. Links and tickets that nobody has are guesses.
  offer_network: 20,
  offer_link_network: 300,
} as const;

/** Whose wrong guesses are counted. */
export interface Guesser {
  readonly kind: keyof typeof most;
  readonly subject: string;
}

export interface Guess {
  tenantId: string;
  guessers: readonly Guesser[];
  now: Date;
}

/** Each throws the Problem `request.too_many`, whether the guess was right or wrong, where too many before it were wrong. */
export interface Guesses {
  /** Runs `work`, which says by a problem with `wrong`'s code that the guess was wrong. */
  attempt<Result>(guess: Guess & { wrong: string }, work: () => Promise<Result>): Promise<Result>;
  /**
   * For work that costs much, such as drawing a picture: counted as wrong before it begins, and taken back once it was right. So
   * of many sent at once only so many are begun, and one whose caller hangs up counts.
   */
  attemptCostly<Result>(guess: Guess, work: () => Promise<Result>): Promise<Result>;
  /**
   * The same as `attempt` for what nobody guesses, such as 256 random bits: a right one is taken however many were wrong before it, or
   * one prankster in a network would keep everybody there out. Wrong ones are sent away after so many.
   */
  attemptBeyondGuessing<Result>(
    guess: Guess & { wrong: string },
    work: () => Promise<Result>,
  ): Promise<Result>;
  /** First step of an attempt, for who has a transaction around it: before it is known whether the guess is right. */
  begin(transaction: TenantTransaction, guess: Guess): Promise<void>;
  /** Last step of a wrong one. In a transaction of its own, since what is refused is undone. */
  endWrong(guess: Guess): Promise<void>;
  /**
   * Last step of a right one, in the transaction of what it opens: asked again, since others may have been wrong meanwhile;
   * or a thousand guesses at once would all be heard. A guesser of kind `account` starts again at nothing.
   */
  endRight(transaction: TenantTransaction, guess: Guess): Promise<void>;
  /** An account starts again at nothing: whose it is was shown in another way. */
  forgiveAccount(transaction: TenantTransaction, tenantId: string, account: string): Promise<void>;
}

interface Count {
  kind: string;
  failures: number;
  since: Date;
}

export function createGuesses(options: { database: Database; secretKey: SecretKey }): Guesses {
  const { database, secretKey } = options;

  /** Always in the same order, in which they are locked. */
  function keysOf(guessers: readonly Guesser[]) {
    return guessers
      .map(({ kind, subject }) => ({ kind, subject: secretKey.sign('guesses', `${kind} ${subject}`) }))
      .toSorted((one, other) => (one.kind < other.kind ? -1 : 1));
  }
  type Keys = ReturnType<typeof keysOf>;

  /** @throws whatever `work` throws; a wrong guess is counted */
  async function run<Result>(guess: Guess & { wrong: string }, work: () => Promise<Result>): Promise<Result> {
    try {
      return await work();
    } catch (error) {
      if (error instanceof Problem && error.code === guess.wrong) await endWrong(guess);
      throw error;
    }
  }

  async function begin(transaction: TenantTransaction, { tenantId, guessers, now }: Guess): Promise<void> {
    refuseFull(await readCounts(transaction, tenantId, keysOf(guessers), { recent: recentOf(now) }), 0, now);
  }

  async function endWrong({ tenantId, guessers, now }: Guess): Promise<void> {
    const recent = recentOf(now);
    const counts = await inTenant(database, tenantId, (transaction) =>
      countFailure(transaction, tenantId, keysOf(guessers), { now, recent }),
    );
    // Of many sent at once only so many are answered: the others were too many already.
    refuseFull(counts, 1, now);
  }

  async function endRight(transaction: TenantTransaction, { tenantId, guessers, now }: Guess): Promise<void> {
    const recent = recentOf(now);
    const keys = keysOf(guessers);
    const forgiven = await forgive(transaction, tenantId, keys);
    // Locked: whoever counts at this moment comes before or after. Shared: many may be right at the same moment.
    const others = await readCounts(transaction, tenantId, keys, { recent, lock: true });
    refuseFull([...forgiven.filter(({ since }) => since > recent), ...others], 0, now);
  }

  return {
    async attempt(guess, work) {
      await inTenant(database, guess.tenantId, (transaction) => begin(transaction, guess));
      const result = await run(guess, work);
      await inTenant(database, guess.tenantId, (transaction) => endRight(transaction, guess));
      return result;
    },

    async attemptCostly(guess, work) {
      await endWrong(guess);
      const result = await work();
      await inTenant(database, guess.tenantId, (transaction) => takeBack(transaction, guess));
      return result;
    },

    attemptBeyondGuessing: run,
    begin,
    endWrong,
    endRight,

    async forgiveAccount(transaction, tenantId, account) {
      await forgive(transaction, tenantId, keysOf([{ kind: 'account', subject: account }]));
    },
  };

  async function readCounts(
    transaction: TenantTransaction,
    tenantId: string,
    keys: Keys,
    { recent, lock = false }: { recent: Date; lock?: boolean },
  ): Promise<Count[]> {
    return await transaction
      .selectFrom('failed_guesses')
      .select(['kind', 'failures', 'since'])
      .where('tenant_id', '=', tenantId)
      .where((where) =>
        where.or(
          keys.map(({ kind, subject }) =>
            where.and([where('kind', '=', kind), where('subject', '=', subject)]),
          ),
        ),
      )
      .where('since', '>', recent)
      .orderBy('kind')
      .$if(lock, (query) => query.forShare())
      .execute();
  }

  async function countFailure(
    transaction: TenantTransaction,
    tenantId: string,
    keys: Keys,
    { now, recent }: { now: Date; recent: Date },
  ): Promise<Count[]> {
    const rows = keys.map((key) => ({ tenant_id: tenantId, ...key, failures: 1, since: now }));
    return await transaction
      .insertInto('failed_guesses')
      .values(rows)
      .onConflict((conflict) =>
        conflict.columns(['tenant_id', 'kind', 'subject']).doUpdateSet({
          failures: sql<number>`case when failed_guesses.since <= ${recent} then 1 else failed_guesses.failures + 1 end`,
          since: sql<Date>`case when failed_guesses.since <= ${recent} then excluded.since else failed_guesses.since end`,
        }),
      )
      .returning(['kind', 'failures', 'since'])
      .execute();
  }

  /** One that was counted was right. */
  async function takeBack(transaction: TenantTransaction, { tenantId, guessers, now }: Guess): Promise<void> {
    for (const { kind, subject } of keysOf(guessers)) {
      const isIt = { tenant_id: tenantId, kind, subject };
      const counted = await transaction
        .selectFrom('failed_guesses')
        .select('failures')
        .where((where) => where.and(isIt))
        .where('since', '>', recentOf(now))
        .forUpdate()
        .executeTakeFirst();
      if (!counted) continue;
      const { failures } = counted;
      // What was never wrong has no row.
      await (
        failures === 1
          ? transaction.deleteFrom('failed_guesses').where((where) => where.and(isIt))
          : transaction
              .updateTable('failed_guesses')
              .set({ failures: failures - 1 })
              .where((where) => where.and(isIt))
      ).execute();
    }
  }

  async function forgive(transaction: TenantTransaction, tenantId: string, keys: Keys): Promise<Count[]> {
    const accounts = keys.filter(({ kind }) => kind === 'account').map(({ subject }) => subject);
    if (accounts.length === 0) return [];
    return await transaction
      .deleteFrom('failed_guesses')
      .where('tenant_id', '=', tenantId)
      .where('kind', '=', 'account')
      .where('subject', 'in', accounts)
      .returning(['kind', 'failures', 'since'])
      .execute();
  }
}

/** @param own failures among them that are of the guess itself */
function refuseFull(counts: readonly Count[], own: 0 | 1, now: Date): void {
  const full = counts.filter(({ kind, failures }) => failures - own >= most[kind as keyof typeof most]);
  if (full.length === 0) return;
  const until = Math.max(...full.map(({ since }) => since.getTime())) + memory;
  const retryAfter = Math.max(1, Math.ceil((until - now.getTime()) / 1000));
  const minutes = Math.ceil(retryAfter / 60);
  throw new Problem(requestProblems.too_many, {
    retryAfter,
    error: `Too many tries. Please wait ${minutes === 1 ? 'a minute' : `${minutes} minutes`}, or ask somebody at your school for help.`,
  });
}
