import { sql } from 'kysely';
import type { RemovedChapter } from '#contract/writing/writing.schema.ts';
import type { OwnChapter, OwnWork, Review } from '#contract/writing/own-rows.schema.ts';
import type { TenantTransaction } from '#server/platform/database.ts';
import { inBatches } from '#server/platform/in-batches.ts';
import { lockInOrder } from '#server/platform/row-locks.ts';
import { audienceOf, fullNameOf } from './reader.ts';

export interface StoredWork {
  id: string;
  kind: OwnWork['kind'];
  author_id: string | null;
  title: string;
  pen_name: string | null;
  slug: string;
  plan: string;
  blurb: string;
  about_author: string;
  dedication: string;
  sdgs: number[];
  language: string;
  language_chosen: boolean;
  visibility: OwnWork['visibility'];
  level: OwnWork['level'];
  /** As a hash in hexadecimal digits. */
  cover: string | null;
  state: OwnWork['state'];
  published_at: Date | null;
  cause_id: string | null;
  taken_down_at: Date | null;
  returns_to_shelf: boolean;
  revision: number;
}

/** A story or a book of an author, locked until the end of the transaction: whoever else changes it waits. */
export async function lockStory(
  transaction: TenantTransaction,
  tenantId: string,
  id: string,
): Promise<StoredWork | undefined> {
  return await transaction
    .selectFrom('works')
    .select([
      'id',
      'kind',
      'author_id',
      'title',
      'pen_name',
      'slug',
      'plan',
      'blurb',
      'about_author',
      'dedication',
      'sdgs',
      'language',
      'language_chosen',
      'visibility',
      'level',
      'cause_id',
      'state',
      'published_at',
      'taken_down_at',
      'returns_to_shelf',
      'revision',
      sql<string | null>`encode(chosen_cover, 'hex')`.as('cover'),
    ])
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .where('editor', '=', 'chapters')
    .forUpdate()
    .executeTakeFirst();
}

/** A child's messages. Whoever else asks waits until this transaction ends: of two that are handed in at once the second counts the first. */
export async function listMessagesOf(
  transaction: TenantTransaction,
  tenantId: string,
  authorId: string,
): Promise<Pick<StoredWork, 'id' | 'kind' | 'state'>[]> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`messages ${authorId}`}, 0))`.execute(
    transaction,
  );
  return await transaction
    .selectFrom('works')
    .select(['id', 'kind', 'state'])
    .where('tenant_id', '=', tenantId)
    .where('author_id', '=', authorId)
    .where('kind', '=', 'message')
    .execute();
}

export async function isOpenCause(transaction: TenantTransaction, id: string): Promise<boolean> {
  const row = await transaction
    .selectFrom('causes')
    .select('id')
    .where('id', '=', id)
    .where('state', '=', 'open')
    .executeTakeFirst();
  return row !== undefined;
}

/** Whether a page is a challenge that the tenant may show; row-level security holds back what never was live. */
export async function isChallenge(transaction: TenantTransaction, pageId: string): Promise<boolean> {
  const row = await transaction
    .selectFrom('content_pages')
    .select('id')
    .where('id', '=', pageId)
    .where('kind', '=', 'challenge')
    .where('archived_at', 'is', null)
    .executeTakeFirst();
  return row !== undefined;
}

export const lockStories = lockInOrder('works');

export async function updateStory(
  transaction: TenantTransaction,
  tenantId: string,
  id: string,
  fields: Partial<
    Pick<
      StoredWork,
      | 'title'
      | 'slug'
      | 'plan'
      | 'blurb'
      | 'about_author'
      | 'pen_name'
      | 'dedication'
      | 'sdgs'
      | 'language'
      | 'language_chosen'
      | 'visibility'
      | 'level'
      | 'cause_id'
      | 'state'
      | 'published_at'
      | 'taken_down_at'
      | 'returns_to_shelf'
    >
  > & {
    taken_down_by?: 'school' | 'platform';
    chosen_cover?: Buffer | null;
    search_text?: string;
    submitted_at?: Date | null;
    archived_at?: Date | null;
  },
  now: Date,
): Promise<void> {
  await transaction
    .updateTable('works')
    .set(({ eb }) => ({ ...fields, revision: eb('revision', '+', 1), updated_at: now }))
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .execute();
}

/** What is written into a work that was taken down has been approved of by nobody: let back, it is not on the shelf at once. */
export async function keepOffShelf(
  transaction: TenantTransaction,
  tenantId: string,
  work: StoredWork,
  now: Date,
): Promise<void> {
  if (work.returns_to_shelf)
    await updateStory(transaction, tenantId, work.id, { returns_to_shelf: false }, now);
}

/** The class that a child is in now. */
export async function findClassOf(
  transaction: TenantTransaction,
  tenantId: string,
  studentId: string,
): Promise<string | null> {
  const row = await transaction
    .selectFrom('enrollments')
    .select('school_class_id')
    .where('tenant_id', '=', tenantId)
    .where('student_id', '=', studentId)
    .where('ended_at', 'is', null)
    .orderBy('position')
    .executeTakeFirst();
  return row?.school_class_id ?? null;
}

export async function isTaken(
  transaction: TenantTransaction,
  tenantId: string,
  table: 'works' | 'chapters' | 'work_revisions',
  id: string,
): Promise<boolean> {
  const { rows } = await sql<{ taken: boolean }>`
    select exists (select from ${sql.table(table)} where tenant_id = ${tenantId} and id = ${id}) as taken`.execute(
    transaction,
  );
  return rows[0]?.taken === true;
}

/** A review as JSON, of a row that the query calls `review`. */
export const reviewColumns = (tenantId: string) => sql`json_build_object(
  'id', review.id, 'action', review.action, 'reason', review.reason,
  'sticker', review.sticker,
  'voice', case when review.voice is not null then
    json_build_object('sha256', encode(review.voice, 'hex'), 'seconds', review.voice_seconds) end,
  'by', ${fullNameOf(tenantId, sql`review.made_by`)},
  'made_at', to_char(review.made_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
  'comments', coalesce((
    select json_agg(json_build_object('id', comment.id, 'chapter_id', comment.chapter_id, 'text', comment.text,
      'at', case when comment.at_x is not null then
        json_strip_nulls(json_build_object('x', comment.at_x, 'y', comment.at_y, 'on', comment.at_on)) end)
      order by comment.id)
    from review_comments as comment where comment.tenant_id = ${tenantId} and comment.review_id = review.id
  ), '[]'))`;

interface WantedOf {
  userId: string;
  /** Of works; all where it is left out. */
  ids?: readonly string[];
}

/** Of a row that a query calls `work`, the shelves that it stands on. */
function categoriesOf(tenantId: string) {
  return sql`array(
    select link.category_id from work_categories as link
    where link.tenant_id = ${tenantId} and link.work_id = work.id order by link.category_id)`;
}

/** Puts a work on these shelves and no other; what is no category of the tenant is left out. */
export async function replaceCategories(
  transaction: TenantTransaction,
  tenantId: string,
  workId: string,
  ids: readonly string[],
): Promise<void> {
  await transaction
    .deleteFrom('work_categories')
    .where('tenant_id', '=', tenantId)
    .where('work_id', '=', workId)
    .execute();
  const shelves = await transaction
    .selectFrom('categories')
    .select('id')
    .where('tenant_id', '=', tenantId)
    .where('id', 'in', ids)
    .where('archived_at', 'is', null)
    .execute();
  const rows = shelves.map(({ id }) => ({ tenant_id: tenantId, work_id: workId, category_id: id }));
  for (const batch of inBatches(rows))
    await transaction.insertInto('work_categories').values(batch).execute();
}

/** The shelves that a story stands on, rising. */
export async function listCategoriesOf(
  transaction: TenantTransaction,
  tenantId: string,
  workId: string,
): Promise<string[]> {
  const rows = await transaction
    .selectFrom('work_categories')
    .select('category_id')
    .where('tenant_id', '=', tenantId)
    .where('work_id', '=', workId)
    .orderBy('category_id')
    .execute();
  return rows.map(({ category_id }) => category_id);
}

/** The stories and books of a person as they stand in the own scope. */
export async function listOwnStories(
  transaction: TenantTransaction,
  tenantId: string,
  { userId, ids }: WantedOf,
): Promise<OwnWork[]> {
  const { rows } = await sql<OwnWork & { review: Review | null }>`
    select work.id, work.kind, work.title, work.slug, work.plan, work.blurb, work.about_author,
      coalesce(work.pen_name, '') as pen_name, work.dedication, work.sdgs, work.language, work.language_chosen, work.visibility,
      work.state, work.level, work.cause_id, work.challenge_id as challenge,
      case when work.state = 'published' then ${audienceOf(tenantId)} end as audience,
      ${categoriesOf(tenantId)} as categories, encode(work.chosen_cover, 'hex') as cover,
      (
        select ${reviewColumns(tenantId)} from work_reviews as review
        where review.tenant_id = ${tenantId} and review.work_id = work.id
        -- Publishing without a word leaves what was said with the yes.
        order by review.action = 'published' and review.reason = '', review.made_at desc, review.id desc limit 1
      ) as review
    from works as work
    where work.tenant_id = ${tenantId} and work.author_id = ${userId} and work.editor = 'chapters'
      and work.archived_at is null
      ${ids ? sql`and work.id = any(${ids}::uuid[])` : sql``}`.execute(transaction);
  return rows;
}

/** Of a row that a query calls `chapter`: what was written without knowing of what stands there, as JSON. */
function versionsBeside(tenantId: string) {
  return sql`coalesce((
        select json_agg(json_build_object('version', version.id, 'title', version.content -> 'title',
          'document', version.content -> 'document') order by version.revision)
        from diverged_versions as beside
        join work_revisions as version on version.tenant_id = ${tenantId} and version.id = beside.version
        where beside.tenant_id = ${tenantId} and beside.chapter_id = chapter.id
      ), '[]')`;
}

/** The chapters of those stories. */
export async function listOwnChapters(
  transaction: TenantTransaction,
  tenantId: string,
  { userId, ids }: WantedOf,
): Promise<OwnChapter[]> {
  const { rows } = await sql<OwnChapter>`
    select chapter.id, chapter.work_id, chapter.place, chapter.title, chapter.document, chapter.version,
      ${versionsBeside(tenantId)} as others
    from chapters as chapter
    join works as work on work.tenant_id = ${tenantId} and work.id = chapter.work_id
    where chapter.tenant_id = ${tenantId} and chapter.removed_at is null and work.author_id = ${userId}
      and work.editor = 'chapters' and work.archived_at is null
      ${ids ? sql`and chapter.id = any(${ids}::uuid[])` : sql``}`.execute(transaction);
  return rows;
}

/** The chapters of a story that were taken out, the last one first. Those in which nothing was ever saved are none. */
export async function listRemovedChapters(
  transaction: TenantTransaction,
  tenantId: string,
  { workId, limit, offset }: { workId: string; limit: number; offset: number },
): Promise<{ count: number; rows: RemovedChapter[] }> {
  const removed = sql`
    from chapters as chapter
    where chapter.tenant_id = ${tenantId} and chapter.work_id = ${workId} and chapter.removed_at is not null
      and (chapter.version is not null or exists (select from diverged_versions as beside
        where beside.tenant_id = ${tenantId} and beside.chapter_id = chapter.id))`;
  const counted = await sql<{ count: number }>`select count(*) as count ${removed}`.execute(transaction);
  const { rows } = await sql<Omit<RemovedChapter, 'removed_at'> & { removed_at: Date }>`
    select chapter.id, chapter.work_id, chapter.title, chapter.document, chapter.version, chapter.removed_at,
      ${versionsBeside(tenantId)} as others
    ${removed} order by chapter.removed_at desc, chapter.id limit ${limit} offset ${offset}`.execute(
    transaction,
  );
  return {
    count: counted.rows[0]?.count ?? 0,
    rows: rows.map((row) => ({ ...row, removed_at: row.removed_at.toISOString() })),
  };
}

/** Ids of the chapters that a person has before them, of one story. */
export async function listChapterIds(
  transaction: TenantTransaction,
  tenantId: string,
  workId: string,
): Promise<string[]> {
  const rows = await transaction
    .selectFrom('chapters')
    .select('id')
    .where('tenant_id', '=', tenantId)
    .where('work_id', '=', workId)
    .where('removed_at', 'is', null)
    .execute();
  return rows.map(({ id }) => id);
}
