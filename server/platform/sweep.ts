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
}

/** @returns the places of the rows in their table, each locked until the transaction ends */
function placesOf<Table extends keyof Tables>(
  table: Table,
  { since, keptFor, which = sql`true` }: Age<Table>,
  { tenantId, now, most }: { tenantId: string; now: Date; most: number },
): RawBuilder<unknown> {
  const moment = new Date(now.getTime() - keptFor);
  return sql`array(
    select ctid from ${sql.table(table)}
    where tenant_id = ${tenantId} and ${sql.ref(since)} <= ${moment} and ${which}
    limit ${most} for update skip locked
  )`;
}

/** Rows that are deleted at some age. There has to be an index on the tenant and that moment. */
export function oldRows<Table extends keyof Tables>(table: Table, age: Age<Table>): OldRows {
  return {
    table,
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

  async function sweep(): Promise<number> {
    const tenants = await inPlatformScope(database, (transaction) =>
      transaction.selectFrom('tenants').select('id').execute(),
    );
    let swept = 0;
    for (const { id } of tenants) {
      for (const each of rows) {
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
