import type {
  Combined,
  CombinedQuery,
  ReactionQuery,
  ShelfQuery,
  Shelves,
} from '#contract/works/library.schema.ts';
import { reactionNames, type Reaction } from '#contract/works/reactions.schema.ts';
import type { WorkCard } from '#contract/works/works.schema.ts';
import type { TenantTransaction } from '#server/platform/database.ts';
import * as repository from './library.repository.ts';
import type { searchResources } from '../resources/resources.repository.ts';
import { listByIds, wordsOf } from '../works/works.repository.ts';
import type { Reading } from '../works/works.repository.ts';
import { searchWorks } from '../works/works.service.ts';

/** Finds causes by what was typed; handed in by `server/modules.ts` from whoever keeps them. */
type FindCauses = (
  transaction: TenantTransaction,
  tenantId: string,
  query: { search: string; limit: number },
) => Promise<Combined['causes']>;

/** Finds public pages by what was typed; handed in by `server/modules.ts`. */
type FindPages = (reading: Reading, query: { search: string; limit: number }) => Promise<Combined['pages']>;

/** What is searched beside works, by whoever keeps it. */
export interface Searches {
  findCauses: FindCauses;
  findPages: FindPages;
  searchResources: typeof searchResources;
}

export async function listShelves({ limit, mode }: ShelfQuery, reading: Reading): Promise<Shelves> {
  const library = await repository.readLibrary(reading, limit, mode ?? null);
  const { count, newest, featured, shelves, languages, classes } = library;
  const works = await listByIds(reading, [
    ...new Set([...newest, ...featured, ...shelves.flatMap((shelf) => shelf.newest)]),
  ]);
  const byId = new Map(works.map((work): [string, WorkCard] => [work.id, work]));
  const cards = (ids: readonly string[]) => ids.flatMap((id) => byId.get(id) ?? []);
  return {
    count,
    newest: cards(newest),
    featured: cards(featured),
    shelves: shelves.map((shelf) => {
      const { newest: ids, ...category } = shelf;
      return { category: { ...category, archived_at: null }, works: cards(ids) };
    }),
    languages,
    classes,
  };
}

const nothing = () => ({ count: 0, results: [] });
const none = (): Combined => ({
  books: nothing(),
  stories: nothing(),
  causes: nothing(),
  people: nothing(),
  resources: nothing(),
  pages: nothing(),
});

export async function searchAll(
  { search, limit }: CombinedQuery,
  reading: Reading,
  { findCauses, findPages, searchResources: findResources }: Searches,
): Promise<Combined> {
  // Signs alone are words of nothing.
  if (wordsOf(search).length === 0) return none();
  const works = async (kind: 'book' | 'story') => {
    const page = { limit, offset: 0, after: undefined, sort: 'newest' } as const;
    const { count, results } = await searchWorks(reading, { search, kind, state: 'published' }, page);
    return { count, results };
  };
  return {
    books: await works('book'),
    stories: await works('story'),
    causes: await findCauses(reading.transaction, reading.tenantId, { search, limit }),
    people: await repository.searchPeople(reading, search, limit),
    resources: await findResources(reading, search, limit),
    pages: await findPages(reading, { search, limit }),
  };
}

export async function readReactionStats({ author }: ReactionQuery, reading: Reading) {
  const { reader } = reading;
  const me = 'id' in reader ? reader.id : null;
  // Nobody is signed in, so nothing is theirs.
  const isNobodys = author === 'me' && me === null;
  const counts = isNobodys
    ? new Map<Reaction, number>()
    : await repository.countReactions(reading, author === 'me' ? me : null);
  return {
    results: reactionNames.map((reaction) => ({ reaction, count: counts.get(reaction) ?? 0 })),
  };
}

/** Copies bought and gifts made for causes at this school, not given back. */
export async function readImpacts({ transaction, tenantId }: Reading, isTest: boolean) {
  return { total_impacts: await repository.countCopiesForCauses(transaction, tenantId, isTest) };
}
