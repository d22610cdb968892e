import { sql } from 'kysely';
import type { TenantTransaction } from '#server/platform/database.ts';
import type { FoundPerson, WorkStats } from '#contract/works/library.schema.ts';
import type { Reaction } from '#contract/works/reactions.schema.ts';
import { hasWords } from '#server/platform/search-words.ts';
import { belongsToClass, looksAfter, visibleTo } from '../works/reader.ts';
import { isIn, wordsOf, type Reading } from '../works/works.repository.ts';

interface LibraryRow {
  count: number;
  newest: string[];
  featured: string[];
  languages: string[];
  classes: { id: string; name: string }[];
  shelves: { id: string; name: string; slug: string; works: number; newest: string[] }[];
}

/**
 * What stands in the library, by ids: the newest of all, what the staff put first with the latest choice first, the newest of each
 * category that has any, and in which languages and classes of the reader there is something, whatever its mode. All of it comes of one
 * look at the works, since it is asked of each of them whether the reader may see it.
 */
export async function readLibrary(
  { transaction, tenantId, reader }: Reading,
  limit: number,
  mode: string | null,
): Promise<LibraryRow> {
  const newestFirst = sql`shown.published_at desc, shown.updated_at desc, shown.id desc`;
  const { rows } = await sql<LibraryRow>`
    with visible as materialized (
      select work.id, work.language, work.school_class_id, work.published_at, work.updated_at, work.featured_at,
        ${isIn(mode)} as is_in_mode
      from works as work
      where work.tenant_id = ${tenantId} and work.state = 'published' and work.kind <> 'message'
        and ${visibleTo(reader, tenantId)}
    ), shown as materialized (
      select id, published_at, updated_at, featured_at from visible where is_in_mode
    ), held as (
      select link.category_id, count(*) as works, (array_agg(shown.id order by ${newestFirst}))[:${limit}] as newest
      from work_categories as link
      join shown on shown.id = link.work_id
      where link.tenant_id = ${tenantId}
      group by link.category_id
    ), shelves as (
      select category.id, category.name, category.slug, held.works, held.newest
      from categories as category
      join held on held.category_id = category.id
      where category.tenant_id = ${tenantId} and category.archived_at is null
      order by category.folded_name, category.id limit 100
    ), classes as (
      select class.id, class.name from school_classes as class
      where class.tenant_id = ${tenantId} and class.archived_at is null
        and class.id in (select visible.school_class_id from visible)
        and ${belongsToClass(reader, tenantId, sql`class.id`)}
      order by class.name, class.id limit 500
    )
    select (select count(*) from shown) as count,
      array(select shown.id from shown order by ${newestFirst} limit ${limit}) as newest,
      array(
        select shown.id from shown where shown.featured_at is not null
        order by shown.featured_at desc, shown.id limit ${limit}
      ) as featured,
      array(select distinct visible.language from visible order by visible.language) as languages,
      (select coalesce(json_agg(classes), '[]') from classes) as classes,
      (select coalesce(json_agg(shelves), '[]') from shelves) as shelves`.execute(transaction);
  const [library] = rows;
  if (!library) throw new Error('One row was asked for');
  return library;
}

/** Children whom the reader looks after, by name; each word has to be there. */
export async function searchPeople(
  { transaction, tenantId, reader }: Reading,
  search: string,
  limit: number,
): Promise<{ count: number; results: FoundPerson[] }> {
  const words = wordsOf(search);
  const { rows } = await sql<FoundPerson & { count: number }>`
    select person.id, person.first_name, person.last_name, person.role, count(*) over () as count, (
      -- The one in whose list the child stands.
      select json_build_object('id', class.id, 'name', class.name)
      from enrollments as stay
      join school_classes as class on class.tenant_id = ${tenantId} and class.id = stay.school_class_id
      where stay.tenant_id = ${tenantId} and stay.student_id = person.id and stay.ended_at is null
        and ${belongsToClass(reader, tenantId, sql`class.id`)}
      order by stay.position limit 1
    ) as school_class
    from users as person
    where person.tenant_id = ${tenantId} and person.role = 'student' and person.archived_at is null
      and ${looksAfter(reader, tenantId, sql`person.id`)}
      and ${hasWords(words, sql`person.search_text`)}
    order by person.search_text, person.id limit ${limit}`.execute(transaction);
  return {
    count: rows[0]?.count ?? 0,
    results: rows.map(({ count: _count, ...person }) => person),
  };
}

export async function countShelf({ transaction, tenantId, reader }: Reading) {
  const { rows } = await sql<{ all_book: number; featured_book: number }>`
    select count(*) as all_book, count(*) filter (where work.featured_at is not null) as featured_book
    from works as work
    where work.tenant_id = ${tenantId} and work.kind = 'book' and work.state = 'published'
      and ${visibleTo(reader, tenantId)}`.execute(transaction);
  return rows[0] ?? { all_book: 0, featured_book: 0 };
}

/** Works of the children whom the reader looks after; archived ones are none. */
export async function countByState(
  { transaction, tenantId, reader }: Reading,
  kind: 'book' | 'story',
): Promise<WorkStats> {
  const state = (name: string) => sql`count(*) filter (where work.state = ${name})`;
  const { rows } = await sql<WorkStats>`
    select count(*) as all, ${state('draft')} as draft, ${state('submitted')} as submitted,
      ${state('returned')} as returned, ${state('approved')} as approved, ${state('published')} as published,
      ${state('withdrawn')} as withdrawn
    from works as work
    where work.tenant_id = ${tenantId} and work.kind = ${kind} and work.state <> 'archived'
      and work.author_id in (select student.id from students as student where student.tenant_id = ${tenantId})
      and ${looksAfter(reader, tenantId, sql`work.author_id`)}`.execute(transaction);
  const none = { all: 0, draft: 0, submitted: 0, returned: 0, approved: 0, published: 0, withdrawn: 0 };
  return rows[0] ?? none;
}

/** Reactions to works on the shelf that the reader may see; to those of one person alone, where one is named. */
export async function countReactions(
  { transaction, tenantId, reader }: Reading,
  authorId: string | null = null,
): Promise<Map<Reaction, number>> {
  const made = authorId === null ? sql`true` : sql`work.author_id = ${authorId}`;
  const { rows } = await sql<{ reaction: Reaction; count: number }>`
    select reaction.reaction, count(*) as count from reactions as reaction
    join works as work on work.tenant_id = ${tenantId} and work.id = reaction.work_id
    where reaction.tenant_id = ${tenantId} and work.state = 'published' and ${made}
      and ${visibleTo(reader, tenantId)}
    group by reaction.reaction`.execute(transaction);
  return new Map(rows.map(({ reaction, count }) => [reaction, count]));
}

/** Copies bought and gifts made for causes at a school, not given back. */
export async function countCopiesForCauses(
  transaction: TenantTransaction,
  tenantId: string,
  isTest: boolean,
): Promise<number> {
  const { count } = await transaction
    .selectFrom('cause_sums')
    .select((select) => select.fn.coalesce(select.fn.sum<number>('copies'), select.val(0)).as('count'))
    .where('school_id', '=', tenantId)
    .where('is_test', '=', isTest)
    .executeTakeFirstOrThrow();
  return count;
}
