import { sql, type Insertable } from 'kysely';
import type { CertificateFacts, LearnedFacts } from '#contract/certificates/certificates.schema.ts';
import type { Cause } from '#contract/causes/causes.schema.ts';
import type { TenantTransaction } from '#server/platform/database.ts';
import type { Tables } from '#server/platform/tables.ts';

const columns = [
  'tenant_id',
  'id',
  'public_id',
  'kind',
  'name',
  'facts',
  'line_id',
  'work_id',
  'user_id',
  'withdrawn_at',
] as const;

/** Of one tenant; in the platform scope of any, with `tenantId` null. */
export function findCertificate(transaction: TenantTransaction, tenantId: string | null, publicId: string) {
  return transaction
    .selectFrom('certificates')
    .select(columns)
    .where('public_id', '=', publicId)
    .$if(tenantId !== null, (query) => query.where('tenant_id', '=', tenantId))
    .executeTakeFirst();
}

/** @returns false where the gift has a valid one already */
export async function insertCertificate(
  transaction: TenantTransaction,
  {
    facts,
    ...certificate
  }: Omit<Insertable<Tables['certificates']>, 'facts'> & { facts: CertificateFacts | LearnedFacts },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await transaction
    .insertInto('certificates')
    .values({ ...certificate, facts: JSON.stringify(facts) })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows === 1n;
}

/** @returns false where it was withdrawn before */
export async function markWithdrawn(
  transaction: TenantTransaction,
  { tenant_id, id }: { tenant_id: string; id: string },
  { now, reason }: { now: Date; reason: string },
): Promise<boolean> {
  const { numUpdatedRows } = await transaction
    .updateTable('certificates')
    .set({ withdrawn_at: now, reason })
    .where('tenant_id', '=', tenant_id)
    .where('id', '=', id)
    .where('withdrawn_at', 'is', null)
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}

/** Valid ones of what a work raised for a cause, the latest first. */
export function listRaisedFor(
  transaction: TenantTransaction,
  tenantId: string,
  { workId, causeId }: { workId: string; causeId: string },
) {
  return transaction
    .selectFrom('certificates')
    .select(columns)
    .where('tenant_id', '=', tenantId)
    .where('work_id', '=', workId)
    .where('cause_id', '=', causeId)
    .where('withdrawn_at', 'is', null)
    .orderBy('issued_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
}

/** Of an order, in the order in which they were issued. */
export function listOfOrder(transaction: TenantTransaction, tenantId: string, orderId: string) {
  return transaction
    .selectFrom('certificates')
    .select(columns)
    .where('tenant_id', '=', tenantId)
    .where('order_id', '=', orderId)
    .orderBy('issued_at')
    .orderBy('id')
    .execute();
}

/** Gifts of an order with what is left of each, and what stands in their certificates. */
export async function readGifts(transaction: TenantTransaction, tenantId: string, orderId: string) {
  const { rows } = await sql<{
    line_id: string;
    currency: string;
    is_test: boolean;
    buyer_name: string | null;
    school: string;
    cause: Cause;
    left: number;
  }>`
    select line.id as line_id, made.currency, made.is_test, made.buyer_name, school.school_name as school,
      json_build_object('id', cause.id, 'name', cause.name, 'slug', cause.slug) as cause,
      share.amount - share.refunded as left
    from order_lines as line
    join orders as made on made.tenant_id = ${tenantId} and made.id = line.order_id
    join tenants as school on school.id = ${tenantId}
    join order_shares as share on share.tenant_id = ${tenantId} and share.line_id = line.id and share.party = 'cause'
    join causes as cause on cause.id = share.cause_id
    where line.tenant_id = ${tenantId} and line.order_id = ${orderId} and line.kind = 'gift'
    order by line.place`.execute(transaction);
  return rows;
}

/** The last one of an entry. */
export function findOfEntry(transaction: TenantTransaction, tenantId: string, workId: string) {
  return transaction
    .selectFrom('certificates')
    .select(columns)
    .where('tenant_id', '=', tenantId)
    .where('work_id', '=', workId)
    .where('kind', '=', 'challenge')
    .orderBy('issued_at', 'desc')
    .orderBy('id', 'desc')
    .executeTakeFirst();
}

/** That of a person for a course. */
export function findOfCourse(
  transaction: TenantTransaction,
  tenantId: string,
  { userId, pageId }: { userId: string; pageId: string },
) {
  return transaction
    .selectFrom('certificates')
    .select(columns)
    .where('tenant_id', '=', tenantId)
    .where('user_id', '=', userId)
    .where('page_id', '=', pageId)
    .where('kind', '=', 'course')
    .executeTakeFirst();
}

/** A work that was begun for a challenge and is approved, with its last yes; undefined for every other. */
export async function findApprovedEntry(transaction: TenantTransaction, tenantId: string, workId: string) {
  const { rows } = await sql<{
    author_id: string;
    title: string;
    challenge_id: string;
    byline: string;
    approved_at: Date | null;
  }>`
    select work.author_id, work.title, work.challenge_id,
      coalesce(nullif(work.pen_name, ''), author.first_name) as byline,
      (
        select max(review.made_at) from work_reviews as review
        where review.tenant_id = ${tenantId} and review.work_id = work.id
          and review.action in ('approved', 'published')
      ) as approved_at
    from works as work join users as author on author.tenant_id = ${tenantId} and author.id = work.author_id
    where work.tenant_id = ${tenantId} and work.id = ${workId} and work.challenge_id is not null
      and work.state in ('approved', 'published') and work.taken_down_at is null`.execute(transaction);
  return rows[0];
}

export async function firstNameOf(
  transaction: TenantTransaction,
  tenantId: string,
  userId: string,
): Promise<string> {
  const { first_name } = await transaction
    .selectFrom('users')
    .select('first_name')
    .where('tenant_id', '=', tenantId)
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  return first_name;
}

export async function schoolOf(transaction: TenantTransaction, tenantId: string): Promise<string> {
  const { school_name } = await transaction
    .selectFrom('tenants')
    .select('school_name')
    .where('id', '=', tenantId)
    .executeTakeFirstOrThrow();
  return school_name;
}
