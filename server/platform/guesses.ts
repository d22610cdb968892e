import { sql } from 'kysely';
import { Problem, requestProblems } from '#contract/kit/problem.ts';
import { inTenant, type Database, type TenantTransaction } from './database.ts';
import { auditOfGuesses } from './guess-audit.ts';
import { addFailure, forgottenAt, refusedUntil, type Count, type GuessKind } from './guess-limits.ts';
import type { SecretKey } from './secret-key.ts';
import { oldRows } from './sweep.ts';

export const forgottenGuesses = oldRows('failed_guesses', { since: 'forgotten_at', keptFor: 0 });

/** What wrong guesses are counted by. */
export interface Guesser {
  readonly kind: GuessKind;
  readonly subject: string;
  /** Id of the person or class that the audit names; left out where nothing exists by that name. */
  readonly named?: string | undefined;
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
  /** For what is no guess and counted alike, such as e-mails: counted before it is done, or of a thousand at once all were. */
  countEach(guess: Guess): Promise<void>;
  /** Counts one that was not wrong. False, and not counted, where there were too many. */
  countOne(
    transaction: TenantTransaction,
    guess: { tenantId: string; guesser: Guesser; now: Date },
  ): Promise<boolean>;
  /** Accounts, by person, and classes start again at nothing: staff looked at the passwords, or the person got a new one. */
  forgive(
    transaction: TenantTransaction,
    tenantId: string,
    forgiven: { accounts: readonly string[]; classes?: readonly string[] },
  ): Promise<void>;
}

interface Key {
  readonly kind: GuessKind;
  readonly subject: Buffer;
  readonly named: string | undefined;
}

type Row = Count & { kind: GuessKind; subject: Buffer };

export function createGuesses(options: { database: Database; secretKey: SecretKey }): Guesses {
  const { database, secretKey } = options;

  /** Always in the same order, in which they are locked. */
  function keysOf(guessers: readonly Guesser[]): Key[] {
    return guessers
      .map(({ kind, subject, named }) => ({
        kind,
        subject: secretKey.sign('guesses', `${kind} ${subject}`),
        named,
      }))
      .toSorted((one, other) =>
        one.kind === other.kind ? Buffer.compare(one.subject, other.subject) : one.kind < other.kind ? -1 : 1,
      );
  }

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
    refuseFull(await readCounts(transaction, tenantId, keysOf(guessers)), now);
  }

  async function endWrong({ tenantId, guessers, now }: Guess): Promise<void> {
    const before = await inTenant(database, tenantId, async (transaction) => {
      const keys = keysOf(guessers);
      const counts = await lockCounts(transaction, tenantId, keys, now);
      const counted = keys.flatMap((key) => {
        const count = counts.get(nameOf(key)) ?? null;
        // The wait of an account is not made longer by tries that nobody answers.
        if (key.kind === 'account' && count && refusedUntil(key.kind, count, now)) return [];
        return [{ key, was: count, is: addFailure(key.kind, count, now) }];
      });
      await writeCounts(transaction, tenantId, counted);
      await auditOfGuesses(transaction, tenantId, counted);
      return [...counts.values()];
    });
    // Of many sent at once only so many are answered: the others were too many already.
    refuseFull(before, now);
  }

  async function endRight(transaction: TenantTransaction, { tenantId, guessers, now }: Guess): Promise<void> {
    const keys = keysOf(guessers);
    const forgiven = await forgiveKeys(
      transaction,
      tenantId,
      keys.filter(({ kind }) => kind === 'account'),
    );
    // Locked: whoever counts at this moment comes before or after. Shared: many may be right at the same moment.
    const others = await readCounts(transaction, tenantId, keys, { lock: true });
    refuseFull([...forgiven, ...others], now);
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
      const back = () => inTenant(database, guess.tenantId, (transaction) => takeBack(transaction, guess));
      try {
        const result = await work();
        await back();
        return result;
      } catch (error) {
        // Nobody looked at the guess.
        if (error instanceof Problem && error.code === requestProblems.unavailable.code) await back();
        throw error;
      }
    },

    attemptBeyondGuessing: run,
    begin,
    endWrong,
    endRight,

    async countEach(guess) {
      await inTenant(database, guess.tenantId, (transaction) => begin(transaction, guess));
      await endWrong(guess);
    },

    async countOne(transaction, { tenantId, guesser, now }) {
      const [key] = keysOf([guesser]);
      if (!key) throw new Error('One guesser gave no key');
      const was = (await lockCounts(transaction, tenantId, [key], now)).get(nameOf(key)) ?? null;
      const isFull = was !== null && refusedUntil(key.kind, was, now) !== null;
      if (!isFull) await writeCounts(transaction, tenantId, [{ key, is: addFailure(key.kind, was, now) }]);
      return !isFull;
    },

    async forgive(transaction, tenantId, { accounts, classes = [] }) {
      const keys = keysOf([
        ...accounts.map((subject) => ({ kind: 'account', subject }) as const),
        ...classes.map((subject) => ({ kind: 'class', subject }) as const),
      ]);
      await forgiveKeys(transaction, tenantId, keys);
    },
  };

  /** One that was counted was right. */
  async function takeBack(transaction: TenantTransaction, { tenantId, guessers, now }: Guess): Promise<void> {
    const keys = keysOf(guessers);
    const counts = await lockCounts(transaction, tenantId, keys, now);
    const left = keys.flatMap((key) => {
      const count = counts.get(nameOf(key));
      return count && count.failures > 1 ? [{ key, is: { ...count, failures: count.failures - 1 } }] : [];
    });
    if (left.length > 0) await writeCounts(transaction, tenantId, left);
    // What was never wrong has no row.
    const gone = keys.filter((key) => !left.some((each) => each.key === key));
    await forgiveKeys(transaction, tenantId, gone);
  }
}

const nameOf = ({ kind, subject }: { kind: string; subject: Buffer }) => `${kind} ${subject.toString('hex')}`;

const columns = ['kind', 'subject', 'failures', 'since', 'latest'] as const;

async function readCounts(
  transaction: TenantTransaction,
  tenantId: string,
  keys: readonly Key[],
  { lock = false }: { lock?: boolean } = {},
): Promise<Row[]> {
  const rows = await transaction
    .selectFrom('failed_guesses')
    .select(columns)
    .where('tenant_id', '=', tenantId)
    .where((where) =>
      where.or(
        keys.map(({ kind, subject }) =>
          where.and([where('kind', '=', kind), where('subject', '=', subject)]),
        ),
      ),
    )
    .orderBy('kind')
    .orderBy('subject')
    .$if(lock, (query) => query.forShare())
    .execute();
  return rows as Row[];
}

/** Locks a row for each key, in their order, and answers those that count for something, by `nameOf`. */
async function lockCounts(
  transaction: TenantTransaction,
  tenantId: string,
  keys: readonly Key[],
  now: Date,
): Promise<ReadonlyMap<string, Row>> {
  // A new row is forgotten already, until it is written.
  const values = keys.map(({ kind, subject }) => ({
    tenant_id: tenantId,
    kind,
    subject,
    ...addFailure(kind, null, now),
    forgotten_at: now,
  }));
  const rows = await transaction
    .insertInto('failed_guesses')
    .values(values)
    .onConflict((conflict) =>
      conflict
        .columns(['tenant_id', 'kind', 'subject'])
        .doUpdateSet({ failures: sql<number>`failed_guesses.failures` }),
    )
    .returning([...columns, 'forgotten_at'])
    .execute();
  const there = rows.filter(({ forgotten_at }) => forgotten_at > now) as (Row & { forgotten_at: Date })[];
  return new Map(there.map((row) => [nameOf(row), row]));
}

/** The rows are locked. */
async function writeCounts(
  transaction: TenantTransaction,
  tenantId: string,
  counts: readonly { key: Key; is: Count }[],
): Promise<void> {
  await sql`
    update failed_guesses as row
    set failures = count.failures, since = count.since, latest = count.latest, forgotten_at = count.forgotten_at
    from unnest(
      ${counts.map(({ key }) => key.kind)}::text[],
      ${counts.map(({ key }) => key.subject)}::bytea[],
      ${counts.map(({ is }) => is.failures)}::integer[],
      ${counts.map(({ is }) => is.since)}::timestamptz[],
      ${counts.map(({ is }) => is.latest)}::timestamptz[],
      ${counts.map(({ key, is }) => forgottenAt(key.kind, is))}::timestamptz[]
    ) as count (kind, subject, failures, since, latest, forgotten_at)
    where row.tenant_id = ${tenantId} and row.kind = count.kind and row.subject = count.subject`.execute(
    transaction,
  );
}

async function forgiveKeys(
  transaction: TenantTransaction,
  tenantId: string,
  keys: readonly Key[],
): Promise<Row[]> {
  if (keys.length === 0) return [];
  const { rows } = await sql<Row>`
    delete from failed_guesses
    where tenant_id = ${tenantId} and ctid = any(array(
      select row.ctid from failed_guesses as row
      join unnest(${keys.map(({ kind }) => kind)}::text[], ${keys.map(({ subject }) => subject)}::bytea[])
        as key (kind, subject) on row.kind = key.kind and row.subject = key.subject
      where row.tenant_id = ${tenantId}
      order by row.kind, row.subject
      for update of row
    ))
    returning kind, subject, failures, since, latest`.execute(transaction);
  return rows;
}

function refuseFull(counts: readonly Row[], now: Date): void {
  const ends = counts.flatMap((row) => refusedUntil(row.kind, row, now) ?? []);
  if (ends.length === 0) return;
  const until = Math.max(...ends.map((end) => end.getTime()));
  const retryAfter = Math.max(1, Math.ceil((until - now.getTime()) / 1000));
  throw new Problem(requestProblems.too_many, {
    retryAfter,
    error: `Too many tries. Please wait ${waitWords(retryAfter)}, or ask somebody at your school for help.`,
  });
}

function waitWords(seconds: number): string {
  const minutes = Math.ceil(seconds / 60);
  if (minutes === 1) return 'a minute';
  if (minutes < 60) return `${minutes} minutes`;
  const hours = Math.ceil(minutes / 60);
  return hours === 1 ? 'an hour' : `${hours} hours`;
}
