import { sql } from 'kysely';
import type { TenantTransaction } from '#server/platform/database.ts';
import { oldRows } from '#server/platform/sweep.ts';

const day = 24 * 60 * 60 * 1000;

/** In no text of its page, live or earlier. */
const isNowhere = sql<boolean>`not exists (
    select from content_versions as version
    where version.tenant_id = content_films.tenant_id and version.page_id = content_films.page_id
      and strpos(version.blocks::text, content_films.id::text) > 0)
  and not exists (
    select from content_drafts as draft
    where draft.tenant_id = content_films.tenant_id and draft.page_id = content_films.page_id
      and strpos(draft.blocks::text, content_films.id::text) > 0)`;

/** Those that stopped in the middle, and those that nobody put into a page. */
export const leftFilms = oldRows('content_films', {
  since: 'created_at',
  keptFor: 7 * day,
  which: sql<boolean>`(ready_at is null or (${isNowhere}))`,
});

export interface FilmRow {
  tenant_id: string;
  id: string;
  page_id: string;
  bytes: number;
  seconds: number | null;
  width: number | null;
  height: number | null;
  ready_at: Date | null;
}

const columns = ['tenant_id', 'id', 'page_id', 'bytes', 'seconds', 'width', 'height', 'ready_at'] as const;

function filmById(transaction: TenantTransaction, tenantId: string, id: string) {
  return transaction
    .selectFrom('content_films')
    .select(columns)
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id);
}

export function findFilm(transaction: TenantTransaction, tenantId: string, id: string) {
  return filmById(transaction, tenantId, id).executeTakeFirst();
}

/** Parts of one film are kept one after the other, and none while it is looked at or taken down. */
export function lockFilm(transaction: TenantTransaction, tenantId: string, id: string) {
  return filmById(transaction, tenantId, id).forUpdate().executeTakeFirst();
}

/** The same file of a page whose transfer is not finished. */
export function findUnfinished(
  transaction: TenantTransaction,
  film: { tenant_id: string; page_id: string; bytes: number; first_part: Buffer },
) {
  return transaction
    .selectFrom('content_films')
    .select(columns)
    .where('tenant_id', '=', film.tenant_id)
    .where('page_id', '=', film.page_id)
    .where('bytes', '=', film.bytes)
    .where('first_part', '=', film.first_part)
    .where('ready_at', 'is', null)
    .executeTakeFirst();
}

export async function countFilms(transaction: TenantTransaction, tenantId: string, pageId: string) {
  const { count } = await transaction
    .selectFrom('content_films')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('tenant_id', '=', tenantId)
    .where('page_id', '=', pageId)
    .executeTakeFirstOrThrow();
  return count;
}

export async function addFilm(
  transaction: TenantTransaction,
  film: {
    tenant_id: string;
    id: string;
    page_id: string;
    bytes: number;
    first_part: Buffer;
    made_by: string;
    created_at: Date;
  },
): Promise<void> {
  await transaction.insertInto('content_films').values(film).execute();
}

export function listParts(transaction: TenantTransaction, tenantId: string, filmId: string) {
  return transaction
    .selectFrom('content_film_parts')
    .select(['n', 'sha256', 'bytes'])
    .where('tenant_id', '=', tenantId)
    .where('film_id', '=', filmId)
    .orderBy('n')
    .execute();
}

/** Of a part that arrived with other bytes before, these count. */
export async function putPart(
  transaction: TenantTransaction,
  part: { tenant_id: string; film_id: string; n: number; sha256: Buffer; content: Buffer; bytes: number },
): Promise<void> {
  const { tenant_id, film_id, n } = part;
  await transaction
    .deleteFrom('content_film_parts')
    .where('tenant_id', '=', tenant_id)
    .where('film_id', '=', film_id)
    .where('n', '=', n)
    .execute();
  await transaction.insertInto('content_film_parts').values(part).execute();
}

export async function setReady(
  transaction: TenantTransaction,
  tenantId: string,
  { id, ...film }: { id: string; seconds: number; width: number; height: number; ready_at: Date },
): Promise<void> {
  await transaction
    .updateTable('content_films')
    .set(film)
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .execute();
}

/** From the first version with it on, schools show the platform's film. */
export async function shareFilms(
  transaction: TenantTransaction,
  tenantId: string,
  ids: readonly string[],
): Promise<void> {
  await sql`
    update content_films set shared = true
    where tenant_id = ${tenantId} and id = any(${[...ids]}) and not shared`.execute(transaction);
  await sql`
    update content_film_parts set shared = true
    where tenant_id = ${tenantId} and film_id = any(${[...ids]}) and not shared`.execute(transaction);
}

/** Its parts go with it. @returns whether it was there */
export async function deleteFilm(
  transaction: TenantTransaction,
  tenantId: string,
  id: string,
): Promise<boolean> {
  const gone = await transaction
    .deleteFrom('content_films')
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst();
  return gone !== undefined;
}

/** Of these films, those that can be watched. */
export async function listReady(
  transaction: TenantTransaction,
  { tenantId, pageId }: { tenantId: string; pageId: string },
): Promise<Set<string>> {
  const rows = await transaction
    .selectFrom('content_films')
    .select('id')
    .where('tenant_id', '=', tenantId)
    .where('page_id', '=', pageId)
    .where('ready_at', 'is not', null)
    .execute();
  return new Set(rows.map(({ id }) => id));
}

/** Some bytes of a part, or where the store has them. Undefined where the film was taken down. */
export async function readSlice(
  transaction: TenantTransaction,
  key: { tenantId: string; filmId: string; n: number },
  { from, length }: { from: number; length: number },
): Promise<{ sha256: Buffer; slice: Buffer | null } | undefined> {
  const { rows } = await sql<{ sha256: Buffer; slice: Buffer | null }>`
    select sha256, substring(content from ${from + 1} for ${length}) as slice from content_film_parts
    where tenant_id = ${key.tenantId} and film_id = ${key.filmId} and n = ${key.n}`.execute(transaction);
  return rows[0];
}
