import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  Kysely,
  PostgresDialect,
  sql,
  type PostgresPool,
  type PostgresPoolClient,
  type Selectable,
  type Transaction,
} from 'kysely';
import pg from 'pg';
import type { Tables } from './tables.ts';

export type Database = Kysely<Tables>;
/** A transaction in which one tenant (or the platform scope) is set. The only thing that repositories are given. */
export type TenantTransaction = Transaction<Tables>;

// Counters and positions stay far below 2^53, and a number is what the contract says.
const types: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary'): unknown =>
    oid === pg.types.builtins.INT8
      ? Number
      : pg.types.getTypeParser(oid, format)) as typeof pg.types.getTypeParser,
};

const statementNames = new Map<string, string>();

/** The name of a statement is made from its text, so that the same text is the same statement everywhere. */
function statementName(text: string): string {
  const known = statementNames.get(text);
  if (known !== undefined) return known;
  const name = createHash('sha256').update(text).digest('base64url');
  statementNames.set(text, name);
  return name;
}

/** Rows written out one after the other: another text for each number of rows, too many to keep. */
const isListOfRows = (text: string) => text.includes('), ($');

/** How a transaction begins. It waits for what is asked in it at first, and goes along: a way less to the database and back. */
const isBeginning = (text: string) => /^(?:begin|start transaction)\b/u.test(text);
const noRows = { command: 'BEGIN', rowCount: null, rows: [] };

/** @returns the answer to the last statement */
async function inOneMessage(client: pg.PoolClient, statements: readonly string[]): Promise<unknown> {
  // Several statements in one text have as many answers, of which the types know nothing.
  const answers: unknown = await client.query(statements.join('; '));
  return Array.isArray(answers) ? answers.at(-1) : answers;
}

/**
 * Names what it asks, so that PostgreSQL parses and plans each statement once per connection and not each time it runs:
 * planning our queries takes longer than running them. A pooler in between has to know of prepared statements
 * (PgBouncer from 1.21 with `max_prepared_statements`).
 */
function preparing(client: pg.PoolClient): PostgresPoolClient {
  let beginning: string | null = null;
  const query = async (text: string, parameters: readonly unknown[]) => {
    if (isBeginning(text)) {
      beginning = text;
      return noRows;
    }
    const before = beginning;
    beginning = null;
    if (before !== null && parameters.length === 0) return await inOneMessage(client, [before, text]);
    if (before !== null) await client.query(before);
    const values = [...parameters];
    return await client.query(
      isListOfRows(text) ? { text, values } : { name: statementName(text), text, values },
    );
  };
  // The other form of a query is a cursor, which we never open.
  return { query: query as never, release: () => client.release() };
}

/*
 * A prepared statement keeps its plan. One that was made while a table was small would read the whole table for ever
 * (until PostgreSQL counts its rows again), so whole tables are read only where nothing else would do: every row is
 * found by an index that begins with the tenant. Ruling them out looks to PostgreSQL like a high cost, for which it would
 * compile; that takes longer than our queries run. Random reads cost what they do on SSDs, not on turning disks.
 */
const planning = ['enable_seqscan=off', 'jit=off', 'random_page_cost=1.1'];

/** Connections for the program's own role. `onConnectionLost` hears of idle connections that the server dropped. */
export function openDatabase(
  url: string,
  options: { connections?: number; onConnectionLost?: (error: Error) => void } = {},
): Database {
  const pool = new pg.Pool({
    connectionString: url,
    max: options.connections ?? 16,
    connectionTimeoutMillis: 10_000,
    // A runaway statement must not hold a connection; the longest honest one is a first pull of a big school.
    statement_timeout: 20_000,
    idle_in_transaction_session_timeout: 60_000,
    options: planning.map((setting) => `-c ${setting}`).join(' '),
    types,
  });
  // Without a listener an idle connection's loss would end the process; the next query simply opens another.
  pool.on('error', (error) => options.onConnectionLost?.(error));
  const preparingPool: PostgresPool = {
    connect: async () => preparing(await pool.connect()),
    end: () => pool.end(),
  };
  return new Kysely<Tables>({ dialect: new PostgresDialect({ pool: preparingPool }) });
}

type Isolation = 'read committed' | 'repeatable read';

const retryable = new Set(['40001', '40P01']);
const attempts = 6;
/** Milliseconds; doubles with every attempt. */
const firstPause = 25;

const statementTookTooLong = '57014';

function isRetryable(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code !== undefined && retryable.has(error.code);
}

/**
 * True for what went wrong in a single statement or handler, so that a savepoint takes it back; false where the whole
 * transaction has to be run again (40), or its connection is gone (08, 53, 57).
 */
export function endsAtSavepoint(error: unknown): boolean {
  if (error instanceof pg.DatabaseError) {
    const { code } = error;
    return code === statementTookTooLong || (code !== undefined && !/^(40|57|08|53)/u.test(code));
  }
  // Of all other errors only the operating system's are about the connection.
  return !(error instanceof Error && 'syscall' in error);
}

/** A row with one of these keys is there already. */
export function isTaken(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === '23505';
}

/** A row is not let go because another one refers to it. */
export function isReferenced(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === '23503';
}

export interface Savepoint {
  /** What was done since stays. */
  release(): Promise<void>;
  /** What was done since is undone, and the transaction goes on. */
  rollBack(): Promise<void>;
}

/** Savepoints inside of each other end in the opposite order. */
export async function savepoint(transaction: TenantTransaction): Promise<Savepoint> {
  await sql`savepoint attempt`.execute(transaction);
  return {
    async release() {
      await sql`release savepoint attempt`.execute(transaction);
    },
    async rollBack() {
      await sql`rollback to savepoint attempt`.execute(transaction);
      await sql`release savepoint attempt`.execute(transaction);
    },
  };
}

/** From here to the end of the transaction nobody else gets past this line with the same name. */
export async function lockName(transaction: TenantTransaction, name: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(transaction);
}

/** As `lockName`, but false where somebody else is past the line. */
export async function tryLockName(transaction: TenantTransaction, name: string): Promise<boolean> {
  const { rows } = await sql<{ is_ours: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended(${name}, 0)) as is_ours`.execute(transaction);
  return rows[0]?.is_ours === true;
}

type AfterCommit = (database: Database) => void;

const afterCommits = new WeakMap<TenantTransaction, AfterCommit[]>();

/** Runs `work` once the transaction is committed, and never where it is not. */
export function afterCommit(transaction: TenantTransaction, work: AfterCommit): void {
  afterCommits.set(transaction, [...(afterCommits.get(transaction) ?? []), work]);
}

async function transact<Result>(
  database: Database,
  settings: Record<string, string>,
  work: (transaction: TenantTransaction) => Promise<Result>,
  isolation: Isolation = 'read committed',
): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      const { result, waiting } = await database
        .transaction()
        .setIsolationLevel(isolation)
        .execute(async (transaction) => {
          // As literals, so that they go along with the beginning.
          const assignments = Object.entries(settings).map(
            ([name, value]) => sql`set_config(${sql.lit(name)}, ${sql.lit(value)}, true)`,
          );
          await sql`select ${sql.join(assignments)}`.execute(transaction);
          const worked = await work(transaction);
          return { result: worked, waiting: afterCommits.get(transaction) ?? [] };
        });
      for (const each of waiting) each(database);
      return result;
    } catch (error) {
      // Serialization failure or deadlock: PostgreSQL rolled everything back and asks for the same again.
      if (!isRetryable(error) || attempt === attempts) throw error;
      // Not at once: whoever won the deadlock needs its locks to itself for a moment, or both meet in it again.
      await sleep(Math.random() * firstPause * 2 ** attempt);
    }
  }
}

/** Runs `work` in a transaction that sees and writes the rows of one tenant alone. Run again on 40001 and 40P01. */
export function inTenant<Result>(
  database: Database,
  tenantId: string,
  work: (transaction: TenantTransaction) => Promise<Result>,
  isolation?: Isolation,
): Promise<Result> {
  return transact(database, { 'app.tenant_id': tenantId }, work, isolation);
}

/**
 * Goes to another tenant's rows in the middle of a transaction, and comes back: for the few things that two tenants have to
 * agree on, such as who may visit whom. At no moment are both seen. `null`: the platform scope.
 */
export async function elsewhere<Result>(
  transaction: TenantTransaction,
  tenantId: string | null,
  work: () => Promise<Result>,
): Promise<Result> {
  const { rows } = await sql<{ tenant: string | null; scope: string | null }>`
    select current_setting('app.tenant_id', true) as tenant, current_setting('app.scope', true) as scope`.execute(
    transaction,
  );
  const go = (tenant: string, scope: string) =>
    sql`select set_config('app.tenant_id', ${tenant}, true), set_config('app.scope', ${scope}, true)`.execute(
      transaction,
    );
  await go(tenantId ?? '', tenantId === null ? 'platform' : '');
  let result;
  try {
    result = await work();
  } catch (error) {
    // After an error of the database nothing can be set any more, and the transaction ends; after any other it may go on.
    await go(rows[0]?.tenant ?? '', rows[0]?.scope ?? '').catch(() => undefined);
    throw error;
  }
  await go(rows[0]?.tenant ?? '', rows[0]?.scope ?? '');
  return result;
}

/** The platform scope: may see and make tenants, and nothing inside of one. */
export function inPlatformScope<Result>(
  database: Database,
  work: (transaction: TenantTransaction) => Promise<Result>,
): Promise<Result> {
  return transact(database, { 'app.scope': 'platform' }, work);
}

/** The work scope: may read tasks that wait, of all tenants, and write nothing. */
export function inWorkScope<Result>(
  database: Database,
  work: (transaction: TenantTransaction) => Promise<Result>,
): Promise<Result> {
  return transact(database, { 'app.scope': 'work' }, work);
}

/** What a host was parsed into; exactly one is set. */
export type HostLookup = { platform: true } | { subdomain: string } | { host: string };

/** The one tenant of a host. Its row is seen by this question alone. */
export async function tenantAt(
  database: Database | TenantTransaction,
  lookup: HostLookup,
): Promise<Selectable<Tables['tenants']> | undefined> {
  const [kind, name] =
    'platform' in lookup
      ? ['platform', 'on']
      : 'subdomain' in lookup
        ? ['subdomain', lookup.subdomain]
        : ['host', lookup.host];
  const found = await sql<Selectable<Tables['tenants']>>`select * from tenant_at(${kind}, ${name})`.execute(
    database,
  );
  return found.rows[0];
}
