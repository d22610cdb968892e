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

/** Puts the bytes of one row into the store, reads them back, and only then takes them out of the row. @returns its hash */
async function moveOne({ database, store }: Kept, place: Place): Promise<Buffer | null> {
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
      update ${sql.table(table)} set content = null, bytes = ${length}, kept_in = 'store'
      where tenant_id = ${tenantId} and sha256 = ${found.sha256} and kept_in = 'row'`.execute(transaction),
  );
  return found.sha256;
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
      select from ${sql.table(table)} where tenant_id = ${tenantId} and sha256 = ${sha256} and kept_in = 'store')`,
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
  /** All bytes of rows into the store, and what went away out of it. @returns how many were moved */
  move(): Promise<number>;
  /** All bytes back into their rows. @returns how many */
  takeBack(): Promise<number>;
  /** Moves two minutes from now and then once an hour, until it is closed. */
  start(): void;
  close(): Promise<void>;
}

/**
 * Bytes are written as rows, with all else that is written, and taken into the store within the hour (decision 148). Several servers may do it
 * at once: each step may be repeated.
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

  async function ofAll(one: (kept: Kept, place: Place) => Promise<Buffer | null>): Promise<number> {
    let moved = 0;
    for (const tenantId of await listTenantIds(database))
      for (const table of mediaTables) {
        let after: Buffer | null = Buffer.alloc(0);
        while (after && !rounds.signal.aborted) {
          after = await one({ database, store }, { tenantId, table, after });
          if (after) moved += 1;
        }
      }
    return moved;
  }

  async function move(): Promise<number> {
    const moved = await ofAll(moveOne);
    for (const tenantId of await listTenantIds(database))
      while (!rounds.signal.aborted && (await removeOneGone({ database, store }, tenantId, clock.now())));
    return moved;
  }

  const rounds = createRounds(pauses, move, onFailure);
  return {
    move,
    takeBack: () => ofAll(takeOneBack),
    start: rounds.start,
    close: rounds.close,
  };
}
