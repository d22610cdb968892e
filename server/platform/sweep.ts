import { sql, type RawBuilder } from 'kysely';
import type { Clock } from './clock.ts';
import { inPlatformScope, inTenant, tryLockName, type Database, type TenantTransaction } from './database.ts';
import { metrics } from './metrics.ts';
import { createRounds, type Pauses } from './rounds.ts';
import type { Tables } from './tables.ts';

const hour = 60 * 60 * 1000;
const usualPauses: Pauses = { first: 60 * 1000, between: 24 * hour, afterFailure: hour };
/** Rows of one transaction: nobody waits long for one of them. */
const batch = 1000;

/** Rows of tenants that are good for nothing any more. */
export interface OldRows {
  readonly table: keyof Tables;
  /** Whether a tenant has any; left out: it is found out by sweeping. */
  some?(tenantId: string, now: Date): RawBuilder<boolean>;
  /** Takes away at most so many of one tenant, past those that somebody is using. @returns how many they were */
  sweep(transaction: TenantTransaction, tenantId: string, now: Date, most: number): Promise<number>;
}

interface Age<Table extends keyof Tables> {
  /** A moment of each row. */
  since: keyof Tables[Table] & string;
  /** Milliseconds after it for which the row is kept. */
  keptFor: number;
  /** Which rows; left out: all. */
  which?: RawBuilder<boolean>;
  /** Their ids begin with their moment, and the primary key finds them by it; what a clock that went ahead made stays a while longer. */
  hasTimedIds?: true;
  /** Rows that nobody changes, nor may: nothing is waited for where they are not locked. */
  isWrittenOnce?: true;
}

/** Which rows of a tenant are old. */
function whereOld<Table extends keyof Tables>(
  { since, keptFor, which = sql`true`, hasTimedIds }: Age<Table>,
  tenantId: string,
  now: Date,
): RawBuilder<boolean> {
  const moment = new Date(now.getTime() - keptFor);
  const byId = hasTimedIds ? sql`id < ${firstIdAfter(moment)}::uuid` : sql`true`;
  return sql`tenant_id = ${tenantId} and ${sql.ref(since)} <= ${moment} and ${byId} and ${which}`;
}

/** @see RFC 9562, UUIDv7 */
function firstIdAfter(moment: Date): string {
  const digits = (moment.getTime() + 1).toString(16).padStart(12, '0');
  return `${digits.slice(0, 8)}-${digits.slice(8)}-7000-8000-000000000000`;
}

/** @returns the places of the rows in their table, each locked until the transaction ends where somebody may change it */
function placesOf<Table extends keyof Tables>(
  table: Table,
  age: Age<Table>,
  { tenantId, now, most }: { tenantId: string; now: Date; most: number },
): RawBuilder<unknown> {
  return sql`array(
    select ctid from ${sql.table(table)} where ${whereOld(age, tenantId, now)}
    limit ${most} ${age.isWrittenOnce ? sql`` : sql`for update skip locked`}
  )`;
}

function someOf<Table extends keyof Tables>(
  table: Table,
  age: Age<Table>,
): Required<Pick<OldRows, 'some'>>['some'] {
  return (tenantId, now) =>
    sql`exists (select from ${sql.table(table)} where ${whereOld(age, tenantId, now)})`;
}

/** Rows that are deleted at some age. There has to be an index on the tenant and that moment. */
export function oldRows<Table extends keyof Tables>(table: Table, age: Age<Table>): OldRows {
  return {
    table,
    some: someOf(table, age),
    async sweep(transaction, tenantId, now, most) {
      const { numAffectedRows } = await sql`
        delete from ${sql.table(table)}
        where tenant_id = ${tenantId} and ctid = any(${placesOf(table, age, { tenantId, now, most })})`.execute(
        transaction,
      );
      return Number(numAffectedRows ?? 0);
    },
  };
}

/** Rows that stay, and of which one column is emptied at some age. */
export function oldContent<Table extends keyof Tables>(
  table: Table,
  { column, ...age }: Age<Table> & { column: keyof Tables[Table] & string },
): OldRows {
  const which = sql<boolean>`${sql.ref(column)} is not null`;
  return {
    table,
    some: someOf(table, { ...age, which }),
    async sweep(transaction, tenantId, now, most) {
      const places = placesOf(table, { ...age, which }, { tenantId, now, most });
      const { numAffectedRows } = await sql`
        update ${sql.table(table)} set ${sql.ref(column)} = null
        where tenant_id = ${tenantId} and ctid = any(${places})`.execute(transaction);
      return Number(numAffectedRows ?? 0);
    },
  };
}

export interface Sweeper {
  /** Sweeps once. Where another server is at it, the rest is left to that one. @returns how many rows were taken away */
  sweep(): Promise<number>;
  /** Sweeps a minute from now and then once a day, until it is closed. */
  start(): void;
  close(): Promise<void>;
}

export function createSweeper(options: {
  database: Database;
  clock: Clock;
  rows: readonly OldRows[];
  onFailure: (error: unknown) => void;
  /** Left out: so that it sweeps once a day. */
  pauses?: Pauses;
}): Sweeper {
  const { database, clock, rows, onFailure, pauses = usualPauses } = options;

  /** @returns null where another server is at it */
  async function sweepSome(tenantId: string, each: OldRows): Promise<number | null> {
    return await inTenant(database, tenantId, async (transaction) =>
      (await tryLockName(transaction, 'sweep'))
        ? await each.sweep(transaction, tenantId, clock.now(), batch)
        : null,
    );
  }

  /** In one statement, since most have nothing. */
  async function kindsToSweep(tenantId: string): Promise<OldRows[]> {
    const now = clock.now();
    const answers = rows.map((each) => each.some?.(tenantId, now) ?? sql<boolean>`true`);
    if (answers.length === 0) return [];
    const found = await inTenant(database, tenantId, (transaction) =>
      sql<{ some: boolean[] }>`select array[${sql.join(answers)}] as some`.execute(transaction),
    );
    return rows.filter((_, place) => found.rows[0]?.some[place] === true);
  }

  async function sweep(): Promise<number> {
    const tenants = await inPlatformScope(database, (transaction) =>
      transaction.selectFrom('tenants').select('id').execute(),
    );
    let swept = 0;
    for (const { id } of tenants) {
      if (rounds.signal.aborted) return swept;
      for (const each of await kindsToSweep(id)) {
        for (;;) {
          const found = rounds.signal.aborted ? null : await sweepSome(id, each);
          if (found === null) return swept;
          swept += found;
          if (found < batch) break;
        }
      }
    }
    metrics.sweepSucceeded.set(clock.now().getTime() / 1000);
    return swept;
  }

  const rounds = createRounds(pauses, sweep, onFailure);
  return { sweep, start: rounds.start, close: rounds.close };
}
