import { sql, type Updateable } from 'kysely';
import type { OwnWork } from '#contract/own-works/own-works.schema.ts';
import type { TenantTransaction } from '#server/platform/database.ts';
import type { Tables } from '#server/platform/tables.ts';
import { shelvesOf } from '../works/works.repository.ts';

/* Books that nobody here wrote, in one tenant. */

type OwnRow = Omit<OwnWork, 'state' | 'source' | 'licence' | 'credit'> &
  Record<'source' | 'licence' | 'credit', string | null> & {
    state: OwnWork['state'] | 'submitted' | 'returned' | 'approved';
  };

const isOwn = (tenantId: string) =>
  sql`work.tenant_id = ${tenantId} and work.author_id is null and work.kind = 'book' and work.archived_at is null`;

export async function findOwn(
  transaction: TenantTransaction,
  tenantId: string,
  id: string,
): Promise<OwnRow | undefined> {
  const { rows } = await sql<OwnRow>`
    select work.id, work.slug, work.title, coalesce(work.pen_name, '') as byline, work.blurb, work.language, work.level,
      work.sdgs, ${shelvesOf(tenantId)} as categories, work.mode_id as mode, work.source, work.licence, work.credit,
      work.state, work.revision, work.taken_down_at is not null as is_taken_down, (
        select count(*) from pages as page where page.tenant_id = ${tenantId} and page.work_id = work.id
      ) as pages
    from works as work where ${isOwn(tenantId)} and work.id = ${id}`.execute(transaction);
  return rows[0];
}

/** Waits for whoever is changing it. False where there is none. */
export async function lockOwn(
  transaction: TenantTransaction,
  tenantId: string,
  id: string,
): Promise<boolean> {
  const { rows } = await sql`
    select from works as work where ${isOwn(tenantId)} and work.id = ${id} for update`.execute(transaction);
  return rows.length === 1;
}

export async function listUnpublished(
  transaction: TenantTransaction,
  tenantId: string,
): Promise<Pick<OwnWork, 'id' | 'title' | 'state'>[]> {
  const { rows } = await sql<Pick<OwnWork, 'id' | 'title' | 'state'>>`
    select work.id, work.title, work.state from works as work
    where ${isOwn(tenantId)} and work.state in ('draft', 'withdrawn')
    order by work.updated_at desc, work.id desc limit 50`.execute(transaction);
  return rows;
}

export async function updateOwn(
  transaction: TenantTransaction,
  tenantId: string,
  id: string,
  { now, ...fields }: Omit<Updateable<Tables['works']>, 'revision' | 'updated_at'> & { now: Date },
): Promise<void> {
  await transaction
    .updateTable('works')
    .set({ ...fields, updated_at: now, revision: sql`revision + 1` })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .execute();
}

/** How large each of these pictures is; those that are not there are left out. */
export async function findSizes(transaction: TenantTransaction, tenantId: string, hashes: readonly string[]) {
  return await transaction
    .selectFrom('assets')
    .select([sql<string>`encode(sha256, 'hex')`.as('sha256'), 'width', 'height'])
    .where('tenant_id', '=', tenantId)
    .where(
      'sha256',
      'in',
      hashes.map((hash) => Buffer.from(hash, 'hex')),
    )
    .where(sql<boolean>`media_type like 'image/%'`)
    .execute();
}

/** Of a picture in its work: what it shows, and whose it is. */
export interface UsedPicture {
  sha256: string;
  alt: string;
  credit: string;
  licence: string;
}

export async function replacePages(
  transaction: TenantTransaction,
  { tenantId, workId, now }: { tenantId: string; workId: string; now: Date },
  pages: readonly { id: string; document: unknown }[],
  pictures: readonly UsedPicture[],
): Promise<void> {
  for (const table of ['pages', 'work_assets'] as const)
    await transaction
      .deleteFrom(table)
      .where('tenant_id', '=', tenantId)
      .where('work_id', '=', workId)
      .execute();
  const of = { tenant_id: tenantId, work_id: workId };
  await transaction
    .insertInto('pages')
    .values(
      pages.map(({ id, document }, place) => ({
        ...of,
        id,
        place,
        layout: 'picture' as const,
        chapter_id: null,
        document: JSON.stringify(document),
        created_at: now,
        updated_at: now,
      })),
    )
    .execute();
  await transaction
    .insertInto('work_assets')
    .values(pictures.map(({ sha256, ...said }) => ({ ...of, ...said, sha256: Buffer.from(sha256, 'hex') })))
    .execute();
}

/** What stands in it, for the index of its words. */
export async function listParts(transaction: TenantTransaction, tenantId: string, workId: string) {
  const { rows } = await sql<{ title: string; document: unknown }>`
    select '' as title, page.document from pages as page
    where page.tenant_id = ${tenantId} and page.work_id = ${workId}
    union all
    select chapter.title, chapter.document from chapters as chapter
    where chapter.tenant_id = ${tenantId} and chapter.work_id = ${workId} and chapter.removed_at is null`.execute(
    transaction,
  );
  return rows;
}

export async function hasMode(transaction: TenantTransaction, id: string): Promise<boolean> {
  const row = await transaction.selectFrom('modes').select('id').where('id', '=', id).executeTakeFirst();
  return row !== undefined;
}
