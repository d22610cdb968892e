import { nextByKey, nextPage } from '#contract/kit/page.ts';
import { Problem } from '#contract/kit/problem.ts';
import { countWords, layoutOf, textOf, withAssets } from '#contract/works/document.rules.ts';
import type { WorkDocument } from '#contract/works/document.schema.ts';
import type { Chapter, Page, Work, WorkCard, WorkCredit, WorkQuery } from '#contract/works/works.schema.ts';
import { workProblems } from '#contract/works/works.problems.ts';
import * as partsRepository from './work-parts.repository.ts';
import * as repository from './works.repository.ts';
import type { Reading } from './works.repository.ts';

interface Paged<Row> {
  count: number;
  next: string | null;
  results: Row[];
}

interface PageOf {
  limit: number;
  offset: number;
}

/** As it was typed; and where nothing has that, what looks like it. */
export async function searchWorks(
  reading: Reading,
  { search, ...filter }: Omit<repository.WorkFilter, 'search'> & { search: string },
  page: Pick<WorkQuery, 'limit' | 'offset' | 'after' | 'sort'>,
): Promise<{ count: number; results: WorkCard[]; after: string | null }> {
  const wanted: repository.WorkFilter = { ...filter, search: repository.searchOf(search, false) };
  // Signs alone are words of nothing.
  if (search !== '' && wanted.search === null) return { count: 0, results: [], after: null };
  const found = await repository.listWorks(reading, wanted, page);
  if (found.count > 0 || !wanted.search) return found;
  return await repository.listWorks(reading, { ...filter, search: repository.searchOf(search, true) }, page);
}

export async function listWorks(
  { limit, offset, after, sort, author, ...filter }: WorkQuery,
  reading: Reading,
): Promise<Paged<WorkCard>> {
  const { reader } = reading;
  const me = 'id' in reader ? reader.id : null;
  // Nobody is signed in, so nothing is theirs.
  if (author === 'me' && me === null) return { count: 0, next: null, results: [] };
  const wanted = { ...filter, author: author === 'me' ? (me ?? undefined) : author };
  const page = await searchWorks(reading, wanted, { limit, offset, after, sort });
  const { search, state, featured, goal, ids, ...others } = filter;
  const next = nextByKey(page.after, {
    limit,
    search,
    ...others,
    author,
    ids: ids?.join(','),
    goal,
    state: state === 'published' ? undefined : state,
    featured: featured === true ? 'true' : undefined,
    sort: sort === 'newest' ? undefined : sort,
  });
  return { count: page.count, next, results: page.results };
}

/** @throws Problem `works.not_found`, also of what the reader may not see */
export async function readWork(idOrSlug: string, reading: Reading): Promise<Work> {
  const work = await repository.findWork(reading, idOrSlug);
  if (!work) throw new Problem(workProblems.not_found);
  return work;
}

/** @throws Problem `works.not_found` */
async function find(idOrSlug: string, reading: Reading): Promise<repository.FoundWork> {
  const work = await repository.findVisible(reading, idOrSlug);
  if (!work) throw new Problem(workProblems.not_found);
  return work;
}

/** What stands in a chapter or on a page, without what this reader may neither see nor hear. */
async function withShownAssets<Row extends { document: WorkDocument }>(
  reading: Reading,
  workId: string,
  rows: readonly Row[],
): Promise<Row[]> {
  const shown = await partsRepository.listShownAssets(reading, workId);
  if (!shown) return [...rows];
  return rows.map((row) => ({ ...row, document: withAssets(row.document, shown) }));
}

/** @throws Problem `works.not_found` */
export async function listChapters(
  idOrSlug: string,
  page: PageOf,
  reading: Reading,
): Promise<Paged<Chapter>> {
  const { id, language } = await find(idOrSlug, reading);
  const { count, rows } = await partsRepository.listChapters(reading, id, page);
  const counted = rows.map((row) => ({ ...row, words: countWords(textOf(row.document), language) }));
  const results = await withShownAssets(reading, id, counted);
  return { count, next: nextPage(page, count), results };
}

/** Of a book that was written in the app: its chapters. */
async function listWrittenPages(reading: Reading, workId: string, page: PageOf) {
  const { count, rows } = await partsRepository.listChapters(reading, workId, page);
  return {
    count,
    rows: rows.map(({ id, document, revision }): Page => {
      return { id, chapter_id: null, layout: layoutOf(document), document, revision };
    }),
  };
}

/** @throws Problem `works.not_found` */
export async function listPages(idOrSlug: string, page: PageOf, reading: Reading): Promise<Paged<Page>> {
  const { id, kind, editor } = await find(idOrSlug, reading);
  const isWrittenHere = kind === 'book' && editor === 'chapters';
  const { count, rows } = isWrittenHere
    ? await listWrittenPages(reading, id, page)
    : await partsRepository.listPages(reading, id, page);
  const results = await withShownAssets(reading, id, rows);
  return { count, next: nextPage(page, count), results };
}

export async function listCredits(page: PageOf, reading: Reading): Promise<Paged<WorkCredit>> {
  const { count, rows } = await partsRepository.listCredits(reading, page);
  return { count, next: nextPage(page, count), results: rows };
}
