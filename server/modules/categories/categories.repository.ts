import { sql } from 'kysely';
import { foldForComparing } from '#contract/kit/fold.ts';
import type { Category } from '#contract/works/categories.schema.ts';
import type { TenantTransaction } from '#server/platform/database.ts';
import { visibleTo } from '../works/reader.ts';
import { isIn, type Reading } from '../works/works.repository.ts';

interface CategoryRow {
  id: string;
  name: string;
  slug: string;
  works: number;
  archived_at: Date | null;
}

function shown({ archived_at, ...row }: CategoryRow): Category {
  return { ...row, archived_at: archived_at?.toISOString() ?? null };
}

/** Which categories, by name. Works that are not on the shelf do not count, whoever asks. */
export async function listCategories(
  { transaction, tenantId, reader }: Reading,
  which: { isArchived: boolean; mode: string | undefined } | { id: string },
  { limit, offset }: { limit: number; offset: number },
): Promise<Category[]> {
  const filter =
    'id' in which
      ? sql`category.id = ${which.id}`
      : sql`(category.archived_at is not null) = ${which.isArchived}`;
  const { rows } = await sql<CategoryRow>`
    select category.id, category.name, category.slug, category.archived_at, coalesce(held.works, 0) as works
    from categories as category
    left join (
      select link.category_id, count(*) as works from work_categories as link
      join works as work on work.tenant_id = ${tenantId} and work.id = link.work_id
      where link.tenant_id = ${tenantId} and work.state = 'published' and ${visibleTo(reader, tenantId)}
        and ${isIn('id' in which ? null : (which.mode ?? null))}
      group by link.category_id
    ) as held on held.category_id = category.id
    where category.tenant_id = ${tenantId} and ${filter}
    order by category.folded_name, category.id limit ${limit} offset ${offset}`.execute(transaction);
  return rows.map(shown);
}

export async function countCategories(
  { transaction, tenantId }: Reading,
  { isArchived }: { isArchived: boolean },
): Promise<number> {
  const { count } = await transaction
    .selectFrom('categories')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('tenant_id', '=', tenantId)
    .where('archived_at', isArchived ? 'is not' : 'is', null)
    .executeTakeFirstOrThrow();
  return count;
}

/** False where another category, archived or not, has the name. */
export async function insertCategory(
  transaction: TenantTransaction,
  tenantId: string,
  { now, ...category }: { id: string; name: string; slug: string; now: Date },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await transaction
    .insertInto('categories')
    .values({
      ...category,
      tenant_id: tenantId,
      folded_name: foldForComparing(category.name),
      created_at: now,
      updated_at: now,
    })
    .onConflict((conflict) => conflict.columns(['tenant_id', 'folded_name']).doNothing())
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows === 1n;
}

export async function findByName(
  transaction: TenantTransaction,
  tenantId: string,
  name: string,
): Promise<{ id: string } | undefined> {
  return await transaction
    .selectFrom('categories')
    .select('id')
    .where('tenant_id', '=', tenantId)
    .where('folded_name', '=', foldForComparing(name))
    .executeTakeFirst();
}

export async function updateCategory(
  transaction: TenantTransaction,
  tenantId: string,
  id: string,
  change: { name?: string; archived_at?: Date | null; now: Date },
): Promise<void> {
  const { name, archived_at, now } = change;
  await transaction
    .updateTable('categories')
    .set({
      updated_at: now,
      ...(name !== undefined && { name, folded_name: foldForComparing(name) }),
      ...(archived_at !== undefined && { archived_at }),
    })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .execute();
}

/** Which slugs of those that begin like this one are taken. */
export async function listSlugsLike(
  transaction: TenantTransaction,
  tenantId: string,
  slug: string,
): Promise<string[]> {
  const rows = await transaction
    .selectFrom('categories')
    .select('slug')
    .where('tenant_id', '=', tenantId)
    .where(sql<boolean>`starts_with(slug, ${slug})`)
    .execute();
  return rows.map((row) => row.slug);
}

/** How many reactions the works of each category got that the reader may see. */
export async function countContributions({ transaction, tenantId, reader }: Reading) {
  const { rows } = await sql<{ id: string; name: string; reactions: number }>`
    select category.id, category.name, coalesce(given.reactions, 0) as reactions
    from categories as category
    left join (
      select link.category_id, count(*) as reactions from reactions as reaction
      join works as work on work.tenant_id = ${tenantId} and work.id = reaction.work_id
      join work_categories as link on link.tenant_id = ${tenantId} and link.work_id = work.id
      where reaction.tenant_id = ${tenantId} and work.state = 'published' and ${visibleTo(reader, tenantId)}
      group by link.category_id
    ) as given on given.category_id = category.id
    where category.tenant_id = ${tenantId} and category.archived_at is null
    order by reactions desc, category.folded_name, category.id limit 1000`.execute(transaction);
  return rows;
}

/** Of one that is not archived; undefined where there is none. `was`: as it was before. */
export async function setOffered(
  transaction: TenantTransaction,
  tenantId: string,
  { id, isOffered, now }: { id: string; isOffered: boolean; now: Date },
): Promise<{ name: string; was: boolean } | undefined> {
  const row = await transaction
    .selectFrom('categories')
    .select(['name', 'is_offered'])
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .where('archived_at', 'is', null)
    .forUpdate()
    .executeTakeFirst();
  if (!row) return undefined;
  await transaction
    .updateTable('categories')
    .set({ is_offered: isOffered, updated_at: now })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .execute();
  return { name: row.name, was: row.is_offered };
}

/** What new schools begin with, of the platform's own. */
export async function listOffered(
  transaction: TenantTransaction,
  tenantId: string,
): Promise<{ name: string; slug: string }[]> {
  return await transaction
    .selectFrom('categories')
    .select(['name', 'slug'])
    .where('tenant_id', '=', tenantId)
    .where('is_offered', '=', true)
    .where('archived_at', 'is', null)
    .orderBy('folded_name')
    .execute();
}
