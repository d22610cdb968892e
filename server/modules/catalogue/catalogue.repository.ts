import { sql, type RawBuilder } from 'kysely';
import type {
  CataloguePage,
  CatalogueQuery,
  CatalogueSort,
  CatalogueSortKey,
  CatalogueWork,
  SchoolWork,
  SchoolWorkQuery,
} from '#contract/catalogue/catalogue.schema.ts';
import { listedStates, noShelf, type ListedState } from '#contract/catalogue/catalogue.schema.ts';
import type { TenantTransaction } from '#server/platform/database.ts';
import { audienceOf, isCloseTo, visibleTo } from '../works/reader.ts';
import {
  authorJoin,
  bylineOf,
  countParts,
  named,
  shelvesOf,
  type Reading,
} from '../works/works.repository.ts';

/** What a list says of how far a work has got; see `listedState` of the contract. */
const listedState = sql<ListedState>`(case when work.taken_down_at is not null then 'taken_down' else work.state end)`;

/** The class it was made in, as `class`. */
const classJoin = (tenantId: string) => sql`
  left join school_classes as class on class.tenant_id = ${tenantId} and class.id = work.school_class_id`;

type Filter = Omit<CatalogueQuery, 'limit' | 'offset' | 'sort' | 'state'>;

function onShelf(tenantId: string, category: string): RawBuilder<boolean> {
  const links = sql`
    select from work_categories as link
    join categories as category on category.tenant_id = ${tenantId} and category.id = link.category_id
    where link.tenant_id = ${tenantId} and link.work_id = work.id and category.archived_at is null`;
  return category === noShelf
    ? sql`not exists (${links})`
    : sql`exists (${links} and link.category_id = ${category})`;
}

/** Works of those whom the reader looks after, and the reader's own, in every state. */
function listed({ tenantId, reader }: Reading, filter: Filter): RawBuilder<unknown> {
  const { kind, search, audience, school_class, category } = filter;
  // The title, the pen name and the name of the author.
  const names = sql`work.search_text || ' ' || coalesce(author.search_text, '')`;
  return sql`
    from works as work ${authorJoin(tenantId)} ${classJoin(tenantId)}
    where work.tenant_id = ${tenantId} and work.kind = ${kind} and work.state <> 'archived'
      and ${isCloseTo(reader, tenantId)}
      and ${named(search, names)}
      ${audience === undefined ? sql`` : sql`and ${audienceOf(tenantId)} = ${audience}`}
      ${school_class === undefined ? sql`` : sql`and work.school_class_id = ${school_class}`}
      ${category === undefined ? sql`` : sql`and ${onShelf(tenantId, category)}`}`;
}

/** How many there are in each state. */
export async function countListed(reading: Reading, filter: Filter): Promise<CataloguePage['states']> {
  const { rows } = await sql<{ state: ListedState; count: number }>`
    select ${listedState} as state, count(*) as count ${listed(reading, filter)} group by 1`.execute(
    reading.transaction,
  );
  const counts = new Map(rows.map(({ state, count }) => [state, count]));
  return Object.fromEntries(
    listedStates.map((state) => [state, counts.get(state) ?? 0]),
  ) as CataloguePage['states'];
}

/** By what a list is ordered; works of nobody, or of no class, come last whichever way. */
const orders: Readonly<Record<CatalogueSortKey, readonly RawBuilder<unknown>[]>> = {
  title: [sql`work.search_text`],
  author: [sql`author.search_text`, sql`work.search_text`],
  school_class: [sql`class.name`, sql`work.search_text`],
  state: [sql`array_position(${[...listedStates]}::text[], ${listedState})`, sql`work.search_text`],
  updated_at: [sql`work.updated_at`],
};

function orderBy(sort: CatalogueSort): RawBuilder<unknown> {
  const isDescending = sort.startsWith('-');
  const [first = sql`work.id`, ...others] = orders[sort.replace(/^-/u, '') as CatalogueSortKey];
  const direction = isDescending ? sql`desc` : sql`asc`;
  // What the index is made of needs no word about nulls; the names of others may be missing.
  const isNullable = sort.endsWith('author') || sort.endsWith('school_class');
  return sql.join([
    sql`${first} ${direction} ${isNullable ? sql`nulls last` : sql``}`,
    ...others,
    others.length === 0 ? sql`work.id ${direction}` : sql`work.id`,
  ]);
}

type ListedRow = Omit<CatalogueWork, 'published_at' | 'updated_at'> & {
  published_at: Date | null;
  updated_at: Date;
};

export async function listWorks(
  reading: Reading,
  { limit, offset, sort, state, ...filter }: CatalogueQuery,
): Promise<CatalogueWork[]> {
  const { transaction, tenantId } = reading;
  const ordered = orderBy(sort);
  // The page is cut first, so that names and shelves are looked up for its works alone.
  const { rows } = await sql<ListedRow>`
    select work.id, work.kind, work.title, work.slug, work.state, work.visibility, work.published_at, work.updated_at,
      work.taken_down_at is not null as is_taken_down, work.featured_at is not null as is_featured,
      (work.editor = 'chapters' and work.author_id is not null) as is_reviewed,
      ${audienceOf(tenantId)} as audience, ${bylineOf} as byline, ${shelvesOf(tenantId)} as categories,
      ${countParts(tenantId)} as parts,
      case when author.id is not null then json_build_object(
        'id', author.id, 'first_name', author.first_name, 'last_name', author.last_name) end as author,
      case when class.id is not null then json_build_object('id', class.id, 'name', class.name) end as school_class,
      (select count(*) from reactions as said where said.tenant_id = ${tenantId} and said.work_id = work.id)
        as reactions
    from (
      select work.id, work.kind, work.title, work.slug, work.state, work.visibility, work.published_at, work.updated_at,
        work.taken_down_at, work.featured_at, work.editor, work.author_id, work.pen_name, work.search_text,
        work.school_class_id
      ${listed(reading, filter)}
        ${state === undefined ? sql`` : sql`and ${listedState} = ${state}`}
      order by ${ordered} limit ${limit} offset ${offset}
    ) as work ${authorJoin(tenantId)} ${classJoin(tenantId)}
    order by ${ordered}`.execute(transaction);
  return rows.map(({ published_at, updated_at, ...row }) => ({
    ...row,
    published_at: published_at?.toISOString() ?? null,
    updated_at: updated_at.toISOString(),
  }));
}

/** One that is to be changed. */
export interface ListedWork {
  id: string;
  kind: CatalogueWork['kind'];
  title: string;
  state: CatalogueWork['state'];
  author_id: string | null;
  is_featured: boolean;
}

/** Of these the ones that the reader answers for and nobody put away, in the order of their ids. */
export async function findListed(
  { transaction, tenantId, reader }: Reading,
  ids: readonly string[],
): Promise<ListedWork[]> {
  const { rows } = await sql<ListedWork>`
    select work.id, work.kind, work.title, work.state, work.author_id, work.featured_at is not null as is_featured
    from works as work
    where work.tenant_id = ${tenantId} and work.id = any(${[...ids]}::uuid[]) and work.state <> 'archived'
      and ${isCloseTo(reader, tenantId)}
    order by work.id`.execute(transaction);
  return rows;
}

/** Shelves by id that are there and not archived. */
export async function findShelves(
  transaction: TenantTransaction,
  tenantId: string,
  ids: readonly string[],
): Promise<Set<string>> {
  const rows = await transaction
    .selectFrom('categories')
    .select('id')
    .where('tenant_id', '=', tenantId)
    .where('id', '=', sql<string>`any(${[...ids]}::uuid[])`)
    .where('archived_at', 'is', null)
    .execute();
  return new Set(rows.map(({ id }) => id));
}

/** On which shelves each of these works stands, as far as those are not archived. */
export async function listShelvesOf(
  transaction: TenantTransaction,
  tenantId: string,
  ids: readonly string[],
): Promise<Map<string, string[]>> {
  const { rows } = await sql<{ id: string; categories: string[] }>`
    select work.id, ${shelvesOf(tenantId)} as categories from works as work
    where work.tenant_id = ${tenantId} and work.id = any(${[...ids]}::uuid[])`.execute(transaction);
  return new Map(rows.map(({ id, categories }) => [id, categories]));
}

export async function changeShelves(
  transaction: TenantTransaction,
  tenantId: string,
  workId: string,
  { on, off }: { on: readonly string[]; off: readonly string[] },
): Promise<void> {
  if (off.length > 0)
    await transaction
      .deleteFrom('work_categories')
      .where('tenant_id', '=', tenantId)
      .where('work_id', '=', workId)
      .where('category_id', 'in', [...off])
      .execute();
  if (on.length > 0)
    await transaction
      .insertInto('work_categories')
      .values(on.map((category_id) => ({ tenant_id: tenantId, work_id: workId, category_id })))
      .onConflict((conflict) => conflict.doNothing())
      .execute();
}

export async function setFeatured(
  transaction: TenantTransaction,
  tenantId: string,
  ids: readonly string[],
  featured_at: Date | null,
): Promise<void> {
  await transaction
    .updateTable('works')
    .set({ featured_at })
    .where('tenant_id', '=', tenantId)
    .where('id', 'in', [...ids])
    .execute();
}

type SchoolFilter = Pick<SchoolWorkQuery, 'kind' | 'search'>;

function shown({ tenantId, reader }: Reading, { kind, search }: SchoolFilter): RawBuilder<unknown> {
  // Of the author nothing counts but what everybody is told.
  return sql`
    from works as work
    where work.tenant_id = ${tenantId} and work.kind = ${kind} and work.state = 'published'
      and ${visibleTo(reader, tenantId)} and ${named(search, sql`work.search_text`)}`;
}

/** Works on the shelf of a school that the reader may see. */
export async function countShown(reading: Reading, filter: SchoolFilter): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count ${shown(reading, filter)}`.execute(
    reading.transaction,
  );
  return rows[0]?.count ?? 0;
}

export async function listShown(
  reading: Reading,
  { limit, offset, sort, ...filter }: Omit<SchoolWorkQuery, 'school'>,
): Promise<Omit<SchoolWork, 'school'>[]> {
  const { transaction, tenantId } = reading;
  const ordered =
    sort === 'title' ? sql`work.search_text, work.id` : sql`work.published_at desc, work.id desc`;
  const { rows } = await sql<Omit<SchoolWork, 'school' | 'published_at'> & { published_at: Date | null }>`
    select work.id, work.kind, work.title, work.slug, work.language, work.level, work.published_at,
      ${bylineOf} as byline, ${countParts(tenantId)} as parts
    from (
      select work.id, work.kind, work.title, work.slug, work.language, work.level, work.published_at, work.editor,
        work.author_id, work.pen_name, work.search_text
      ${shown(reading, filter)} order by ${ordered} limit ${limit} offset ${offset}
    ) as work ${authorJoin(tenantId)}
    order by ${ordered}`.execute(transaction);
  return rows.map(({ published_at, ...row }) => ({
    ...row,
    published_at: published_at?.toISOString() ?? null,
  }));
}
