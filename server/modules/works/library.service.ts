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
import { listByIds } from './works.repository.ts';
import type { Reading } from './works.repository.ts';
import { searchWorks } from './works.service.ts';

/** Finds causes by what was typed; handed in by app.ts from whoever keeps them. */
export type FindCauses = (
  transaction: TenantTransaction,
  tenantId: string,
  query: { search: string; limit: number },
) => Promise<Combined['causes']>;

export async function listShelves({ limit, mode }: ShelfQuery, reading: Reading): Promise<Shelves> {
  const rows = await repository.listShelves(reading, limit, mode ?? null);
  const featured = await repository.listFeatured(reading, limit, mode ?? null);
  const { count, results: newest } = await searchWorks(
    reading,
    { search: '', state: 'published', mode },
    { limit, offset: 0, sort: 'newest' },
  );
  const works = await listByIds(reading, [...featured, ...rows.flatMap((row) => row.newest)]);
  const byId = new Map(works.map((work): [string, WorkCard] => [work.id, work]));
  return {
    count,
    newest,
    featured: featured.flatMap((id) => byId.get(id) ?? []),
    shelves: rows.map(({ newest: ids, ...category }) => ({
      category: { ...category, archived_at: null },
      works: ids.flatMap((id) => byId.get(id) ?? []),
    })),
    languages: await repository.listLanguages(reading),
  };
}

const nothing = () => ({ count: 0, results: [] });

export async function searchAll(
  { search, limit }: CombinedQuery,
  reading: Reading,
  findCauses: FindCauses,
): Promise<Combined> {
  if (search === '') return { books: nothing(), stories: nothing(), causes: nothing(), people: nothing() };
  const works = (kind: 'book' | 'story') =>
    searchWorks(reading, { search, kind, state: 'published' }, { limit, offset: 0, sort: 'newest' });
  return {
    books: await works('book'),
    stories: await works('story'),
    causes: await findCauses(reading.transaction, reading.tenantId, { search, limit }),
    people: await repository.searchPeople(reading, search, limit),
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

export async function readImpacts(reading: Reading) {
  const counts = await repository.countReactions(reading);
  return { total_impacts: [...counts.values()].reduce((sum, count) => sum + count, 0) };
}
