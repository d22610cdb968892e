import * as v from 'valibot';
import { limits } from './limits.ts';
import { madeText } from './text.ts';

function wholeNumber(name: string, minimum: number, maximum: number) {
  return v.pipe(
    v.union([v.string(), v.number()]),
    v.transform(Number),
    v.integer(`${name} must be a whole number`),
    v.minValue(minimum, `${name} must be at least ${minimum}`),
    v.maxValue(maximum, `${name} must be at most ${maximum}`),
  );
}

/** `limit` and `offset` of a list, as query texts or numbers, with `limit` between 0 and `maximum`. */
export function pageQuery({ maximum, usual = limits.pageDefault }: { maximum: number; usual?: number }) {
  return v.object({
    limit: v.optional(wholeNumber('limit', 0, maximum), usual),
    offset: v.optional(wholeNumber('offset', 0, 1_000_000), 0),
  });
}

/**
 * `limit` and `after` of a list by key, as query texts or numbers. `after` comes from `next` of the page before: a page begins behind
 * the last row of that one, also where rows were added or removed in between.
 */
export function keyedPageQuery({ maximum, usual = limits.pageDefault }: { maximum: number; usual?: number }) {
  return v.object({
    after: v.optional(madeText(2000, 'after')),
    limit: pageQuery({ maximum, usual }).entries.limit,
  });
}

export const PageQuery = pageQuery({ maximum: limits.pageMaximum });
export type PageQuery = v.InferOutput<typeof PageQuery>;

/** A page of a list: how many there are in all, the query for the next page (null on the last), and the rows. */
export function pageOf<const Results extends v.GenericSchema>(results: Results) {
  return v.object({ count: v.number(), next: v.nullable(v.string()), results });
}

/** The query that fetches the page after this one, with the same filters, or null when this one is the last. */
export function nextPage(
  query: PageQuery & { search?: string | undefined },
  count: number,
  filters: Readonly<Record<string, string | undefined>> = {},
): string | null {
  const offset = query.offset + query.limit;
  if (offset >= count || query.limit === 0) return null;
  const next = new URLSearchParams({ limit: String(query.limit), offset: String(offset) });
  if (query.search) next.set('search', query.search);
  for (const [name, value] of Object.entries(filters)) if (value !== undefined) next.set(name, value);
  return `?${next}`;
}

type QueryValue = string | number | boolean | readonly string[] | undefined;

/** The query for the page that begins behind `after`, with the same search and filters; null: this page is the last. */
export function nextByKey(after: string | null, query: Readonly<Record<string, QueryValue>>): string | null {
  if (after === null) return null;
  const next = new URLSearchParams();
  for (const [name, value] of Object.entries<QueryValue>({ ...query, after }))
    if (value !== undefined && value !== '') next.set(name, String(value));
  return `?${next}`;
}
