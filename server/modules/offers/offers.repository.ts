import { sql } from 'kysely';
import type { OfferedBook } from '#contract/offers/offers.schema.ts';
import { latestNow } from '#server/platform/clock.ts';
import type { TenantTransaction } from '#server/platform/database.ts';
import { oldRows } from '#server/platform/sweep.ts';
import type { PictureFacts } from '../works/works.store.ts';

/** Their pages go with them. */
export const oldOffers = oldRows('book_offers', { since: 'ends_at', keptFor: 0 });

export interface NewOffer {
  tenant_id: string;
  id: string;
  name: string;
  email: string;
  ticket_hash: Buffer;
  token_hash: Buffer;
  asked_at: Date;
  ends_at: Date;
}

export async function insertOffer(transaction: TenantTransaction, offer: NewOffer): Promise<void> {
  await transaction.insertInto('book_offers').values(offer).execute();
}

/** Those of an address that have no book yet. */
export async function countOpen(
  transaction: TenantTransaction,
  tenantId: string,
  { email, now }: { email: string; now: Date },
): Promise<number> {
  const { count } = await transaction
    .selectFrom('book_offers')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('tenant_id', '=', tenantId)
    .where('email', '=', email)
    .where('handed_in_at', 'is', null)
    .where('ends_at', '>', now)
    .where('asked_at', '<=', latestNow(now))
    .executeTakeFirstOrThrow();
  return count;
}

export async function countWaiting(transaction: TenantTransaction, tenantId: string): Promise<number> {
  const { count } = await transaction
    .selectFrom('book_offers')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('tenant_id', '=', tenantId)
    .where('handed_in_at', 'is not', null)
    .executeTakeFirstOrThrow();
  return count;
}

/** Confirmed anew as often as the link is opened; it counts from the first time. */
export async function confirmOffer(
  transaction: TenantTransaction,
  tenantId: string,
  { token_hash, now, ends_at }: { token_hash: Buffer; now: Date; ends_at: Date },
): Promise<{ name: string } | undefined> {
  return await transaction
    .updateTable('book_offers')
    .set({
      confirmed_at: sql<Date>`coalesce(confirmed_at, ${now})`,
      ends_at: sql<Date>`case when confirmed_at is null then ${ends_at}::timestamptz else ends_at end`,
    })
    .where('tenant_id', '=', tenantId)
    .where('token_hash', '=', token_hash)
    .where('ends_at', '>', now)
    .returning('name')
    .executeTakeFirst();
}

/** Of the device that began it; locked until the end of the transaction. */
export async function lockOffer(
  transaction: TenantTransaction,
  tenantId: string,
  { id, ticket_hash, now }: { id: string; ticket_hash: Buffer; now: Date },
) {
  return await transaction
    .selectFrom('book_offers')
    .select(['id', 'confirmed_at', 'handed_in_at'])
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .where('ticket_hash', '=', ticket_hash)
    .where('ends_at', '>', now)
    .forUpdate()
    .executeTakeFirst();
}

/** One that was handed in; locked until the end of the transaction, so that one person decides. */
export async function lockHandedIn(transaction: TenantTransaction, tenantId: string, id: string) {
  return await transaction
    .selectFrom('book_offers')
    .select(['id', 'name', 'email', 'title', 'credit', 'blurb', 'language'])
    .$narrowType<{ title: string; credit: string; blurb: string; language: string }>()
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .where('handed_in_at', 'is not', null)
    .forUpdate()
    .executeTakeFirst();
}

export async function listPageHashes(
  transaction: TenantTransaction,
  tenantId: string,
  offerId: string,
): Promise<string[]> {
  const rows = await transaction
    .selectFrom('book_offer_pages')
    .select('sha256')
    .where('tenant_id', '=', tenantId)
    .where('offer_id', '=', offerId)
    .orderBy('sha256')
    .execute();
  return rows.map(({ sha256 }) => sha256.toString('hex'));
}

export async function storePage(
  transaction: TenantTransaction,
  tenantId: string,
  offer_id: string,
  page: PictureFacts & { sha256: Buffer; content: Buffer },
): Promise<void> {
  await transaction
    .insertInto('book_offer_pages')
    .values({ ...page, tenant_id: tenantId, offer_id, place: null })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** What stands on it, and which of its pages are in it; what is not in it goes. */
export async function handIn(
  transaction: TenantTransaction,
  tenantId: string,
  offerId: string,
  book: {
    title: string;
    credit: string;
    blurb: string;
    language: string;
    pages: readonly { sha256: string; alt: string }[];
    now: Date;
    ends_at: Date;
  },
): Promise<void> {
  const { pages, now, ...columns } = book;
  await transaction
    .updateTable('book_offers')
    .set({ ...columns, handed_in_at: now })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', offerId)
    .execute();
  const hashes = pages.map(({ sha256 }) => sha256);
  await sql`
    update book_offer_pages as page set place = named.place - 1, alt = named.alt
    from unnest(${hashes}::text[], ${pages.map(({ alt }) => alt)}::text[]) with ordinality
      as named (sha256, alt, place)
    where page.tenant_id = ${tenantId} and page.offer_id = ${offerId}
      and page.sha256 = decode(named.sha256, 'hex')`.execute(transaction);
  await transaction
    .deleteFrom('book_offer_pages')
    .where('tenant_id', '=', tenantId)
    .where('offer_id', '=', offerId)
    .where('place', 'is', null)
    .execute();
}

export async function deleteOffer(
  transaction: TenantTransaction,
  tenantId: string,
  id: string,
): Promise<void> {
  await transaction
    .deleteFrom('book_offers')
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .execute();
}

interface OfferedRow extends Omit<OfferedBook, 'handed_in_at'> {
  handed_in_at: Date;
}

/** What the books that wait are found and ordered by, without their pages: `offerLimits.waiting` at most. */
export async function listWaiting(transaction: TenantTransaction, tenantId: string) {
  return await transaction
    .selectFrom('book_offers')
    .select(['id', 'title', 'credit', 'language', 'name', 'email', 'handed_in_at'])
    .$narrowType<{ title: string; credit: string; language: string; handed_in_at: Date }>()
    .where('tenant_id', '=', tenantId)
    .where('handed_in_at', 'is not', null)
    .orderBy('handed_in_at')
    .orderBy('id')
    .execute();
}

/** Those of the ids that wait, in the order of the ids. */
export async function listHandedIn(
  transaction: TenantTransaction,
  tenantId: string,
  ids: readonly string[],
): Promise<OfferedBook[]> {
  const { rows } = await sql<OfferedRow>`
    select offer.id, offer.title, offer.credit, offer.blurb, offer.language, offer.name, offer.email,
      offer.handed_in_at,
      array(
        select json_build_object('sha256', encode(page.sha256, 'hex'), 'alt', page.alt,
          'width', page.width, 'height', page.height)
        from book_offer_pages as page
        where page.tenant_id = ${tenantId} and page.offer_id = offer.id
        order by page.place
      ) as pages
    from book_offers as offer
    where offer.tenant_id = ${tenantId} and offer.handed_in_at is not null and offer.id = any(${[...ids]}::uuid[])
    order by array_position(${[...ids]}::uuid[], offer.id)`.execute(transaction);
  return rows.map((row) => ({ ...row, handed_in_at: row.handed_in_at.toISOString() }));
}

/** In their order, with their pixels. */
export async function listPages(transaction: TenantTransaction, tenantId: string, offerId: string) {
  return await transaction
    .selectFrom('book_offer_pages')
    .select(['sha256', 'alt', 'width', 'height'])
    .where('tenant_id', '=', tenantId)
    .where('offer_id', '=', offerId)
    .orderBy('place')
    .execute();
}

/** Pages of an offered book become pictures of works. Bytes that are in the store of media stay there: no transaction waits for it. */
export async function keepPages(
  transaction: TenantTransaction,
  tenantId: string,
  { offerId, now }: { offerId: string; now: Date },
): Promise<void> {
  await sql`
    insert into assets (tenant_id, sha256, media_type, content, bytes, kept_in, width, height, created_at)
    select page.tenant_id, sha256, media_type, content, bytes, kept_in, width, height, ${now}::timestamptz
    from book_offer_pages as page where page.tenant_id = ${tenantId} and offer_id = ${offerId}
    on conflict do nothing`.execute(transaction);
}

/** A page of a book that was handed in. */
export async function findPage(
  transaction: TenantTransaction,
  tenantId: string,
  { offerId, sha256 }: { offerId: string; sha256: string },
) {
  const page = await transaction
    .selectFrom('book_offer_pages')
    .select(['media_type', 'content'])
    .where('tenant_id', '=', tenantId)
    .where('offer_id', '=', offerId)
    .where('sha256', '=', Buffer.from(sha256, 'hex'))
    .where('place', 'is not', null)
    .executeTakeFirst();
  return page && { ...page, tenantId, sha256 };
}
