import { sql } from 'kysely';
import type { PageQuery } from '#contract/kit/page.ts';
import { foldForSearch } from '#contract/kit/fold.ts';
import type { Cause } from '#contract/causes/causes.schema.ts';
import type { TenantTransaction } from '#server/platform/database.ts';
import { hasWords } from '#server/platform/search-words.ts';

export async function countCauses(transaction: TenantTransaction): Promise<number> {
  const { count } = await transaction
    .selectFrom('causes')
    .select((select) => select.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

export async function listCauses(
  transaction: TenantTransaction,
  { limit, offset }: PageQuery,
): Promise<Cause[]> {
  return await transaction
    .selectFrom('causes')
    .select(['id', 'name', 'slug'])
    .orderBy('name')
    .limit(limit)
    .offset(offset)
    .execute();
}

/** Those with all words of the search in their names, which may be half typed; how many in all, and the first by name. */
export async function findCauses(
  transaction: TenantTransaction,
  { search, limit }: { search: string; limit: number },
): Promise<{ count: number; results: Cause[] }> {
  const words = foldForSearch(search)
    .split(/\s+/u)
    .filter((word) => word !== '');
  if (words.length === 0) return { count: 0, results: [] };
  const { rows } = await sql<Cause & { count: number }>`
    select id, name, slug, count(*) over () as count from causes
    where ${hasWords(words, sql`search_text`)}
    order by name limit ${limit}`.execute(transaction);
  return { count: rows[0]?.count ?? 0, results: rows.map(({ count: _count, ...cause }) => cause) };
}
