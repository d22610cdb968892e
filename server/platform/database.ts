import { setTimeout as sleep } from 'node:timers/promises';
import { Kysely, PostgresDialect, sql, type Selectable, type Transaction } from 'kysely';
import { ArrayLists } from './array-lists.ts';
import { openPool, type PoolOptions } from './connections.ts';
import { DatabaseUnavailableError, isConflict, StaleStatementError } from './database-errors.ts';
import { metrics } from './metrics.ts';
import { tenantColumns, type Tables } from './tables.ts';

export type Database = Kysely<Tables>;
/** A transaction in which one tenant (or the platform scope) is set. The only thing that repositories are given. */
export type TenantTransaction = Transaction<Tables>;

/** Connections for the program's own role. */
export function openDatabase(url: string, options: PoolOptions = {}): Database {
  return new Kysely<Tables>({
    dialect: new PostgresDialect({ pool: openPool(url, options) }),
    plugins: [new ArrayLists()],
  });
}

type Isolation = 'read committed' | 'repeatable read';

const attempts = 6;
/** Milliseconds; doubles with every attempt. */
const firstPause = 25;

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

/**
 * Runs `work`, and takes back what it wrote where it was not meant. The same statements run either way, so that the time it takes does
 * not tell.
 */
export async function keepIf(
  transaction: TenantTransaction,
  isMeant: boolean,
  work: () => Promise<void>,
): Promise<void> {
  await sql`savepoint not_meant`.execute(transaction);
  await work();
  await sql`savepoint meant`.execute(transaction);
  await sql`rollback to savepoint ${sql.raw(isMeant ? 'meant' : 'not_meant')}`.execute(transaction);
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

/** Once more where the schema changed below a prepared statement; the second time has a new connection. */
async function onceMoreWhenStale<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof StaleStatementError)) throw error;
    metrics.databaseRetries.inc({ code: error.cause.code ?? 'unknown' });
  }
  try {
    return await work();
  } catch (error) {
    // The schema changed again; later it may be at rest.
    throw error instanceof StaleStatementError ? new DatabaseUnavailableError(error.cause) : error;
  }
}

/** Whose rows are seen from here to the end of the transaction. */
interface Scope {
  'app.tenant_id'?: string;
  'app.scope'?: string;
}

/**
 * As `set local`, which a sharded PostgreSQL hands on to the machines that have the rows, while it keeps what `set_config` says to itself.
 * That takes no parameters.
 */
export async function setScope(transaction: TenantTransaction, scope: Scope): Promise<void> {
  const settings = Object.entries(scope).map(
    ([name, value]) => sql`set local ${sql.raw(name)} = ${sql.lit(value)}`,
  );
  await sql`${sql.join(settings, sql`; `)}`.execute(transaction);
}

function transact<Result>(
  database: Database,
  scope: Scope,
  work: (transaction: TenantTransaction) => Promise<Result>,
  isolation?: Isolation,
): Promise<Result> {
  return onceMoreWhenStale(() => transactUntilAlone(database, scope, work, isolation));
}

/** Again where it met others in the same rows. */
async function transactUntilAlone<Result>(
  database: Database,
  scope: Scope,
  work: (transaction: TenantTransaction) => Promise<Result>,
  isolation: Isolation = 'read committed',
): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      const { result, waiting } = await database
        .transaction()
        .setIsolationLevel(isolation)
        .execute(async (transaction) => {
          // Goes along with the beginning.
          await setScope(transaction, scope);
          const worked = await work(transaction);
          return { result: worked, waiting: afterCommits.get(transaction) ?? [] };
        });
      for (const each of waiting) each(database);
      return result;
    } catch (error) {
      if (!isConflict(error) || attempt === attempts) throw error;
      metrics.databaseRetries.inc({ code: error.code ?? 'unknown' });
      // Not at once: whoever won the deadlock needs its locks to itself for a moment, or both meet in it again.
      await sleep(Math.random() * firstPause * 2 ** attempt);
    }
  }
}

/** Runs `work` in a transaction that sees and writes the rows of one tenant alone. Run again on a conflict or a stale statement. */
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
    setScope(transaction, { 'app.tenant_id': tenant, 'app.scope': scope });
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

/** The platform scope: may see and make tenants, reads what they ordered and paid, and nothing else inside of one. */
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
  const columns = sql.join(tenantColumns.map((column) => sql.ref(column)));
  const find = async () => {
    const { rows } = await sql<Selectable<Tables['tenants']>>`
      select ${columns} from tenant_at_address(${kind}, ${name})`.execute(database);
    return rows[0];
  };
  // A transaction is repeated as a whole.
  return await (database.isTransaction ? find() : onceMoreWhenStale(find));
}
