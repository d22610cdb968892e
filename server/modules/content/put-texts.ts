import { uuidv7 } from 'uuidv7';
import type { ContentBlock, ShownBlock } from '#contract/content/blocks.schema.ts';
import { shownFilm } from '#contract/content/films.rules.ts';
import { isFor } from '#contract/content/content.rules.ts';
import type { ContentHead } from '#contract/content/content.schema.ts';
import { outlineOf, textsOf } from '#contract/content/outline.rules.ts';
import { withProductName } from '#contract/content/product-name.rules.ts';
import { foldForSearch } from '#contract/kit/fold.ts';
import { inTenant, lockName, tenantAt, type Database } from '#server/platform/database.ts';
import * as repository from './content.repository.ts';
import type { ShippedText } from './shipped-texts.ts';

/** In which texts come with the program. */
export const shippedLanguage = 'en';

/** What a page is found by: all that a visitor may read of it. */
export function foundBy(head: ContentHead, blocks: readonly ContentBlock[]): string {
  const shown = blocks.flatMap((block): ShownBlock[] => {
    if (!isFor(block.for, 'visitor')) return [];
    if (block.kind === 'film') return [shownFilm(block, { language: shippedLanguage, watch: () => null })];
    return block.kind === 'cards' || block.kind === 'numbers' ? [] : [block];
  });
  return foldForSearch(textsOf(outlineOf(withProductName({ head, blocks: shown }))).join('\n'));
}

/**
 * Puts the texts of the program in as versions of the platform's pages. A text that was put in before is left alone. A newer one is
 * live at once where the newest published version is a text of the program, and else waits for an editor, whose version it never
 * undoes.
 * @returns how many versions were made
 */
export async function putTexts(
  database: Database,
  texts: readonly ShippedText[],
  now: Date,
): Promise<number> {
  const platform = await tenantAt(database, { platform: true });
  if (!platform) return 0;
  return await inTenant(database, platform.id, async (transaction) => {
    // Two servers that start at once put them in once.
    await lockName(transaction, 'shipped texts');
    const rows = await repository.listVersions(transaction, platform.id, shippedLanguage);
    const pages = new Map<string, { id: string; versions: typeof rows }>();
    for (const row of rows) {
      const page = pages.get(`${row.kind}/${row.slug}`) ?? { id: row.id, versions: [] };
      if (row.n !== null) page.versions.push(row);
      pages.set(`${row.kind}/${row.slug}`, page);
    }
    let made = 0;
    for (const text of texts) {
      const name = `${text.kind}/${text.slug}`;
      const parent_id = text.parent === null ? null : (pages.get(`course/${text.parent}`)?.id ?? null);
      const found = pages.get(name);
      const { id, versions } = found ?? { id: uuidv7(), versions: [] };
      if (versions.some(({ shipped }) => shipped?.equals(text.sha256))) continue;
      const { kind, slug, place, head, blocks } = text;
      const page = { tenant_id: platform.id, id };
      if (found) await repository.updatePlace(transaction, page, { parent_id, place });
      else {
        await repository.insertPage(transaction, {
          ...page,
          kind,
          slug,
          parent_id,
          place,
          shared: true,
          created_at: now,
        });
        pages.set(name, { id, versions });
      }
      const newest = versions.findLast(({ live_from }) => live_from !== null);
      // Also where an editor took it down: what came with the program has no end of its own.
      const isEdited = newest !== undefined && (newest.shipped === null || newest.live_until !== null);
      await repository.insertVersion(transaction, {
        tenant_id: platform.id,
        page_id: id,
        language: shippedLanguage,
        n: Math.max(0, ...versions.map(({ n }) => n ?? 0)) + 1,
        shared: true,
        head: JSON.stringify(head),
        blocks: JSON.stringify(blocks),
        words: foundBy(head, blocks),
        made_by: null,
        made_at: now,
        live_from: isEdited ? null : now,
        shipped: text.sha256,
      });
      made += 1;
    }
    return made;
  });
}
