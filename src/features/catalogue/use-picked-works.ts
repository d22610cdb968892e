import { useMemo, useState } from 'react';
import type { CatalogueWork } from '#contract/catalogue/catalogue.schema.ts';

const none: ReadonlyMap<string, CatalogueWork> = new Map();

/**
 * Which works are picked, on whichever page they stand: as they were when they were last shown. Those that a search hides stay
 * picked.
 * @param shown those of this page
 */
export function usePickedWorks(shown: readonly CatalogueWork[]) {
  const [kept, setKept] = useState(none);

  const works = useMemo(() => {
    const now = new Map(shown.map((work) => [work.id, work]));
    return new Map([...kept].map(([id, work]) => [id, now.get(id) ?? work]));
  }, [kept, shown]);

  function change(ids: readonly string[], isPicked: boolean, from: readonly CatalogueWork[]) {
    setKept((before) => {
      const after = new Map(before);
      const known = new Map(from.map((work) => [work.id, work]));
      for (const id of ids) {
        const work = known.get(id);
        if (!isPicked) after.delete(id);
        else if (work) after.set(id, work);
      }
      return after;
    });
  }

  return {
    chosen: [...works.values()],
    picked: new Set(works.keys()),
    pick: (ids: readonly string[], isPicked: boolean) => change(ids, isPicked, shown),
    pickAll: (all: readonly CatalogueWork[]) =>
      change(
        all.map(({ id }) => id),
        true,
        all,
      ),
    letGo: (gone: readonly CatalogueWork[]) =>
      change(
        gone.map(({ id }) => id),
        false,
        gone,
      ),
  };
}
