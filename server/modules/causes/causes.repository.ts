import { sql, type RawBuilder } from 'kysely';
import type { Insertable, Updateable } from 'kysely';
import { foldForSearch } from '#contract/kit/fold.ts';
import type {
  Cause,
  CauseState,
  CauseTotal,
  CauseUpdate,
  TaxScheme,
} from '#contract/causes/causes.schema.ts';
import type { TenantTransaction } from '#server/platform/database.ts';
import { hasWords } from '#server/platform/search-words.ts';
import { pictureAddress } from '#server/platform/shown-pictures.ts';
import type { Tables } from '#server/platform/tables.ts';
import { listShown } from './payouts.repository.ts';

/** Where pictures of causes are served; see `causes.web.ts`. */
export const causePictures = { path: '/cause-pictures/', type: 'image/jpeg' } as const;

export const pictureAt = (sha256: Buffer | null): string | null =>
  sha256 && pictureAddress(causePictures, sha256);

const wordsOf = (search: string) =>
  foldForSearch(search)
    .split(/\s+/u)
    .filter((word) => word !== '');

/** What was raised, by currency, of practice or of real money; of rows called `cause`. */
const sumsOf = (isTest: boolean): RawBuilder<CauseTotal[]> => sql`(
  select coalesce(json_agg(json_build_object(
    'currency', total.currency, 'raised', total.raised, 'copies', total.copies,
    'paid_out', total.paid_out) order by total.currency), '[]')
  from cause_totals as total where total.cause_id = cause.id and total.is_test = ${isTest} 
    and (total.copies > 0 or total.paid_out > 0))`;

export interface CauseRow {
  id: string;
  owner_id: string | null;
  name: string;
  slug: string;
  state: CauseState;
  summary: string;
  story: string;
  picture_sha256: Buffer | null;
  country: string | null;
  registration_no: string;
  tax_scheme: TaxScheme;
  currency: string | null;
  goal: number | null;
  reason: string;
  submitted_at: Date | null;
  opened_at: Date | null;
  updated_at: Date;
  sums: CauseTotal[];
}

const columns = (
  isTest: boolean,
) => sql`cause.id, cause.owner_id, cause.name, cause.slug, cause.state, cause.summary,
  cause.story, cause.picture_sha256, cause.country, cause.registration_no, cause.tax_scheme, cause.currency, cause.goal,
  cause.reason, cause.submitted_at, cause.opened_at, cause.updated_at, ${sumsOf(isTest)} as sums`;

interface Wanted {
  /** Left out: of everybody whom the transaction sees. */
  owner?: string;
  state?: CauseState | undefined;
  search?: string;
}

const wantedOf = ({ owner, state, search = '' }: Wanted) => sql`
  ${owner === undefined ? sql`true` : sql`cause.owner_id = ${owner}`}
  and ${state === undefined ? sql`true` : sql`cause.state = ${state}`}
  and ${hasWords(wordsOf(search), sql`cause.search_text`)}`;

/** A page by name, and how many there are in all. */
export async function listCauses(
  transaction: TenantTransaction,
  wanted: Wanted & { limit: number; offset: number; isTest: boolean },
): Promise<{ count: number; rows: CauseRow[] }> {
  const counted = await sql<{ count: number }>`
    select count(*) as count from causes as cause where ${wantedOf(wanted)}`.execute(transaction);
  const { rows } = await sql<CauseRow>`
    select ${columns(wanted.isTest)} from causes as cause where ${wantedOf(wanted)}
    order by cause.name, cause.id limit ${wanted.limit} offset ${wanted.offset}`.execute(transaction);
  return { count: counted.rows[0]?.count ?? 0, rows };
}

export async function findCause(
  transaction: TenantTransaction,
  place: { id: string } | { slug: string },
  isTest: boolean,
): Promise<CauseRow | undefined> {
  const is = 'id' in place ? sql`cause.id = ${place.id}` : sql`cause.slug = ${place.slug}`;
  const { rows } = await sql<CauseRow>`
    select ${columns(isTest)} from causes as cause where ${is}`.execute(transaction);
  return rows[0];
}

/** Locks a cause until the end of the transaction. */
export async function lockCause(transaction: TenantTransaction, id: string): Promise<void> {
  await sql`select from causes where id = ${id} for no key update`.execute(transaction);
}

/** Names of the schools that named these causes, by id. */
export async function findOwnerNames(
  transaction: TenantTransaction,
  causes: readonly Pick<CauseRow, 'owner_id'>[],
): Promise<ReadonlyMap<string, string>> {
  const ids = [...new Set(causes.map(({ owner_id }) => owner_id).filter((id) => id !== null))];
  if (ids.length === 0) return new Map();
  const rows = await transaction
    .selectFrom('tenants')
    .select(['id', 'school_name'])
    .where('id', 'in', ids)
    .execute();
  return new Map(rows.map(({ id, school_name }) => [id, school_name]));
}

/** Causes of one school that are neither open nor over. */
export async function countDrafts(transaction: TenantTransaction, owner: string): Promise<number> {
  const { count } = await transaction
    .selectFrom('causes')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('owner_id', '=', owner)
    .where('state', 'in', ['draft', 'submitted'])
    .executeTakeFirstOrThrow();
  return count;
}

/** @returns false where its name in addresses or its id is taken, also by one that the transaction does not see */
export async function insertCause(
  transaction: TenantTransaction,
  cause: Omit<Insertable<Tables['causes']>, 'search_text'>,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await transaction
    .insertInto('causes')
    .values({ ...cause, search_text: foldForSearch(cause.name) })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows === 1n;
}

export async function updateCause(
  transaction: TenantTransaction,
  id: string,
  changes: Updateable<Tables['causes']>,
): Promise<void> {
  await transaction
    .updateTable('causes')
    .set({
      ...changes,
      ...(typeof changes.name === 'string' && { search_text: foldForSearch(changes.name) }),
    })
    .where('id', '=', id)
    .execute();
}

/** The same picture is kept once for each cause. */
export async function insertPicture(
  transaction: TenantTransaction,
  picture: Insertable<Tables['cause_pictures']>,
): Promise<void> {
  await transaction
    .insertInto('cause_pictures')
    .values(picture)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export async function findPicture(
  transaction: TenantTransaction,
  sha256: Buffer,
): Promise<Buffer | undefined> {
  const row = await transaction
    .selectFrom('cause_pictures')
    .select('content')
    .where('sha256', '=', sha256)
    .executeTakeFirst();
  return row?.content;
}

/** @returns false where it was told before */
export async function insertUpdate(
  transaction: TenantTransaction,
  update: Insertable<Tables['cause_updates']>,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await transaction
    .insertInto('cause_updates')
    .values(update)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows === 1n;
}

/** The latest first, so many of each cause. */
export async function listUpdates(
  transaction: TenantTransaction,
  { causeIds, limit, isTest }: { causeIds: readonly string[]; limit: number; isTest: boolean },
): Promise<(CauseUpdate & { cause_id: string })[]> {
  if (causeIds.length === 0) return [];
  const { rows } = await sql<{
    cause_id: string;
    id: string;
    text: string;
    picture_sha256: Buffer | null;
    payout_id: string | null;
    created_at: Date;
  }>`
    select told.cause_id, told.id, told.text, told.picture_sha256, told.payout_id, told.created_at
    from unnest(${[...causeIds]}::uuid[]) as cause (id)
    cross join lateral (
      select cause_id, id, text, picture_sha256, payout_id, created_at from cause_updates
      where cause_id = cause.id order by created_at desc, id desc limit ${limit}
    ) as told
    order by told.created_at desc, told.id desc`.execute(transaction);
  const ids = rows.flatMap(({ payout_id }) => payout_id ?? []);
  const payouts = ids.length === 0 ? [] : await listShown(transaction, { isTest, ids, limit: ids.length });
  return rows.map(({ picture_sha256, payout_id, created_at, ...row }) => ({
    ...row,
    picture: pictureAt(picture_sha256),
    payout: payouts.find(({ id }) => id === payout_id) ?? null,
    created_at: created_at.toISOString(),
  }));
}

/** Open ones with all words of the search in their names, which may be half typed; how many in all, and the first by name. */
export async function findCauses(
  transaction: TenantTransaction,
  { search, limit }: { search: string; limit: number },
): Promise<{ count: number; results: Cause[] }> {
  const words = wordsOf(search);
  if (words.length === 0) return { count: 0, results: [] };
  const { rows } = await sql<Cause & { count: number }>`
    select id, name, slug, count(*) over () as count from causes
    where state = 'open' and ${hasWords(words, sql`search_text`)}
    order by name, id limit ${limit}`.execute(transaction);
  return { count: rows[0]?.count ?? 0, results: rows.map(({ count: _count, ...cause }) => cause) };
}

export async function countOpenCauses(transaction: TenantTransaction): Promise<number> {
  const { count } = await transaction
    .selectFrom('causes')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('state', '=', 'open')
    .executeTakeFirstOrThrow();
  return count;
}

export async function isShopOpen(transaction: TenantTransaction, tenantId: string): Promise<boolean> {
  const row = await transaction
    .selectFrom('shops')
    .select('is_open')
    .where('tenant_id', '=', tenantId)
    .executeTakeFirst();
  return row?.is_open === true;
}
