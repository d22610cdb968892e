import { sql, type RawBuilder } from 'kysely';
import { foldForSearch } from '#contract/kit/fold.ts';
import type {
  Resource,
  ResourceFileType,
  ResourceQuery,
  SavedResource,
} from '#contract/resources/resources.schema.ts';
import type { FoundResource } from '#contract/works/library.schema.ts';
import type { TenantTransaction } from '#server/platform/database.ts';
import { inBatches } from '#server/platform/in-batches.ts';
import { hasWords } from '#server/platform/search-words.ts';
import { fullNameOf, resourceVisibleTo } from '../works/reader.ts';
import { wordsOf, type Reading } from '../works/works.repository.ts';

export interface ResourceRow extends Omit<Resource, 'updated_at'> {
  updated_at: Date;
}

export const toResource = ({ updated_at, ...row }: ResourceRow): Resource => ({
  ...row,
  updated_at: updated_at.toISOString(),
});

/** The columns of one, of rows that a query calls `resource`. */
export function resourceColumns({ tenantId, reader }: Reading): RawBuilder<unknown> {
  const isOwn = 'id' in reader ? sql`(resource.created_by = ${reader.id})` : sql`false`;
  const isStaff = reader.kind === 'teacher' || reader.kind === 'office';
  return sql`
    resource.id, resource.title, resource.description, resource.text, resource.level, resource.audience,
    resource.licence, resource.credit, resource.updated_at, ${isOwn} as is_own,
    ${reader.kind === 'office' ? sql`true` : isOwn} as may_change,
    ${isStaff ? sql`nullif(${fullNameOf(tenantId, sql`resource.created_by`)}, '')` : sql`null`} as by,
    (
      select json_build_object('media_type', file.media_type, 'bytes', coalesce(file.bytes, length(file.content)),
        'sha256', encode(file.sha256, 'hex'))
      from resource_files as file where file.tenant_id = ${tenantId} and file.resource_id = resource.id
    ) as file,
    array(
      select json_build_object('id', category.id, 'name', category.name) from resource_categories as link
      join categories as category on category.tenant_id = ${tenantId} and category.id = link.category_id
      where link.tenant_id = ${tenantId} and link.resource_id = resource.id and category.archived_at is null
      order by category.folded_name
    ) as categories`;
}

type Filter = Omit<ResourceQuery, 'limit' | 'offset' | 'sort'>;

function wanted({ tenantId, reader }: Reading, filter: Filter): RawBuilder<boolean> {
  const { level = null, category = null, audience = null, by, search } = filter;
  const person = by === 'me' && 'id' in reader ? reader.id : null;
  return sql`
    resource.tenant_id = ${tenantId} and ${resourceVisibleTo(reader)}
    and (${level}::text is null or resource.level = ${level})
    and (${audience}::text is null or resource.audience = ${audience})
    and (${person}::uuid is null or resource.created_by = ${person})
    and ${hasWords(wordsOf(search), sql`resource.search_text`)}
    and (${category}::text is null or resource.id in (
      select link.resource_id from resource_categories as link
      join categories as category on category.tenant_id = ${tenantId} and category.id = link.category_id
      where link.tenant_id = ${tenantId} and (category.slug = ${category} or category.id::text = ${category})
        and category.archived_at is null
    ))`;
}

const orders: Readonly<Record<ResourceQuery['sort'], RawBuilder<unknown>>> = {
  '-updated_at': sql`resource.updated_at desc, resource.id`,
  updated_at: sql`resource.updated_at, resource.id`,
  title: sql`resource.folded_title, resource.id`,
  '-title': sql`resource.folded_title desc, resource.id`,
};

export async function listResources(
  reading: Reading,
  { limit, offset, sort, ...filter }: ResourceQuery,
): Promise<{ count: number; rows: Resource[] }> {
  const { transaction } = reading;
  const from = sql`from resources as resource where ${wanted(reading, filter)}`;
  const counted = await sql<{ count: number }>`select count(*) as count ${from}`.execute(transaction);
  const { rows } = await sql<ResourceRow>`
    select ${resourceColumns(reading)} ${from} order by ${orders[sort]} limit ${limit} offset ${offset}`.execute(
    transaction,
  );
  return { count: counted.rows[0]?.count ?? 0, rows: rows.map(toResource) };
}

/** Those that have each of the words, the ones that have them in the title first. */
export async function searchResources(
  reading: Reading,
  search: string,
  limit: number,
): Promise<{ count: number; results: FoundResource[] }> {
  const { transaction } = reading;
  const { rows } = await sql<FoundResource & { count: number }>`
    select resource.id, resource.title, count(*) over () as count from resources as resource
    where ${wanted(reading, { search })}
    order by position(${wordsOf(search).join(' ')} in resource.folded_title) = 0, resource.folded_title, resource.id
    limit ${limit}`.execute(transaction);
  return { count: rows[0]?.count ?? 0, results: rows.map(({ id, title }) => ({ id, title })) };
}

export async function findResource(reading: Reading, id: string): Promise<Resource | undefined> {
  const { transaction, tenantId, reader } = reading;
  const { rows } = await sql<ResourceRow>`
    select ${resourceColumns(reading)} from resources as resource
    where resource.tenant_id = ${tenantId} and resource.id = ${id} and ${resourceVisibleTo(reader)}`.execute(
    transaction,
  );
  return rows[0] && toResource(rows[0]);
}

/** Locked until the end of the transaction; of staff, who see all of them. */
export async function lockResource(transaction: TenantTransaction, tenantId: string, id: string) {
  return await transaction
    .selectFrom('resources')
    .select(['id', 'title', 'created_by', 'licence', 'updated_at'])
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
}

export async function hasFile(
  transaction: TenantTransaction,
  tenantId: string,
  resourceId: string,
): Promise<boolean> {
  const row = await transaction
    .selectFrom('resource_files')
    .select('resource_id')
    .where('tenant_id', '=', tenantId)
    .where('resource_id', '=', resourceId)
    .executeTakeFirst();
  return row !== undefined;
}

export async function countOf(
  transaction: TenantTransaction,
  tenantId: string,
  created_by: string,
): Promise<number> {
  const { count } = await transaction
    .selectFrom('resources')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('tenant_id', '=', tenantId)
    .where('created_by', '=', created_by)
    .executeTakeFirstOrThrow();
  return count;
}

/** Who made it stays who made it, whoever changes it. Those of its categories that are there are its shelves. */
export async function storeResource(
  transaction: TenantTransaction,
  tenantId: string,
  {
    categories,
    level,
    ...fields
  }: Omit<SavedResource, 'file'> & { id: string; created_by: string; now: Date },
): Promise<void> {
  const { id, created_by, now, ...columnsSaved } = fields;
  const { title, description, text, credit } = columnsSaved;
  const values = {
    ...columnsSaved,
    level: level === '' ? null : level,
    search_text: foldForSearch([title, description, credit, text].join(' ')),
    folded_title: foldForSearch(title),
    updated_at: now,
  };
  await transaction
    .insertInto('resources')
    .values({ ...values, tenant_id: tenantId, id, created_by, created_at: now })
    .onConflict((conflict) => conflict.columns(['tenant_id', 'id']).doUpdateSet(values))
    .execute();
  await dropCategories(transaction, tenantId, id);
  const shelves = await transaction
    .selectFrom('categories')
    .select('id')
    .where('tenant_id', '=', tenantId)
    .where('id', 'in', categories)
    .execute();
  const rows = shelves.map((shelf) => ({ tenant_id: tenantId, resource_id: id, category_id: shelf.id }));
  for (const batch of inBatches(rows))
    await transaction.insertInto('resource_categories').values(batch).execute();
}

async function dropCategories(transaction: TenantTransaction, tenantId: string, resourceId: string) {
  await transaction
    .deleteFrom('resource_categories')
    .where('tenant_id', '=', tenantId)
    .where('resource_id', '=', resourceId)
    .execute();
}

export async function storeFile(
  transaction: TenantTransaction,
  tenantId: string,
  resource_id: string,
  file: { media_type: ResourceFileType; sha256: Buffer; content: Buffer },
): Promise<void> {
  await transaction
    .insertInto('resource_files')
    .values({ ...file, tenant_id: tenantId, resource_id })
    .onConflict((conflict) =>
      conflict.columns(['tenant_id', 'resource_id']).doUpdateSet({ ...file, bytes: null, kept_in: 'row' }),
    )
    .execute();
}

export async function dropFile(transaction: TenantTransaction, tenantId: string, resourceId: string) {
  await transaction
    .deleteFrom('resource_files')
    .where('tenant_id', '=', tenantId)
    .where('resource_id', '=', resourceId)
    .execute();
}

/** Its file and its places on shelves go with it. */
export async function deleteResource(transaction: TenantTransaction, tenantId: string, id: string) {
  await transaction.deleteFrom('resources').where('tenant_id', '=', tenantId).where('id', '=', id).execute();
}

export interface StoredResourceFile {
  title: string;
  audience: Resource['audience'];
  media_type: ResourceFileType;
  sha256: Buffer;
  /** Null where it is in the store of media. */
  content: Buffer | null;
  bytes: number;
}

/** The file of a resource that the reader may see. */
export async function findFile(
  { transaction, tenantId, reader }: Reading,
  id: string,
): Promise<StoredResourceFile | undefined> {
  const { rows } = await sql<StoredResourceFile>`
    select resource.title, resource.audience, file.media_type, file.sha256, file.content,
      coalesce(file.bytes, octet_length(file.content)) as bytes
    from resources as resource
    join resource_files as file on file.tenant_id = ${tenantId} and file.resource_id = resource.id
    where resource.tenant_id = ${tenantId} and resource.id = ${id} and ${resourceVisibleTo(reader)}`.execute(
    transaction,
  );
  return rows[0];
}
