import { limits } from '#contract/kit/limits.ts';

/**
 * All rows of a list that is asked for page by page, one page after the other: each begins where the one before ended.
 * @param limit rows of a page
 */
export async function readAllPages<Row>(
  ask: (page: { limit: number; offset: number }) => Promise<{ count: number; results: readonly Row[] }>,
  limit: number = limits.pageMaximum,
): Promise<Row[]> {
  const found: Row[] = [];
  let count = 1;
  while (found.length < count) {
    const next = await ask({ limit, offset: found.length });
    found.push(...next.results);
    // Whatever left the list meanwhile is not waited for.
    count = next.results.length === 0 ? found.length : next.count;
  }
  return found;
}

/**
 * As `readAllPages`, of a list by key: each page begins where `next` of the one before says.
 * @throws Error where a server of another version says it by number: what it has more would be missing without a word
 */
export async function readAllByKey<Row>(
  ask: (page: { limit: number; after?: string }) => Promise<{ next: string | null; results: readonly Row[] }>,
  limit: number,
): Promise<Row[]> {
  const found: Row[] = [];
  let after: string | null = null;
  do {
    const page = await ask({ limit, ...(after !== null && { after }) });
    found.push(...page.results);
    after = new URLSearchParams(page.next ?? '').get('after');
    if (page.next !== null && after === null)
      throw new Error('The next page of this list is not said by key');
  } while (after !== null);
  return found;
}
