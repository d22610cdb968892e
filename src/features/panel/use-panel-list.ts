import { useCallback, useMemo } from 'react';
import { useLocation } from 'react-router-dom';
import * as v from 'valibot';
import { panelProblems } from '#contract/panel/panel.problems.ts';
import { withParts } from '#src/lib/address-parts.ts';
import { useAnswer } from '#src/session/use-answer.ts';
import { ApiProblem } from '#src/sync/api-client.ts';
import type { Sort } from '#src/ui/data-table.rows.ts';
import { useAddress } from '#src/ui/use-address.ts';

/** A page by key, as every list of the panel answers. */
export interface KeysetPage<Row> {
  results: Row[];
  next: string | null;
  count: number | null;
}

/** What a list is asked with, as the address says it. */
export interface ListAsked {
  search: string;
  sort: string | null;
  after: string | null;
  /** By the name in the address; null: not narrowed down. */
  filters: Readonly<Record<string, string | null>>;
}

/** `after` of the pages before this one, oldest first; null for the first page. Kept with the step of the browser's history. */
const Trail = v.object({ trail: v.array(v.nullable(v.string())) });

const without = (names: readonly string[]) => Object.fromEntries(names.map((name) => [name, null]));

const isTooWide = (error: unknown) =>
  error instanceof ApiProblem && error.code === panelProblems.too_wide.code;

/**
 * A list of the panel as the address asks for it: `?q=ruiz&state=invited&sort=-joined&after=…`. `filters` are the names in the address.
 * `load` is the same function as long as it asks the same.
 */
export function usePanelList<Row>(
  filterNames: readonly string[],
  load: (asked: ListAsked, signal: AbortSignal) => Promise<KeysetPage<Row>>,
) {
  const [address, setAddress] = useAddress();
  const location = useLocation();
  const asked = useMemo<ListAsked>(
    () => ({
      search: address.get('q') ?? '',
      sort: address.get('sort'),
      after: address.get('after'),
      filters: Object.fromEntries(filterNames.map((name) => [name, address.get(name)])),
    }),
    [address, filterNames],
  );
  const answer = useAnswer(
    useCallback(
      async (signal: AbortSignal) => {
        try {
          return await load(asked, signal);
        } catch (error) {
          if (isTooWide(error)) return null;
          throw error;
        }
      },
      [load, asked],
    ),
  );
  const known = v.safeParse(Trail, location.state);
  const trail = known.success ? known.output.trail : [];
  const next = new URLSearchParams(answer.value?.next ?? '').get('after');

  const goTo = (after: string | null, path: readonly (string | null)[]) =>
    setAddress(withParts({ after }), { state: { trail: path }, preventScrollReset: true });
  // What narrows the list down begins on the first page again, and leaves no trail for the Back button.
  const narrow = (parts: Readonly<Record<string, string | null>>) =>
    setAddress(withParts({ ...parts, after: null }), { replace: true, preventScrollReset: true });

  return {
    ...answer,
    ...asked,
    /** The database gave up: fewer have to be asked for. */
    isTooWide: answer.status === 'ready' && answer.value === null,
    isNarrowed: Object.values(asked.filters).some((value) => value !== null),
    find: (q: string) => narrow({ q: q.trim() === '' ? null : q.trim() }),
    narrow,
    clearFilters: () => narrow(without(filterNames)),
    showAll: () => narrow({ q: null, ...without(filterNames) }),
    sortBy: ({ key, descending }: Sort) => narrow({ sort: descending ? `-${key}` : key }),
    // An address that somebody sent has no trail: the first page is where it leads back to.
    earlier: asked.after === null ? undefined : () => goTo(trail.at(-1) ?? null, trail.slice(0, -1)),
    later: next === null || answer.busy ? undefined : () => goTo(next, [...trail, asked.after]),
  };
}

export type PanelList<Row> = ReturnType<typeof usePanelList<Row>>;

/** What the address says, where it is one of these. */
export function oneOf<const Value extends string>(
  values: readonly Value[],
  text: string | null | undefined,
): Value | undefined {
  return values.find((value) => value === text);
}
