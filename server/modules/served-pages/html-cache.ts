import type { WrittenPage } from '#server/platform/web.ts';

/** Characters of all pages that are kept together, up to two bytes each. */
const mostCharacters = 8_000_000;
/** What an entry costs beside its texts, in characters. */
const costOfEntry = 200;

interface Entry {
  version: string;
  page: WrittenPage | null;
  cost: number;
}

export interface HtmlCache {
  /** The page that was kept for this version; null: the address is the app's alone; undefined: write it. */
  find(key: string, version: string): WrittenPage | null | undefined;
  keep(key: string, version: string, page: WrittenPage | null): void;
}

/**
 * Written pages in memory, least recently used out first. An entry is good for one version of what its tenant shows, which the caller
 * asks the database for each time: nothing here knows or guesses when a page changes. See docs/decisions/0144.
 */
export function createHtmlCache(most = mostCharacters): HtmlCache {
  // A map keeps its keys in the order in which they were put in.
  const entries = new Map<string, Entry>();
  let total = 0;

  function drop(key: string): void {
    total -= entries.get(key)?.cost ?? 0;
    entries.delete(key);
  }

  return {
    find(key, version) {
      const entry = entries.get(key);
      if (!entry) return undefined;
      drop(key);
      if (entry.version !== version) return undefined;
      entries.set(key, entry);
      total += entry.cost;
      return entry.page;
    },

    keep(key, version, page) {
      drop(key);
      const cost = costOfEntry + key.length + version.length + (page?.html.length ?? 0);
      if (cost > most) return;
      entries.set(key, { version, page, cost });
      total += cost;
      for (const oldest of entries.keys()) {
        if (total <= most) break;
        drop(oldest);
      }
    },
  };
}
