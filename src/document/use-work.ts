import { useCallback, useEffect } from 'react';
import { limits } from '#contract/kit/limits.ts';
import { workEndpoints } from '#contract/works/works.endpoints.ts';
import type { Work } from '#contract/works/works.schema.ts';
import { apiClient } from '#src/session/api.ts';
import { useKeptStore } from '#src/session/kept-works.ts';
import { report } from '#src/session/report.ts';
import { useAnswer } from '#src/session/use-answer.ts';
import { ApiProblem, NoNetworkError, type ApiClient } from '#src/sync/api-client.ts';
import { isSame, packOf, type Part, type ReadWork } from './kept-work.ts';
import { useKeptWork } from './use-kept-work.ts';

async function fetchParts(api: ApiClient, work: Work, signal: AbortSignal): Promise<Part[]> {
  const parts: Part[] = [];
  const params = { workId: work.id };
  for (;;) {
    const query = { limit: limits.partsPerPage, offset: parts.length };
    const { count, results } =
      work.kind === 'book'
        ? await api.call(workEndpoints.listPages, { params, query }, { signal })
        : await api.call(workEndpoints.listChapters, { params, query }, { signal });
    for (const each of results) parts.push({ title: '', layout: 'text', ...each });
    if (parts.length >= count || results.length === 0) return parts;
  }
}

/** What the school has now; `not_found` where there is none that whoever looks may see. */
function useFetchedWork(api: ApiClient, idOrSlug: string) {
  const load = useCallback(
    async (signal: AbortSignal): Promise<ReadWork | 'not_found'> => {
      try {
        const work = await api.call(workEndpoints.read, { params: { workId: idOrSlug } }, { signal });
        return { work, parts: await fetchParts(api, work, signal) };
      } catch (error) {
        if (error instanceof ApiProblem && error.status === 404) return 'not_found';
        throw error;
      }
    },
    [api, idOrSlug],
  );
  return useAnswer(load);
}

/** A kept work follows the school: it goes with what is gone there, and is kept anew where it was changed. */
function useFollowing(kept: ReadWork | null, fetched: ReadWork | 'not_found' | null): void {
  const device = useKeptStore();
  useEffect(() => {
    if (!device || !kept || !fetched) return undefined;
    const { store, owner } = device;
    if (fetched === 'not_found') {
      store.drop(owner, kept.work.id).catch(report);
      return undefined;
    }
    if (isSame(kept, fetched)) return undefined;
    const leaving = new AbortController();
    const { signal } = leaving;
    packOf(fetched, apiClient, { signal })
      .then((pack) => store.keep(owner, pack))
      .catch((error: unknown) => {
        // With the next look at it; until then the one that is kept stays.
        if (!signal.aborted && !(error instanceof NoNetworkError)) report(error);
      });
    return () => leaving.abort();
  }, [device, kept, fetched]);
}

/** A work with all of its parts. One that is kept on this tablet is there at once, and with no network too. */
export function useWork(api: ApiClient, idOrSlug: string) {
  const fetched = useFetchedWork(api, idOrSlug);
  const kept = useKeptWork(idOrSlug);
  useFollowing(kept.value, fetched.value);
  const isKept = kept.value !== null;
  if (fetched.value !== null) return { ...fetched, isKept };
  if (kept.value) return { ...fetched, status: 'ready' as const, value: kept.value, isKept };
  return kept.isLooking ? { ...fetched, status: 'loading' as const, isKept } : { ...fetched, isKept };
}
