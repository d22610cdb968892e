import { buffer } from 'node:stream/consumers';
import { sql, type RawBuilder } from 'kysely';
import { inPlatformScope, inTenant, type Database, type TenantTransaction } from './database.ts';
import { MediaAwayError, type MediaRef, type MediaStore } from './media-store.ts';
import { createRounds, type Pauses } from './rounds.ts';
import { sha256 as hashOf } from './sha256.ts';

const hour = 60 * 60 * 1000;
const usualPauses: Pauses = { first: 2 * 60 * 1000, between: hour, afterFailure: 10 * 60 * 1000 };

/** Tables whose rows have `content`, `bytes` and `kept_in` (decision 148). */
export const mediaTables = [
  'assets',
  'stored_files',
  'resource_files',
  'book_offer_pages',
  'content_film_parts',
] as const;
type MediaTable = (typeof mediaTables)[number];

/** Rows that are emptied in one transaction. */
const batch = 50;

/** Milliseconds for which an object stays after its last row went: whoever is just writing the same content has begun within them. */
const keptFor = hour;

interface Kept {
  database: Database;
  store: MediaStore;
}

/** How far one has come in a table of a tenant. */
interface Place {
  tenantId: string;
  table: MediaTable;
  /** The hash of the last one. */
  after: Buffer;
}

interface Emptied {
  /** Null where there are no more. */
  last: Buffer | null;
  emptied: number;
}

interface Moved {
  sha256: Buffer;
  media_type: string;
  content: Buffer;
}

/** @throws MediaAwayError where the store has not what belongs to the hash */
async function readWhole(store: MediaStore, ref: MediaRef): Promise<Buffer> {
  const stream = await store.open(ref);
  const content = stream && (await buffer(stream));
  if (!content || hashOf(content).toString('hex') !== ref.sha256)
    throw new MediaAwayError('The store of media has not what it was given');
  return content;
}

/** The next row whose bytes are kept there, by its hash: each is looked at once, however many there are. */
async function findNext<Row extends { sha256: Buffer }>(
  transaction: TenantTransaction,
  { tenantId, table, after }: Place,
  { keptIn, columns }: { keptIn: 'row' | 'store'; columns: RawBuilder<unknown> },
): Promise<Row | undefined> {
  const { rows } = await sql<Row>`
    select ${columns} from ${sql.table(table)}
    where tenant_id = ${tenantId} and kept_in = ${keptIn} and sha256 > ${after}
    order by sha256 limit 1`.execute(transaction);
  return rows[0];
}

/** Puts the bytes of one row into the store and reads them back; from then on they are in both. @returns its hash */
async function copyOne({ database, store }: Kept, place: Place): Promise<Buffer | null> {
  const { tenantId, table } = place;
  const found = await inTenant(database, tenantId, async (transaction) => {
    const row = await findNext<Moved>(transaction, place, {
      keptIn: 'row',
      columns: sql`sha256, media_type, content`,
    });
    // Waits for whoever takes the same content away at this moment; nobody does from here on, for an hour.
    if (row)
      await transaction
        .deleteFrom('removed_media')
        .where('tenant_id', '=', tenantId)
        .where('sha256', '=', row.sha256)
        .execute();
    return row;
  });
  if (!found) return null;
  const ref = { tenantId, sha256: found.sha256.toString('hex') };
  await store.put(ref, found.content, found.media_type);
  const { length } = await readWhole(store, ref);
  await inTenant(database, tenantId, (transaction) =>
    sql`
      update ${sql.table(table)} set bytes = ${length}, kept_in = 'both'
      where tenant_id = ${tenantId} and sha256 = ${found.sha256} and kept_in = 'row'`.execute(transaction),
  );
  return found.sha256;
}

/** Whether the store still has it; its hash was compared when it was put there. */
async function isThere(store: MediaStore, ref: MediaRef): Promise<boolean> {
  const stream = await store.open(ref, { from: 0, to: 0 });
  stream?.destroy();
  return stream !== null;
}

/** Empties some rows whose bytes are in both; what the store has lost meanwhile stays in its row. @returns the last hash */
async function emptySome({ database, store }: Kept, { tenantId, table, after }: Place): Promise<Emptied> {
  const found = await inTenant(database, tenantId, (transaction) =>
    sql<{ sha256: Buffer }>`
      select distinct sha256 from ${sql.table(table)}
      where tenant_id = ${tenantId} and kept_in = 'both' and sha256 > ${after}
      order by sha256 limit ${batch}`.execute(transaction),
  );
  const there: Buffer[] = [];
  const lost: Buffer[] = [];
  for (const { sha256 } of found.rows) {
    const ref = { tenantId, sha256: sha256.toString('hex') };
    const known = (await isThere(store, ref)) ? there : lost;
    known.push(sha256);
  }
  if (found.rows.length > 0)
    await inTenant(database, tenantId, async (transaction) => {
      const name = sql.table(table);
      await sql`
        update ${name} set content = null, kept_in = 'store'
        where tenant_id = ${tenantId} and kept_in = 'both' and sha256 = any(${there})`.execute(transaction);
      await sql`
        update ${name} set kept_in = 'row'
        where tenant_id = ${tenantId} and kept_in = 'both' and sha256 = any(${lost})`.execute(transaction);
    });
  return { last: found.rows.at(-1)?.sha256 ?? null, emptied: there.length };
}

/** Gives up the copies of a table: its rows have all of them still. @returns how many rows */
async function keepRows({ database }: Kept, tenantId: string, table: MediaTable): Promise<number> {
  const { numAffectedRows } = await inTenant(database, tenantId, (transaction) =>
    sql`update ${sql.table(table)} set kept_in = 'row' where tenant_id = ${tenantId} and kept_in = 'both'`.execute(
      transaction,
    ),
  );
  return Number(numAffectedRows ?? 0);
}

/** Puts the bytes of one object back into its rows. @returns its hash; null where no more are in the store */
async function takeOneBack({ database, store }: Kept, place: Place): Promise<Buffer | null> {
  const { tenantId, table } = place;
  const found = await inTenant(database, tenantId, (transaction) =>
    findNext(transaction, place, { keptIn: 'store', columns: sql`sha256` }),
  );
  if (!found) return null;
  const content = await readWhole(store, { tenantId, sha256: found.sha256.toString('hex') });
  await inTenant(database, tenantId, (transaction) =>
    sql`
      update ${sql.table(table)} set content = ${content}, bytes = ${content.length}, kept_in = 'row'
      where tenant_id = ${tenantId} and sha256 = ${found.sha256} and kept_in = 'store'`.execute(transaction),
  );
  return found.sha256;
}

/** Whether a row of a tenant has its bytes in the store. */
async function isUsed(transaction: TenantTransaction, tenantId: string, sha256: Buffer): Promise<boolean> {
  const uses = mediaTables.map(
    (table) => sql`exists (
      select from ${sql.table(table)} where tenant_id = ${tenantId} and sha256 = ${sha256} and kept_in <> 'row')`,
  );
  const { rows } = await sql<{ used: boolean }>`select ${sql.join(uses, sql` or `)} as used`.execute(
    transaction,
  );
  return rows[0]?.used === true;
}

/**
 * Takes away one object whose last row went over an hour ago. Its note is held meanwhile, so that nobody puts the same content there;
 * of one alone, as the store may be slow. @returns whether there was one
 */
async function removeOneGone({ database, store }: Kept, tenantId: string, now: Date): Promise<boolean> {
  return await inTenant(database, tenantId, async (transaction) => {
    const gone = await transaction
      .selectFrom('removed_media')
      .select('sha256')
      .where('tenant_id', '=', tenantId)
      .where('removed_at', '<=', new Date(now.getTime() - keptFor))
      .limit(1)
      .forUpdate()
      .skipLocked()
      .executeTakeFirst();
    if (!gone) return false;
    const { sha256 } = gone;
    // A row of another table, or a later one, may have the same bytes.
    if (!(await isUsed(transaction, tenantId, sha256)))
      await store.remove({ tenantId, sha256: sha256.toString('hex') });
    await transaction
      .deleteFrom('removed_media')
      .where('tenant_id', '=', tenantId)
      .where('sha256', '=', sha256)
      .execute();
    return true;
  });
}

export async function listTenantIds(database: Database): Promise<string[]> {
  const tenants = await inPlatformScope(database, (transaction) =>
    transaction.selectFrom('tenants').select('id').where('gone_at', 'is', null).execute(),
  );
  return tenants.map(({ id }) => id);
}

export interface MediaMover {
  /** All bytes of rows into the store; they are in both then, and readers get them from their rows. @returns how many */
  copy(): Promise<number>;
  /** Empties the rows whose bytes are in both. @returns how many */
  empty(): Promise<number>;
  /** Copies, empties, and takes away what went. @returns how many were emptied */
  move(): Promise<number>;
  /** All bytes back into their rows. @returns how many */
  takeBack(): Promise<number>;
  /** Two minutes from now and then once an hour, until it is closed: empties what was copied the hour before, and copies. */
  start(): void;
  close(): Promise<void>;
}

/**
 * Bytes are written as rows, with all else that is written, and taken into the store within the hour; for the hour after they are in both
 * (decisions 148 and 185). Several servers may do it at once: each step may be repeated.
 */
export function createMediaMover(options: {
  database: Database;
  store: MediaStore;
  clock: { now(): Date };
  onFailure: (error: unknown) => void;
  /** Left out: so that it moves once an hour. */
  pauses?: Pauses;
}): MediaMover {
  const { database, store, clock, onFailure, pauses = usualPauses } = options;
  const kept = { database, store };

  async function ofAll(each: (tenantId: string, table: MediaTable) => Promise<number>): Promise<number> {
    let count = 0;
    for (const tenantId of await listTenantIds(database))
      for (const table of mediaTables) if (!rounds.signal.aborted) count += await each(tenantId, table);
    return count;
  }

  /** One after the other, by their hashes. */
  const oneByOne = (one: (kept: Kept, place: Place) => Promise<Buffer | null>) =>
    ofAll(async (tenantId, table) => {
      let count = 0;
      let after: Buffer | null = Buffer.alloc(0);
      while (after && !rounds.signal.aborted) {
        after = await one(kept, { tenantId, table, after });
        if (after) count += 1;
      }
      return count;
    });

  const copy = () => oneByOne(copyOne);

  const empty = () =>
    ofAll(async (tenantId, table) => {
      let count = 0;
      let after: Buffer | null = Buffer.alloc(0);
      while (after && !rounds.signal.aborted) {
        const { last, emptied }: Emptied = await emptySome(kept, { tenantId, table, after });
        after = last;
        count += emptied;
      }
      return count;
    });

  async function removeGone(): Promise<void> {
    for (const tenantId of await listTenantIds(database))
      while (!rounds.signal.aborted && (await removeOneGone(kept, tenantId, clock.now())));
  }

  async function move(): Promise<number> {
    await copy();
    const moved = await empty();
    await removeGone();
    return moved;
  }

  async function round(): Promise<void> {
    await empty();
    await copy();
    await removeGone();
  }

  const rounds = createRounds(pauses, round, onFailure);
  return {
    copy,
    empty,
    move,
    async takeBack() {
      const given = await ofAll((tenantId, table) => keepRows(kept, tenantId, table));
      return given + (await oneByOne(takeOneBack));
    },
    start: rounds.start,
    close: rounds.close,
  };
}
