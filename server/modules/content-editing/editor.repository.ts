import { sql } from 'kysely';
import type { ContentKind } from '#contract/content/content.rules.ts';
import type { TenantTransaction } from '#server/platform/database.ts';

export interface PageRow {
  tenant_id: string;
  id: string;
  kind: ContentKind;
  slug: string;
  parent_id: string | null;
  place: number | null;
  shared: boolean;
  /** Who began it; null where it came with the program. */
  owner_id: string | null;
}

const pageColumns = ['tenant_id', 'id', 'kind', 'slug', 'parent_id', 'place', 'shared', 'owner_id'] as const;

/** Of the tenant and, as far as they were live, of the platform. */
export function listPages(transaction: TenantTransaction, tenantId: string): Promise<PageRow[]> {
  return transaction
    .selectFrom('content_pages')
    .select(pageColumns)
    .where((where) => where.or([where('tenant_id', '=', tenantId), where('shared', '=', true)]))
    .where('archived_at', 'is', null)
    .execute();
}

export function findPage(transaction: TenantTransaction, tenantId: string, id: string) {
  return transaction
    .selectFrom('content_pages')
    .select(pageColumns)
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .where('archived_at', 'is', null)
    .executeTakeFirst();
}

/** One of the platform, in the scope of a school. */
export function findShared(transaction: TenantTransaction, tenantId: string, id: string) {
  return transaction
    .selectFrom('content_pages')
    .select(pageColumns)
    .where('tenant_id', '!=', tenantId)
    .where('shared', '=', true)
    .where('id', '=', id)
    .where('archived_at', 'is', null)
    .executeTakeFirst();
}

/** Those who edit one page do so one after the other. */
export async function lockPage(transaction: TenantTransaction, tenantId: string, id: string) {
  return await transaction
    .selectFrom('content_pages')
    .select(pageColumns)
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .where('archived_at', 'is', null)
    .forUpdate()
    .executeTakeFirst();
}

/** False where another page of the tenant has the address. */
export async function addPage(
  transaction: TenantTransaction,
  page: PageRow & { created_at: Date },
): Promise<boolean> {
  const made = await transaction
    .insertInto('content_pages')
    .values(page)
    .onConflict((conflict) => conflict.columns(['tenant_id', 'kind', 'slug']).doNothing())
    .returning('id')
    .executeTakeFirst();
  return made !== undefined;
}

export async function nextPlace(transaction: TenantTransaction, tenantId: string, parentId: string) {
  const last = await transaction
    .selectFrom('content_pages')
    .select(({ fn }) => fn.max('place').as('place'))
    .where('tenant_id', '=', tenantId)
    .where('parent_id', '=', parentId)
    .executeTakeFirst();
  return (last?.place ?? 0) + 1;
}

export interface VersionRow {
  tenant_id: string;
  page_id: string;
  language: string;
  n: number;
  title: string | null;
  made_by: string | null;
  made_at: Date;
  live_from: Date | null;
  live_until: Date | null;
  is_shipped: boolean;
  settled_at: Date | null;
}

/** Versions without their words, the newest first: of one page, or of all that the tenant may know. */
export function listVersions(
  transaction: TenantTransaction,
  tenantId: string,
  pageId?: string,
): Promise<VersionRow[]> {
  const versions = transaction
    .selectFrom('content_versions')
    .select([
      'tenant_id',
      'page_id',
      'language',
      'n',
      'made_by',
      'made_at',
      'live_from',
      'live_until',
      'settled_at',
      sql<string | null>`head ->> 'title'`.as('title'),
      sql<boolean>`shipped is not null`.as('is_shipped'),
    ])
    .where((where) => where.or([where('tenant_id', '=', tenantId), where('shared', '=', true)]))
    .orderBy('n', 'desc');
  return (pageId === undefined ? versions : versions.where('page_id', '=', pageId)).execute();
}

/** The words of a version. */
export function findWords(
  transaction: TenantTransaction,
  tenantId: string,
  { page_id, language, n }: { page_id: string; language: string; n: number },
) {
  return transaction
    .selectFrom('content_versions')
    .select(['head', 'blocks'])
    .where('tenant_id', '=', tenantId)
    .where('page_id', '=', page_id)
    .where('language', '=', language)
    .where('n', '=', n)
    .executeTakeFirst();
}

/** What each step of a page was in the versions that were published, in all languages: progress knows none. */
export async function listSteps(
  transaction: TenantTransaction,
  tenantId: string,
  pageId: string,
): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  const { rows } = await sql<{ name: string; tasks: string[] }>`
    select (block ->> 'id') || '.' || (item ->> 'id') as name,
      array_agg(distinct coalesce(item ->> 'type', block ->> 'kind')) as tasks
    from content_versions as version
    cross join jsonb_array_elements(version.blocks) as block
    cross join jsonb_array_elements(case block ->> 'kind'
      when 'steps' then block -> 'steps' when 'checklist' then block -> 'items' when 'quiz' then block -> 'questions'
      else '[]' end) as item
    where version.tenant_id = ${tenantId} and version.page_id = ${pageId} and version.live_from is not null
    group by 1`.execute(transaction);
  return new Map(rows.map(({ name, tasks }) => [name, new Set(tasks)]));
}

export interface DraftRow {
  page_id: string;
  language: string;
  base_n: number | null;
  head: unknown;
  blocks: unknown;
  updated_by: string;
  updated_at: Date;
}

/** What its own editors alone read. */
export function listDrafts(transaction: TenantTransaction, tenantId: string) {
  return transaction
    .selectFrom('content_drafts')
    .select([
      'page_id',
      'language',
      'updated_by',
      'updated_at',
      sql<string | null>`head ->> 'title'`.as('title'),
    ])
    .where('tenant_id', '=', tenantId)
    .execute();
}

export async function findDraft(
  transaction: TenantTransaction,
  tenantId: string,
  { page_id, language }: { page_id: string; language: string },
): Promise<DraftRow | undefined> {
  return await transaction
    .selectFrom('content_drafts')
    .select(['page_id', 'language', 'base_n', 'head', 'blocks', 'updated_by', 'updated_at'])
    .where('tenant_id', '=', tenantId)
    .where('page_id', '=', page_id)
    .where('language', '=', language)
    .executeTakeFirst();
}

export async function putDraft(
  transaction: TenantTransaction,
  draft: {
    tenant_id: string;
    page_id: string;
    language: string;
    base_n: number | null;
    head: string;
    blocks: string;
    updated_by: string;
    updated_at: Date;
  },
): Promise<void> {
  const { base_n, head, blocks, updated_by, updated_at } = draft;
  await transaction
    .insertInto('content_drafts')
    .values(draft)
    .onConflict((conflict) =>
      conflict
        .columns(['tenant_id', 'page_id', 'language'])
        .doUpdateSet({ base_n, head, blocks, updated_by, updated_at }),
    )
    .execute();
}

export async function endDraft(
  transaction: TenantTransaction,
  tenantId: string,
  { page_id, language }: { page_id: string; language: string },
): Promise<void> {
  await transaction
    .deleteFrom('content_drafts')
    .where('tenant_id', '=', tenantId)
    .where('page_id', '=', page_id)
    .where('language', '=', language)
    .execute();
}

/** Ends what is live and calls off what is to come. What began in this very moment never was. */
export async function endVersions(
  transaction: TenantTransaction,
  tenantId: string,
  { page_id, language, now }: { page_id: string; language: string; now: Date },
): Promise<void> {
  await sql`
    update content_versions set
      live_until = case when live_from >= ${now} then null else ${now}::timestamptz end,
      live_from = case when live_from >= ${now} then null else live_from end
    where tenant_id = ${tenantId} and page_id = ${page_id} and language = ${language}
      and live_from is not null and (live_until is null or live_until > ${now})`.execute(transaction);
}

/** A text that came with the program was taken or left. */
export async function settle(
  transaction: TenantTransaction,
  tenantId: string,
  { page_id, language, n, now }: { page_id: string; language: string; n: number; now: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await transaction
    .updateTable('content_versions')
    .set({ settled_at: now })
    .where('tenant_id', '=', tenantId)
    .where('page_id', '=', page_id)
    .where('language', '=', language)
    .where('n', '=', n)
    .where('shipped', 'is not', null)
    .where('live_from', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export function listChoices(transaction: TenantTransaction, tenantId: string) {
  return transaction
    .selectFrom('content_choices')
    .select(['page_id', 'choice'])
    .where('tenant_id', '=', tenantId)
    .execute();
}

/** Null: the page is shown as it is. */
export async function putChoice(
  transaction: TenantTransaction,
  { tenant_id, page_id }: { tenant_id: string; page_id: string },
  chosen: { choice: 'hidden' | 'replaced'; by_page_id: string | null } | null,
): Promise<void> {
  if (chosen)
    await transaction
      .insertInto('content_choices')
      .values({ tenant_id, page_id, ...chosen })
      .onConflict((conflict) => conflict.columns(['tenant_id', 'page_id']).doUpdateSet(chosen))
      .execute();
  else
    await transaction
      .deleteFrom('content_choices')
      .where('tenant_id', '=', tenant_id)
      .where('page_id', '=', page_id)
      .execute();
}
