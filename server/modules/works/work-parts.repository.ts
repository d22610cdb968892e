import { sql } from 'kysely';
import type { WorkDocument } from '#contract/works/document.schema.ts';
import type {
  AssetPicture,
  AssetRecording,
  Chapter,
  Page,
  Visibility,
  WorkCredit,
} from '#contract/works/works.schema.ts';
import type { KeptContent } from '#server/platform/media.ts';
import { assetAudienceOf, assetVisibleTo, isCloseTo, isStranger, visibleTo, type Reader } from './reader.ts';
import { authorJoin, type Reading } from './works.repository.ts';

/**
 * Hashes of what is shown to a reader of a work that they may see; null: whatever stands in it. What strangers are shown is named
 * one by one: of what was never sent, or came after somebody said yes, a text knows the hash and the words for it.
 */
export async function listShownAssets(
  { transaction, tenantId, reader }: Reading,
  workId: string,
): Promise<ReadonlySet<string> | null> {
  if (!isStranger(reader)) return null;
  const { rows } = await sql<{ sha256: string }>`
    select encode(asset.sha256, 'hex') as sha256 from work_assets as used
    join works as work on work.tenant_id = ${tenantId} and work.id = used.work_id
    join assets as asset on asset.tenant_id = ${tenantId} and asset.sha256 = used.sha256
    where used.tenant_id = ${tenantId} and used.work_id = ${workId}
      and ${assetVisibleTo(reader, tenantId)}`.execute(transaction);
  return new Set(rows.map(({ sha256 }) => sha256));
}

interface PageOf {
  limit: number;
  offset: number;
}

/** Of a work that was found before. */
export async function listChapters(
  { transaction, tenantId }: Reading,
  workId: string,
  { limit, offset }: PageOf,
): Promise<{ count: number; rows: Omit<Chapter, 'words'>[] }> {
  const { count } = await transaction
    .selectFrom('chapters')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('tenant_id', '=', tenantId)
    .where('work_id', '=', workId)
    .where('removed_at', 'is', null)
    .executeTakeFirstOrThrow();
  const rows = await transaction
    .selectFrom('chapters')
    .select(['id', 'title', 'document', 'revision'])
    .$narrowType<{ document: WorkDocument }>()
    .where('tenant_id', '=', tenantId)
    .where('work_id', '=', workId)
    .where('removed_at', 'is', null)
    .orderBy('place')
    .orderBy('id')
    .limit(limit)
    .offset(offset)
    .execute();
  return { count, rows };
}

/** Of a work that was found before. */
export async function listPages(
  { transaction, tenantId }: Reading,
  workId: string,
  { limit, offset }: PageOf,
): Promise<{ count: number; rows: Page[] }> {
  const { count } = await transaction
    .selectFrom('pages')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('tenant_id', '=', tenantId)
    .where('work_id', '=', workId)
    .executeTakeFirstOrThrow();
  const rows = await transaction
    .selectFrom('pages')
    .select(['id', 'chapter_id', 'layout', 'document', 'revision'])
    .$narrowType<{ document: WorkDocument }>()
    .where('tenant_id', '=', tenantId)
    .where('work_id', '=', workId)
    .orderBy('place')
    .orderBy('id')
    .limit(limit)
    .offset(offset)
    .execute();
  return { count, rows };
}

/** Published works that were not made here. */
export async function listCredits(
  { transaction, tenantId, reader }: Reading,
  { limit, offset }: PageOf,
): Promise<{ count: number; rows: WorkCredit[] }> {
  const credited = sql`
    from works as work ${authorJoin(tenantId)}
    where work.tenant_id = ${tenantId} and work.state = 'published' and ${visibleTo(reader, tenantId)}
      and (work.source is not null or work.licence is not null or work.credit is not null)`;
  const counted = await sql<{ count: number }>`select count(*) as count ${credited}`.execute(transaction);
  const { rows } = await sql<WorkCredit>`
    select work.id, work.slug, work.title, coalesce(nullif(work.pen_name, ''), author.first_name, '') as byline,
      work.source, work.licence, work.credit
    ${credited} order by work.search_text, work.id limit ${limit} offset ${offset}`.execute(transaction);
  return { count: counted.rows[0]?.count ?? 0, rows };
}

interface StoredAsset extends KeptContent {
  media_type: AssetPicture['media_type'] | AssetRecording['media_type'];
  /** Of all of it, also where it is empty for whoever has it already. */
  bytes: number;
  /** The widest audience that it has by any work that the reader may see; null for what only its sender has. */
  audience: Visibility | null;
}

/** Whether somebody sent the asset of a query, for a story of theirs or first of all; the same picture may come from several. */
function isSentBy(tenantId: string, userId: string) {
  return sql`(coalesce(asset.created_by = ${userId}, false) or exists (
    select from sent_pictures as sent
    join works as story on story.tenant_id = ${tenantId} and story.id = sent.work_id
    where sent.tenant_id = ${tenantId} and sent.sha256 = asset.sha256 and story.author_id = ${userId}))`;
}

/** Whether the asset of a query was said of a work in a review, to its author or to whoever looks after them. */
function isSaidTo(tenantId: string, reader: Reader) {
  return sql`exists (
    select from review_voices as voice
    join works as work on work.tenant_id = ${tenantId} and work.id = voice.work_id
    join work_reviews as review on review.tenant_id = ${tenantId} and review.work_id = voice.work_id
      and review.voice = voice.sha256
    where voice.tenant_id = ${tenantId} and voice.sha256 = asset.sha256 and ${isCloseTo(reader, tenantId)})`;
}

/** A picture or recording that stands in a work that the reader may see, that the reader sent, or that a teacher said to them. */
export async function findAsset(
  { transaction, tenantId, reader }: Reading,
  sha256: string,
  { isKnown }: { isKnown: boolean },
): Promise<StoredAsset | undefined> {
  const hash = Buffer.from(sha256, 'hex');
  const { rows } = await sql<Omit<StoredAsset, 'tenantId' | 'sha256'> & { is_own: boolean }>`
    select asset.media_type, case when ${isKnown} then ''::bytea else asset.content end as content,
      coalesce(asset.bytes, octet_length(asset.content)) as bytes,
      ${'id' in reader ? sql`(${isSentBy(tenantId, reader.id)} or ${isSaidTo(tenantId, reader)})` : sql`false`} as is_own,
      (
        select case when bool_or(audience = 'public') then 'public'
          when bool_or(audience = 'community') then 'community'
          when count(*) > 0 then 'private' end
        from (
          select case when work.state = 'published' then ${assetAudienceOf(tenantId)} else 'private' end as audience
          from work_assets as used
          join works as work on work.tenant_id = ${tenantId} and work.id = used.work_id
          where used.tenant_id = ${tenantId} and used.sha256 = ${hash} and ${visibleTo(reader, tenantId)}
            and ${assetVisibleTo(reader, tenantId)}
        ) as seen
      ) as audience
    from assets as asset where asset.tenant_id = ${tenantId} and asset.sha256 = ${hash}`.execute(transaction);
  const row = rows[0];
  if (!row || (row.audience === null && !row.is_own)) return undefined;
  // The next one at the same device has no pass.
  return { ...row, tenantId, sha256, ...(reader.kind === 'buyer' && { audience: 'private' }) };
}
