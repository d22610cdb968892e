import { catalogueEndpoints } from '#contract/catalogue/catalogue.endpoints.ts';
import type { CatalogueWork } from '#contract/catalogue/catalogue.schema.ts';
import { limits } from '#contract/kit/limits.ts';
import { moderationEndpoints } from '#contract/moderation/moderation.endpoints.ts';
import type { WorkKind } from '#contract/works/works.schema.ts';
import { titleOf } from '#contract/works/works.rules.ts';
import { failureOf } from '#src/session/failure-words.ts';
import { usePlanWords } from '#src/session/plans-place.ts';
import type { ApiClient } from '#src/sync/api-client.ts';
import { notify } from '#src/ui/notify.tsx';
import { undoable } from '#src/ui/undo.tsx';
import { withPlansWay } from '#src/ui/plans-way.tsx';
import { countedWorks } from './catalogue.words.ts';

type Works = readonly CatalogueWork[];

/** One of them by its name, several by how many they are. */
export function whatIs(works: Works, kind: WorkKind): string {
  const [only] = works;
  return works.length === 1 && only ? `“${titleOf(only)}”` : countedWorks(works.length, kind);
}

/**
 * Changes of one or several works, at school and nowhere else. Each says what came of it, and gives back whether it was done.
 * @param onDone hears which of them were changed, also where a later one was not
 */
export function useCatalogueChanges(
  kind: WorkKind,
  { api, onDone }: { api: ApiClient; onDone: (works: Works) => void },
) {
  const planWords = usePlanWords();

  /** A call takes so many; where one is refused, those before it stay changed. */
  async function inCalls(
    works: Works,
    { done, failed, undo }: { done: string; failed: string; undo?: () => Promise<unknown> },
    change: (ids: string[]) => Promise<unknown>,
  ): Promise<boolean> {
    const changed: CatalogueWork[] = [];
    try {
      for (let start = 0; start < works.length; start += limits.worksPerCall) {
        const some = works.slice(start, start + limits.worksPerCall);
        await change(some.map(({ id }) => id));
        changed.push(...some);
      }
      (undo ? undoable(undo) : notify).success(done);
      return true;
    } catch (error) {
      const { text, plansPlace } = planWords(failureOf(error));
      notify.error(failed, withPlansWay(text, plansPlace));
      return false;
    } finally {
      // What was refused is another now than the list shows.
      onDone(changed);
    }
  }

  const acts = {
    publish: (works: Works) =>
      inCalls(
        works,
        {
          done: `${whatIs(works, kind)} ${works.length === 1 ? 'is' : 'are'} in the library`,
          failed: 'Not published',
        },
        (ids) => api.call(catalogueEndpoints.publish, { body: { ids } }),
      ),
    withdraw: (works: Works, reason: string): Promise<boolean> =>
      inCalls(
        works,
        {
          done: `${whatIs(works, kind)} ${works.length === 1 ? 'is' : 'are'} off the shelf`,
          failed: 'Not taken off the shelf',
          undo: () => acts.publish(works),
        },
        (ids) => api.call(catalogueEndpoints.withdraw, { body: { ids, reason } }),
      ),
    shelve: (works: Works, shelves: { add: string[]; remove: string[] }) =>
      inCalls(
        works,
        { done: `The shelves of ${whatIs(works, kind)} are changed`, failed: 'The shelves were not changed' },
        (ids) => api.call(catalogueEndpoints.shelve, { body: { ids, ...shelves } }),
      ),
    feature: (works: Works, is_featured: boolean, isUndo = false): Promise<boolean> =>
      inCalls(
        works,
        {
          done: is_featured
            ? `${whatIs(works, kind)} ${works.length === 1 ? 'comes' : 'come'} first in the library`
            : `${whatIs(works, kind)} ${works.length === 1 ? 'stands' : 'stand'} in turn again`,
          failed: 'Not changed',
          ...(!isUndo && { undo: () => acts.feature(works, !is_featured, true) }),
        },
        (ids) => api.call(catalogueEndpoints.feature, { body: { ids, is_featured } }),
      ),
    /** Of one that nobody handed in; the school alone puts it back. */
    takeDown: (work: CatalogueWork, reason: string): Promise<boolean> =>
      inCalls(
        [work],
        {
          done: `${whatIs([work], kind)} is taken down`,
          failed: 'Not taken down',
          undo: () => acts.letBack(work),
        },
        () => api.call(moderationEndpoints.takeDown, { params: { workId: work.id }, body: { reason } }),
      ),
    letBack: (work: CatalogueWork) =>
      inCalls(
        [work],
        { done: `${whatIs([work], kind)} may be on the shelf again`, failed: 'Not reinstated' },
        () => api.call(moderationEndpoints.reinstate, { params: { workId: work.id } }),
      ),
  };
  return acts;
}

export type CatalogueChanges = ReturnType<typeof useCatalogueChanges>;
