import { sql } from 'kysely';
import type { WorkDocument } from '#contract/works/document.schema.ts';
import type { ChapterVersion } from '#contract/writing/own-rows.schema.ts';
import type { OldVersion } from '#contract/writing/writing.schema.ts';
import type { TenantTransaction } from '#server/platform/database.ts';

/** Minutes of typing of which the last version is kept. */
const minutesPerVersion = 5;

interface StoredChapter {
  id: string;
  version: string | null;
  removed_at: Date | null;
}

export async function findChapter(
  transaction: TenantTransaction,
  tenantId: string,
  workId: string,
  id: string,
): Promise<StoredChapter | undefined> {
  return await transaction
    .selectFrom('chapters')
    .select(['id', 'version', 'removed_at'])
    .where('tenant_id', '=', tenantId)
    .where('work_id', '=', workId)
    .where('id', '=', id)
    .executeTakeFirst();
}

/** How many chapters a story has, and how many it ever had. */
export async function countChapters(
  transaction: TenantTransaction,
  tenantId: string,
  workId: string,
): Promise<{ standing: number; ever: number }> {
  return await transaction
    .selectFrom('chapters')
    .select(({ fn }) => [
      fn.countAll<number>().filterWhere('removed_at', 'is', null).as('standing'),
      fn.countAll<number>().as('ever'),
    ])
    .where('tenant_id', '=', tenantId)
    .where('work_id', '=', workId)
    .executeTakeFirstOrThrow();
}

export async function insertChapter(
  transaction: TenantTransaction,
  tenantId: string,
  chapter: { id: string; work_id: string; place: number; document: WorkDocument },
  now: Date,
): Promise<void> {
  await transaction
    .insertInto('chapters')
    .values({
      ...chapter,
      tenant_id: tenantId,
      document: JSON.stringify(chapter.document),
      created_at: now,
      updated_at: now,
    })
    .execute();
}

export async function updateChapter(
  transaction: TenantTransaction,
  tenantId: string,
  id: string,
  fields: {
    place?: number;
    title?: string;
    document?: WorkDocument;
    version?: string;
    revision?: number;
    removed_at?: Date | null;
  },
  now: Date,
): Promise<void> {
  const { document, ...others } = fields;
  await transaction
    .updateTable('chapters')
    .set({ ...others, ...(document && { document: JSON.stringify(document) }), updated_at: now })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .execute();
}

/** Keeps a version as it came. @returns its number among those of the chapter */
export async function insertVersion(
  transaction: TenantTransaction,
  tenantId: string,
  version: {
    id: string;
    work_id: string;
    chapter_id: string;
    based_on: string | null;
    content: Omit<ChapterVersion, 'version'>;
    made_by: string;
  },
  now: Date,
): Promise<number> {
  const { rows } = await sql<{ revision: number; based_on: number | null }>`
    select
      1 + greatest(
        (select coalesce(max(earlier.revision), 0) from work_revisions as earlier where earlier.tenant_id = ${tenantId}
          and earlier.work_id = ${version.work_id} and earlier.part_id = ${version.chapter_id}),
        (select chapter.revision from chapters as chapter
          where chapter.tenant_id = ${tenantId} and chapter.id = ${version.chapter_id})
      ) as revision,
      (select base.revision from work_revisions as base
        where base.tenant_id = ${tenantId} and base.id = ${version.based_on}::uuid and base.part_id = ${version.chapter_id}) as based_on`.execute(
    transaction,
  );
  const [next] = rows;
  if (!next) throw new Error('Nothing was said of the versions of a chapter');
  const { id, work_id, content, made_by } = version;
  await transaction
    .insertInto('work_revisions')
    .values({
      ...next,
      tenant_id: tenantId,
      id,
      work_id,
      part: 'chapter',
      part_id: version.chapter_id,
      content: JSON.stringify(content),
      made_by,
      made_at: now,
    })
    .execute();
  return next.revision;
}

/** Of what one person typed within a few minutes the last version is enough; one that stands beside stays. */
export async function thinVersions(
  transaction: TenantTransaction,
  tenantId: string,
  earlier: string,
  madeBy: string,
  now: Date,
): Promise<void> {
  const span = minutesPerVersion * 60_000;
  const slot = new Date(Math.floor(now.getTime() / span) * span);
  await sql`
    delete from work_revisions as version where version.tenant_id = ${tenantId} and version.id = ${earlier}
      and version.made_by = ${madeBy} and version.made_at >= ${slot}
      and not exists (select from diverged_versions as beside
        where beside.tenant_id = ${tenantId} and beside.version = version.id)`.execute(transaction);
}

export async function listBeside(
  transaction: TenantTransaction,
  tenantId: string,
  chapterId: string,
): Promise<string[]> {
  const rows = await transaction
    .selectFrom('diverged_versions')
    .select('version')
    .where('tenant_id', '=', tenantId)
    .where('chapter_id', '=', chapterId)
    .execute();
  return rows.map(({ version }) => version);
}

export async function putBeside(
  transaction: TenantTransaction,
  tenantId: string,
  chapterId: string,
  version: string,
): Promise<void> {
  await transaction
    .insertInto('diverged_versions')
    .values({ tenant_id: tenantId, chapter_id: chapterId, version })
    .execute();
}

export async function takeFromBeside(
  transaction: TenantTransaction,
  tenantId: string,
  chapterId: string,
  versions: readonly string[],
): Promise<void> {
  if (versions.length === 0) return;
  await transaction
    .deleteFrom('diverged_versions')
    .where('tenant_id', '=', tenantId)
    .where('chapter_id', '=', chapterId)
    .where('version', 'in', [...versions])
    .execute();
}

/** The chapters of a story in their order, without those that were taken out. */
export async function listDocuments(
  transaction: TenantTransaction,
  tenantId: string,
  workId: string,
): Promise<{ title: string; document: WorkDocument }[]> {
  return await transaction
    .selectFrom('chapters')
    .select(['title', 'document'])
    .$narrowType<{ document: WorkDocument }>()
    .where('tenant_id', '=', tenantId)
    .where('work_id', '=', workId)
    .where('removed_at', 'is', null)
    .orderBy('place')
    .orderBy('id')
    .execute();
}

export async function listVersions(
  transaction: TenantTransaction,
  tenantId: string,
  { workId, chapterId, limit, offset }: { workId: string; chapterId: string; limit: number; offset: number },
): Promise<{ count: number; rows: OldVersion[] }> {
  const ofChapter = transaction
    .selectFrom('work_revisions')
    .where('tenant_id', '=', tenantId)
    .where('work_id', '=', workId)
    .where('part_id', '=', chapterId);
  const { count } = await ofChapter
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  const rows = await ofChapter
    .select(['id', 'content', 'made_at'])
    .$narrowType<{ content: { title: string; document: WorkDocument } }>()
    .orderBy('revision', 'desc')
    .limit(limit)
    .offset(offset)
    .execute();
  return {
    count,
    rows: rows.map(({ id, content, made_at }) => ({
      version: id,
      title: content.title,
      document: content.document,
      made_at: made_at.toISOString(),
    })),
  };
}
