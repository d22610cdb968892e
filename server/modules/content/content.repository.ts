import { sql, type RawBuilder } from 'kysely';
import type { ContentKind } from '#contract/content/content.rules.ts';
import type { TenantTransaction } from '#server/platform/database.ts';
import { hasWords } from '#server/platform/search-words.ts';

export interface LiveRow {
  tenant_id: string;
  page_id: string;
  kind: ContentKind;
  slug: string;
  parent_id: string | null;
  place: number | null;
  language: string;
  n: number;
  head: unknown;
  live_from: Date;
}

/**
 * The pages that a tenant shows: its own, and those of the platform that it did not hide. Legal pages stay. In the place of one that it
 * replaced stands its own of the same name as soon as that is live. Row-level security says the same once more.
 */
const shownTo = (tenantId: string): RawBuilder<boolean> => sql`(page.archived_at is null and (
  page.tenant_id = ${tenantId} or (page.shared and (page.kind = 'legal' or not exists (
    select from content_choices as choice
    where choice.tenant_id = ${tenantId} and choice.page_id = page.id and choice.choice = 'hidden')))))`;

/** Law 2: whether a version is live is asked, and no job makes it so. */
const isLive = (now: Date): RawBuilder<boolean> =>
  sql`(version.live_from <= ${now} and (version.live_until is null or version.live_until > ${now}))`;

const liveVersions = (tenantId: string, now: Date) => sql`(
  select distinct on (version.tenant_id, version.page_id, version.language)
    version.tenant_id, version.page_id, page.kind, page.slug, page.parent_id, page.place, version.language, version.n,
    version.head, version.live_from, version.words
  from content_pages as page
  join content_versions as version on version.tenant_id = page.tenant_id and version.page_id = page.id
  where ${shownTo(tenantId)} and ${isLive(now)}
  order by version.tenant_id, version.page_id, version.language, version.live_from desc, version.n desc
) as live`;

/** Of each page and language the version that is live now. */
export async function listLive(
  transaction: TenantTransaction,
  tenantId: string,
  { now, words = [] }: { now: Date; words?: readonly string[] },
): Promise<LiveRow[]> {
  const { rows } = await sql<LiveRow>`
    select live.tenant_id, live.page_id, live.kind, live.slug, live.parent_id, live.place, live.language, live.n, live.head,
      live.live_from
    from ${liveVersions(tenantId, now)}
    where ${hasWords(words, sql`live.words`)}`.execute(transaction);
  return rows;
}

/**
 * A name for all that a tenant shows now and knows to come: another one as soon as any page or version begins, ends, moves, is hidden or
 * comes back, or a film is taken down. A version's own words never change, so they are not read.
 */
export async function readShownVersion(
  transaction: TenantTransaction,
  tenantId: string,
  now: Date,
): Promise<string> {
  const { rows } = await sql<{ shown: string }>`
    select md5(concat_ws('|',
      (select string_agg(
        concat_ws(' ', live.tenant_id, live.page_id, live.kind, live.slug, live.parent_id, live.place, live.language, live.n),
        ',' order by live.tenant_id, live.page_id, live.language)
      from ${liveVersions(tenantId, now)}),
      (select string_agg(
        concat_ws(' ', version.tenant_id, version.page_id, version.language, version.n, extract(epoch from version.live_from),
          extract(epoch from version.live_until)),
        ',' order by version.tenant_id, version.page_id, version.language, version.n)
      from content_versions as version
      where version.live_from > ${now} or version.live_until > ${now}),
      (select string_agg(concat_ws(' ', film.tenant_id, film.id), ',' order by film.tenant_id, film.id)
      from content_films as film where film.ready_at is not null))) as shown`.execute(transaction);
  return rows[0]?.shown ?? '';
}

export interface VersionKey {
  tenant_id: string;
  page_id: string;
  language: string;
  n: number;
}

/** The blocks of a version, and when its page changes next as far as this tenant may know. */
export async function readBlocks(transaction: TenantTransaction, key: VersionKey, now: Date) {
  const { rows } = await sql<{ blocks: unknown; next_change_at: Date | null }>`
    select version.blocks, (
      select min(moment) from content_versions as other
      cross join lateral (values (other.live_from), (other.live_until)) as each (moment)
      where other.tenant_id = version.tenant_id and other.page_id = version.page_id
        and other.language = version.language and moment > ${now}
    ) as next_change_at
    from content_versions as version
    where version.tenant_id = ${key.tenant_id} and version.page_id = ${key.page_id}
      and version.language = ${key.language} and version.n = ${key.n}`.execute(transaction);
  return rows[0];
}

/** All versions of the platform's pages in English, without their words. */
export function listVersions(transaction: TenantTransaction, tenantId: string, language: string) {
  return transaction
    .selectFrom('content_pages as page')
    .leftJoin('content_versions as version', (join) =>
      join
        .onRef('version.tenant_id', '=', 'page.tenant_id')
        .onRef('version.page_id', '=', 'page.id')
        .on('version.language', '=', language),
    )
    .select([
      'page.id',
      'page.kind',
      'page.slug',
      'version.n',
      'version.shipped',
      'version.live_from',
      'version.live_until',
    ])
    .where('page.tenant_id', '=', tenantId)
    .orderBy('version.n')
    .execute();
}

export async function insertPage(
  transaction: TenantTransaction,
  page: {
    tenant_id: string;
    id: string;
    kind: ContentKind;
    slug: string;
    parent_id: string | null;
    place: number | null;
    shared: boolean;
    created_at: Date;
  },
): Promise<void> {
  await transaction
    .insertInto('content_pages')
    .values({ ...page, owner_id: null })
    .execute();
}

/** Where a page stands among its siblings. */
export async function updatePlace(
  transaction: TenantTransaction,
  { tenant_id, id }: { tenant_id: string; id: string },
  place: { parent_id: string | null; place: number | null },
): Promise<void> {
  await transaction
    .updateTable('content_pages')
    .set(place)
    .where('tenant_id', '=', tenant_id)
    .where('id', '=', id)
    .execute();
}

export async function insertVersion(
  transaction: TenantTransaction,
  version: {
    tenant_id: string;
    page_id: string;
    language: string;
    n: number;
    shared: boolean;
    head: string;
    blocks: string;
    words: string;
    made_by: string | null;
    made_at: Date;
    live_from: Date | null;
    live_until?: Date | null;
    shipped: Buffer | null;
  },
): Promise<void> {
  await transaction.insertInto('content_versions').values(version).execute();
}
