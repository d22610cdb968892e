import { sql, type Insertable, type Updateable } from 'kysely';
import type { TenantTransaction } from '#server/platform/database.ts';
import { pictureAddress } from '#server/platform/shown-pictures.ts';
import type { Tables } from '#server/platform/tables.ts';

export const modePictures = { path: '/mode-pictures/', type: 'image/webp' } as const;

const columns = ['id', 'position', 'name', 'image', 'active', 'status'] as const;

/** Locks all modes against changes by other administrators until the transaction ends, and reads them in their order. */
export async function lockModes(transaction: TenantTransaction) {
  await transaction.selectFrom('modes').select('id').orderBy('id').forNoKeyUpdate().execute();
  // Read again: the statement above does not see a mode that was added while it waited.
  return await readModes(transaction);
}

export function readModes(transaction: TenantTransaction) {
  return transaction.selectFrom('modes').select(columns).orderBy('position').execute();
}
export type ModeRow = Awaited<ReturnType<typeof readModes>>[number];

export async function insertMode(
  transaction: TenantTransaction,
  mode: Insertable<Tables['modes']>,
): Promise<void> {
  await transaction.insertInto('modes').values(mode).execute();
}

export async function updateMode(
  transaction: TenantTransaction,
  id: string,
  change: Updateable<Tables['modes']>,
): Promise<void> {
  await transaction.updateTable('modes').set(change).where('id', '=', id).execute();
}

/** Gives the modes the places 1, 2, 3 … in the order of their ids. */
export async function placeModes(transaction: TenantTransaction, ids: readonly string[]): Promise<void> {
  await sql`
    update modes set position = placed.place
    from unnest(${ids}::uuid[]) with ordinality as placed (id, place)
    where modes.id = placed.id`.execute(transaction);
}

/** Stores a picture once. @returns its address */
export async function keepPicture(
  transaction: TenantTransaction,
  picture: Insertable<Tables['mode_pictures']>,
): Promise<string> {
  await transaction
    .insertInto('mode_pictures')
    .values(picture)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return pictureAddress(modePictures, picture.sha256);
}

export async function findPicture(
  transaction: TenantTransaction,
  sha256: Buffer,
): Promise<Buffer | undefined> {
  const row = await transaction
    .selectFrom('mode_pictures')
    .select('content')
    .where('sha256', '=', sha256)
    .executeTakeFirst();
  return row?.content;
}

export interface ModeUses {
  schools: number;
  locks: number;
  works: number;
}

/** In the platform scope: for each mode, schools that offer it to their people, schools that locked it, and works of all tenants. */
export async function countUses(transaction: TenantTransaction): Promise<(id: string) => ModeUses> {
  const tenants = await transaction
    .selectFrom('tenants')
    .select(['id', 'switchboard', 'is_organization', 'is_platform'])
    .execute();
  const offers = ({ switchboard, is_organization, is_platform }: (typeof tenants)[number]) =>
    switchboard && !is_organization && !is_platform;
  const schools = tenants.filter(offers);
  const others = tenants.filter((tenant) => !offers(tenant));
  const count = async (of: readonly { id: string }[]) => {
    const { rows } = await sql<{ mode_id: string; locks: number; works: number }>`
      select mode_id, sum(locks)::int as locks, sum(works)::int as works
      from count_mode_uses(${of.map(({ id }) => id)}::uuid[]) group by mode_id`.execute(transaction);
    return new Map(rows.map((row) => [row.mode_id, row]));
  };
  const [inSchools, elsewhere] = [await count(schools), await count(others)];
  const none = { locks: 0, works: 0 };
  return (id) => {
    const here = inSchools.get(id) ?? none;
    const there = elsewhere.get(id) ?? none;
    return {
      schools: schools.length - here.locks,
      locks: here.locks + there.locks,
      works: here.works + there.works,
    };
  };
}
