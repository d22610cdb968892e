import { useCallback } from 'react';
import * as v from 'valibot';
import { Id } from '#contract/kit/id.ts';
import { limits } from '#contract/kit/limits.ts';
import { libraryEndpoints } from '#contract/works/library.endpoints.ts';
import { workEndpoints } from '#contract/works/works.endpoints.ts';
import { Language, Level, shelfKinds, type WorkQuery } from '#contract/works/works.schema.ts';
import { withParts } from '#src/lib/address-parts.ts';
import { useMode } from '#src/session/modes.ts';
import { useAnswer } from '#src/session/use-answer.ts';
import { useList } from '#src/session/use-list.ts';
import type { ApiClient } from '#src/sync/api-client.ts';
import { useListState } from '#src/ui/list-state.ts';
import { useAddress } from '#src/ui/use-address.ts';
import { usePages } from '#src/ui/use-pages.ts';

const keys = ['newest', 'title'];
const newest = { key: 'newest', descending: false };

/** Rows of six, four, three and two are full. */
const pageSize = 24;

export const filterNames = ['kind', 'level', 'language', 'category', 'goal', 'class'] as const;
export type FilterName = (typeof filterNames)[number];

/** `modes=all` in the address: whatever is looked for is looked for beyond one's mode. */
const modesKey = 'modes';
const allModes = 'all';

function known<const Schema extends v.GenericSchema>(schema: Schema, text: string | null) {
  const result = v.safeParse(schema, text);
  return result.success ? result.output : undefined;
}

const GoalText = v.pipe(v.string(), v.regex(/^([1-9]|1[0-7])$/u));
const CategoryText = v.pipe(v.string(), v.minLength(1), v.maxLength(200));

/** What stands in the library for whoever looks, as the shelves have it. */
export function useShelves(api: ApiClient) {
  const mode = useMode()?.id;
  const load = useCallback(
    (signal: AbortSignal) => {
      const query = { limit: limits.worksPerShelf, ...(mode !== undefined && { mode }) };
      return api.call(libraryEndpoints.listShelves, { query }, { signal });
    },
    [api, mode],
  );
  return useAnswer(load);
}

/** What the address asks for: `/library?q=fox&kind=book&level=early&language=en&category=animals&goal=4&class=…&modes=all&page=2`. */
export function useLibraryFilters() {
  const [address, setAddress] = useAddress();
  const list = useListState(keys, newest);
  const mode = useMode();
  const values = {
    kind: known(v.picklist(shelfKinds), address.get('kind')),
    level: known(Level, address.get('level')),
    language: known(Language, address.get('language')),
    category: known(CategoryText, address.get('category')),
    goal: known(GoalText, address.get('goal')),
    class: known(Id, address.get('class')),
  };
  return {
    list,
    values,
    isFiltered: list.q !== '' || Object.values(values).some((value) => value !== undefined),
    /** The mode that is looked through; null where all are. */
    mode: address.get(modesKey) === allModes ? null : mode,
    lookInAllModes: () => list.narrow({ [modesKey]: allModes }),
    filter: (name: FilterName, value: string) => list.narrow({ [name]: value === '' ? null : value }),
    clear: () =>
      setAddress(
        withParts({
          q: null,
          page: null,
          [modesKey]: null,
          ...Object.fromEntries(filterNames.map((name) => [name, null])),
        }),
        { preventScrollReset: true },
      ),
  };
}

type Filters = ReturnType<typeof useLibraryFilters>;

/** The works that the filters let through. */
export function useWorks(
  api: ApiClient,
  { list, values, ...filters }: Pick<Filters, 'list' | 'values' | 'mode'>,
) {
  const mode = filters.mode?.id;
  const { q, page, sort } = list;
  const { kind, level, language, category, goal, class: school_class } = values;
  const wanted: Partial<Record<keyof WorkQuery, string>> = {
    search: q,
    sort: sort.key,
    ...(kind && { kind }),
    ...(level && { level }),
    ...(language && { language }),
    ...(category && { category }),
    ...(goal && { goal }),
    ...(school_class && { school_class }),
    ...(mode !== undefined && { mode }),
  };
  const answer = useList(api, workEndpoints.list, { page, size: pageSize }, wanted as never);
  return { ...answer, pages: usePages(answer, list, pageSize), pageSize };
}
