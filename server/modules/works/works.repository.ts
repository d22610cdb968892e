import { sql, type RawBuilder } from 'kysely';
import { foldForSearch, wordsIn } from '#contract/kit/fold.ts';
import type {
  AssetPicture,
  AssetRecording,
  Visibility,
  WorkCard,
  WorkQuery,
  Work,
} from '#contract/works/works.schema.ts';
import type { TenantQuestion } from '#server/platform/ask-in-tenants.ts';
import type { TenantTransaction } from '#server/platform/database.ts';
import { cutPage, keysetOf, outside, type KeyPart } from '#server/platform/keyset.ts';
import { hasWords } from '#server/platform/search-words.ts';
import { assetVisibleTo, audienceOf, belongsToClass, isCloseTo, visibleTo, type Reader } from './reader.ts';
import { textHolds } from './work-words.ts';

/** One reader in one transaction of the tenant that was asked. */
export interface Reading {
  readonly transaction: TenantTransaction;
  readonly tenantId: string;
  readonly reader: Reader;
}

/** Letters and digits alone, so that nothing in it means something to `to_tsquery`. */
export function wordsOf(text: string): string[] {
  return wordsIn(foldForSearch(text));
}

/** Each word has to be there; the last one may be half typed. */
export function named(search: string, names: RawBuilder<unknown>): RawBuilder<boolean> {
  const words = wordsOf(search);
  // Signs alone are words of nothing.
  if (words.length === 0) return search === '' ? sql`true` : sql`false`;
  return hasWords(words, names);
}

/** How alike two words have to be where nothing was found as it was typed; of 1. */
const alike = 0.5;

export interface Search {
  words: readonly string[];
  /** The words with a space between them. */
  folded: string;
  /** True where the words may be misspelt: titles and authors are compared by their threes of letters. */
  isForgiving: boolean;
}

/** Null where there is nothing to look for. */
export function searchOf(text: string, isForgiving: boolean): Search | null {
  const words = wordsOf(text);
  if (words.length === 0) return null;
  return {
    words,
    folded: words.join(' '),
    isForgiving,
  };
}

function found(tenantId: string, { words, folded, isForgiving }: Search): RawBuilder<boolean> {
  if (isForgiving) return sql`word_similarity(${folded}, work.search_text) >= ${alike}`;
  return sql`(position(${folded} in work.search_text) > 0 or work.id in (
    select text.work_id from work_texts as text
    where text.tenant_id = ${tenantId}
      and ${textHolds(words, { words: sql`text.words`, unspaced: sql`text.unspaced` })}
  ))`;
}

export type WorkFilter = Omit<WorkQuery, 'limit' | 'offset' | 'after' | 'search' | 'sort' | 'author'> & {
  author?: string | undefined;
  search: Search | null;
};

/** A work of no mode stands in all of them. Null: of whatever mode. */
export function isIn(mode: string | null): RawBuilder<boolean> {
  return sql`(${mode}::uuid is null or work.mode_id is null or work.mode_id = ${mode})`;
}

/*
 * What is not asked for is a null in the same statement: one text for all lists, which each connection plans once, and no
 * other text for each of a thousand ways to ask.
 */
function wanted({ tenantId, reader }: Reading, filter: WorkFilter): RawBuilder<boolean> {
  const {
    ids = null,
    kind = null,
    level = null,
    language = null,
    category = null,
    goal = null,
    mode = null,
    challenge = null,
  } = filter;
  const { author = null, school_class = null, state, featured, search } = filter;
  return sql`
    work.tenant_id = ${tenantId} and ${visibleTo(reader, tenantId)}
    and case ${state}::text when 'any' then work.state <> 'archived' else work.state = ${state} end
    and (${ids}::uuid[] is null or work.id = any(${ids}::uuid[]))
    and case when ${kind}::text is null then work.kind <> 'message' else work.kind = ${kind} end
    and (${level}::text is null or work.level = ${level})
    and (${language}::text is null or work.language = ${language})
    and (${goal}::smallint is null or ${goal} = any(work.sdgs))
    and ${isIn(mode)}
    and (${challenge}::uuid is null or work.challenge_id = ${challenge})
    and (not ${featured === true} or work.featured_at is not null)
    and (${category}::text is null or work.id in (
      select link.work_id from work_categories as link
      join categories as category on category.tenant_id = ${tenantId} and category.id = link.category_id
      where link.tenant_id = ${tenantId} and (category.slug = ${category} or category.id::text = ${category})
        and category.archived_at is null
    ))
    ${author === null ? sql`` : sql`and work.author_id = ${author} and ${isCloseTo(reader, tenantId)}`}
    ${
      school_class === null
        ? sql``
        : sql`and work.school_class_id = ${school_class} and ${belongsToClass(reader, tenantId, school_class)}`
    }
    ${search ? sql`and ${found(tenantId, search)}` : sql``}`;
}

/**
 * How well the title and the author have what was typed, 0 is best: as it is, as the beginning of something, or all of its words
 * somewhere. Whatever else was found has them in its text. Where it is forgiving: how unlike they are, in millionths.
 */
function rank({ words, folded, isForgiving }: Search): RawBuilder<number> {
  if (isForgiving) return sql`((1 - word_similarity(${folded}, work.search_text)) * 1000000)::integer`;
  return sql`case
    when position(${` ${folded} `} in ' ' || work.search_text || ' ') > 0 then 0
    when position(${` ${folded}`} in ' ' || work.search_text) > 0 then 1
    when ${hasWords(words, sql`work.search_text`)} then 2
    else 3
  end`;
}

/** In an order that is the same for everybody: what was found best first, else the newest or by title. */
function orderOf(search: Search | null, sort: WorkQuery['sort']): readonly KeyPart[] {
  const id = { value: sql`work.id`, form: 'id' } as const;
  const byTitle: readonly KeyPart[] = [{ value: sql`work.search_text`, form: 'text' }, id];
  if (search) return [{ value: rank(search), form: 'number' }, ...byTitle];
  if (sort === 'title') return byTitle;
  return [
    { value: sql`(work.published_at is not null)::integer`, form: 'number' },
    { value: sql`coalesce(work.published_at, 'epoch')`, form: 'moment', descending: true },
    { value: sql`work.updated_at`, form: 'moment', descending: true },
    { ...id, descending: true },
  ];
}

export const pictureColumns = sql`json_build_object(
  'sha256', encode(asset.sha256, 'hex'), 'media_type', asset.media_type,
  'width', asset.width, 'height', asset.height, 'alt', coalesce(used.alt, ''))`;

interface CardRow {
  id: string;
  kind: WorkCard['kind'];
  title: string;
  slug: string;
  byline: string;
  author: WorkCard['author'];
  language: string;
  level: WorkCard['level'];
  orientation: WorkCard['orientation'];
  cover: AssetPicture | null;
  categories: string[];
  sdgs: number[];
  parts: number;
  state: WorkCard['state'];
  audience: Visibility;
  is_featured: boolean;
  published_at: Date | null;
  updated_at: Date;
}

/** How the author of a work is called to everybody. */
export const bylineOf = sql<string>`coalesce(nullif(work.pen_name, ''), author.first_name, '')`;

/** Ids of the shelves that a work stands on, by name. */
export function shelvesOf(tenantId: string): RawBuilder<string[]> {
  return sql`array(
      select category.id from work_categories as link
      join categories as category on category.tenant_id = ${tenantId} and category.id = link.category_id
      where link.tenant_id = ${tenantId} and link.work_id = work.id and category.archived_at is null
      order by category.folded_name
    )`;
}

/** Pages of a book, chapters of a story. */
export function countParts(tenantId: string): RawBuilder<number> {
  return sql`case when work.kind = 'book' and work.editor <> 'chapters'
      then (select count(*) from pages as part where part.tenant_id = ${tenantId} and part.work_id = work.id)
      else (select count(*) from chapters as part where part.tenant_id = ${tenantId} and part.work_id = work.id
        and part.removed_at is null)
    end`;
}

/** The columns of a card, of rows that a query calls `work`, with whoever is the author as `author`. */
function cardColumns({ tenantId, reader }: Pick<Reading, 'tenantId' | 'reader'>): RawBuilder<unknown> {
  return sql`
    work.id, work.kind, work.title, work.slug, work.language, work.level, work.orientation, work.sdgs, work.state,
    work.published_at, work.updated_at, work.featured_at is not null as is_featured,
    ${audienceOf(tenantId)} as audience,
    ${bylineOf} as byline,
    case when ${isCloseTo(reader, tenantId)} and author.id is not null then json_build_object(
      'id', author.id, 'first_name', author.first_name, 'last_name', author.last_name) end as author,
    (
      select ${pictureColumns} from assets as asset
      left join work_assets as used on used.tenant_id = ${tenantId} and used.work_id = work.id
        and used.sha256 = asset.sha256
      where asset.tenant_id = ${tenantId} and asset.sha256 = work.cover_sha256
        and ${assetVisibleTo(reader, tenantId)}
    ) as cover,
    ${shelvesOf(tenantId)} as categories,
    ${countParts(tenantId)} as parts`;
}

/** Whoever wrote it, as `author`. */
export const authorJoin = (tenantId: string) => sql`
  left join users as author on author.tenant_id = ${tenantId} and author.id = work.author_id`;

function toCard<Row extends CardRow>({ published_at, updated_at, ...row }: Row) {
  return {
    ...row,
    published_at: published_at?.toISOString() ?? null,
    updated_at: updated_at.toISOString(),
  };
}

/**
 * A page of works, and how many there are in all. Both come of one look at them, so that the last page costs what the first one
 * does.
 */
export async function listWorks(
  reading: Reading,
  filter: WorkFilter,
  { limit, offset, after, sort }: Pick<WorkQuery, 'limit' | 'offset' | 'after' | 'sort'>,
): Promise<{ count: number; results: WorkCard[]; after: string | null }> {
  const { transaction, tenantId } = reading;
  const { values, names, parts } = outside(orderOf(filter.search, sort));
  const { key, beyond, order } = keysetOf(parts, after);
  const standing = sql`from works as work where ${wanted(reading, filter)}`;
  // The page is cut first, so that covers and categories are looked up for its works alone.
  const page = await sql<CardRow & { count: number; page_key: string[] }>`
    select ${cardColumns(reading)}, cut.count, ${key} as page_key from (
      select id, count, ${names} from (
        select work.id, count(*) over () as count, ${values} ${standing}
      ) as found
      where ${beyond} order by ${order} limit ${limit + 1} offset ${offset}
    ) as cut
    join works as work on work.tenant_id = ${tenantId} and work.id = cut.id ${authorJoin(tenantId)}
    order by ${order}`.execute(transaction);
  const [first] = page.rows;
  const { rows, after: end } = cutPage(page.rows, limit);
  const results = rows.map(({ count: _count, ...row }) => toCard(row));
  if (first || (offset === 0 && after === undefined))
    return { count: first?.count ?? 0, results, after: end };
  const counted = await sql<{ count: number }>`select count(*) as count ${standing}`.execute(transaction);
  return { count: counted.rows[0]?.count ?? 0, results, after: end };
}

/** Whether it is one of these, is published, and the reader may see it. */
export function onShelf(
  { tenantId, reader }: Pick<Reading, 'tenantId' | 'reader'>,
  ids: readonly string[],
): RawBuilder<boolean> {
  return sql`work.tenant_id = ${tenantId} and work.id = any(${ids}::uuid[]) and work.state = 'published'
    and ${visibleTo(reader, tenantId)}`;
}

/** Of these ids those of published works that the reader may see. */
export async function listIdsOnShelf(reading: Reading, ids: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select work.id from works as work
    where ${onShelf(reading, ids)}`.execute(reading.transaction);
  return rows.map(({ id }) => id);
}

/** Published works by their ids, in no order; what the reader may not see is left out. */
export async function listByIds(reading: Reading, ids: readonly string[]): Promise<WorkCard[]> {
  const { rows } = await selectCards(reading, ids).execute(reading.transaction);
  return rows.map(toCard);
}

const selectCards = (reading: Pick<Reading, 'tenantId' | 'reader'>, ids: readonly string[]) => sql<CardRow>`
  select ${cardColumns(reading)} from works as work ${authorJoin(reading.tenantId)} where ${onShelf(reading, ids)}`;

/** Published works that a stranger may see, of each tenant that is asked. */
export const cardsForStrangers: TenantQuestion<WorkCard> = {
  ask: (tenantId, ids) => selectCards({ tenantId, reader: { kind: 'visitor' } }, ids),
  read(answer) {
    const { published_at, updated_at, ...row } = answer as CardRow;
    const published = published_at && new Date(published_at);
    return toCard({ ...row, published_at: published, updated_at: new Date(updated_at) });
  },
};

interface WorkRow extends CardRow {
  blurb: string;
  about_author: string;
  plan: string | null;
  dedication: string;
  editor: Work['editor'];
  visibility: Visibility;
  mode: string | null;
  challenge: string | null;
  school_class: Work['school_class'];
  source: string | null;
  licence: string | null;
  credit: string | null;
  pictures: AssetPicture[];
  recordings: AssetRecording[];
  picture_bytes: number;
  reactions: number;
  said: Work['said'];
  own_report: Work['own_report'];
  revision: number;
}

/** What somebody reported last about a work. Of a row that a query calls `work`. */
const ownReportOf = (tenantId: string, reader: string) => sql`(
  select json_build_object(
    'reported_at', to_char(report.reported_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'decided_at', to_char(report.decided_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
  from work_reports as report
  where report.tenant_id = ${tenantId} and report.work_id = work.id and report.reported_by = ${reader}
  order by report.reported_at desc limit 1)`;

/** By its id or its slug; undefined where there is none that the reader may see. */
export async function findWork(reading: Reading, idOrSlug: string): Promise<Work | undefined> {
  const { transaction, tenantId, reader } = reading;
  const assetsShown = sql`
    from work_assets as used
    join assets as asset on asset.tenant_id = ${tenantId} and asset.sha256 = used.sha256
    where used.tenant_id = ${tenantId} and used.work_id = work.id and ${assetVisibleTo(reader, tenantId)}`;
  const { rows } = await sql<WorkRow>`
    select ${cardColumns(reading)},
      work.blurb, work.about_author, work.dedication, work.editor, work.visibility, work.mode_id as mode,
      work.challenge_id as challenge,
      work.source, work.licence, work.credit, work.revision,
      case when ${isCloseTo(reader, tenantId)} then work.plan end as plan,
      case when ${isCloseTo(reader, tenantId)} then (
        select json_build_object('id', class.id, 'name', class.name) from school_classes as class
        where class.tenant_id = ${tenantId} and class.id = work.school_class_id
      ) end as school_class,
      array(
        select ${pictureColumns} ${assetsShown} and asset.media_type like 'image/%'
        order by asset.sha256
      ) as pictures,
      array(
        select json_build_object('sha256', encode(asset.sha256, 'hex'), 'media_type', asset.media_type, 'alt', used.alt)
        ${assetsShown} and asset.media_type like 'audio/%'
        order by asset.sha256
      ) as recordings,
      (select coalesce(sum(coalesce(asset.bytes, length(asset.content))), 0) ${assetsShown}) as picture_bytes,
      ${'id' in reader ? ownReportOf(tenantId, reader.id) : sql`null`} as own_report,
      (select count(*) from reactions where reactions.tenant_id = ${tenantId} and reactions.work_id = work.id)
        as reactions,
      array(
        select distinct given.reaction from reactions as given
        where given.tenant_id = ${tenantId} and given.work_id = work.id order by given.reaction
      ) as said
    from works as work ${authorJoin(tenantId)}
    where work.tenant_id = ${tenantId} and ${isNamed(idOrSlug)} and ${visibleTo(reader, tenantId)}`.execute(
    transaction,
  );
  return rows[0] && toCard(rows[0]);
}

function isNamed(idOrSlug: string): RawBuilder<boolean> {
  const isId = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/u.test(idOrSlug);
  return isId ? sql`work.id = ${idOrSlug}` : sql`work.slug = ${idOrSlug}`;
}

export type FoundWork = Pick<Work, 'id' | 'kind' | 'language' | 'editor'>;

/** What has to be known of a work that the reader may see, to find its parts. */
export async function findVisible(
  { transaction, tenantId, reader }: Reading,
  idOrSlug: string,
): Promise<FoundWork | undefined> {
  const { rows } = await sql<FoundWork>`
    select work.id, work.kind, work.language, work.editor from works as work
    where work.tenant_id = ${tenantId} and ${isNamed(idOrSlug)} and ${visibleTo(reader, tenantId)}`.execute(
    transaction,
  );
  return rows[0];
}

/** Whether somebody of the school has made a book or a story, however far it is; tales that came from elsewhere are nobody's. */
export async function hasOwnWork(transaction: TenantTransaction, tenantId: string): Promise<boolean> {
  const row = await transaction
    .selectFrom('works')
    .select('id')
    .where('tenant_id', '=', tenantId)
    .where('author_id', 'is not', null)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}
