import { findWatched } from '#contract/monitoring/watched-words.rules.ts';
import type { TenantTransaction } from '#server/platform/database.ts';
import { readText, toSeen, wordsOfText, type SeenText } from './watch-text.ts';

/** The platform's word list as texts are searched by it. */
export async function listFolded(transaction: TenantTransaction): Promise<string[]> {
  const rows = await transaction.selectFrom('watched_words').select('folded').orderBy('folded').execute();
  return rows.map(({ folded }) => folded);
}

/** Which words of the list stand in a text, as the platform wrote them. */
export async function listWatchedIn(transaction: TenantTransaction, text: SeenText): Promise<string[]> {
  const rows = await transaction
    .selectFrom('watched_words')
    .select(['words', 'folded'])
    .orderBy('folded')
    .execute();
  const found = new Set(
    findWatched(
      wordsOfText(text),
      rows.map(({ folded }) => folded),
    ),
  );
  return rows.flatMap(({ words, folded }) => (found.has(folded) ? [words] : []));
}

/** Those of a school's works in whose text these folded words stand. */
export async function listWorksWith(
  transaction: TenantTransaction,
  { tenantId, ids, folded }: { tenantId: string; ids: readonly string[]; folded: string },
): Promise<string[]> {
  const found: string[] = [];
  for (const id of ids) {
    const text = await readText(transaction, tenantId, id);
    if (findWatched(wordsOfText(toSeen(text)), [folded]).length > 0) found.push(id);
  }
  return found;
}
