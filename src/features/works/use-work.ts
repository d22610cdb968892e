import { useCallback } from 'react';
import { limits } from '#contract/kit/limits.ts';
import type { WorkDocument } from '#contract/works/document.schema.ts';
import { workEndpoints } from '#contract/works/works.endpoints.ts';
import type { Page, Work } from '#contract/works/works.schema.ts';
import { useAnswer } from '#src/session/use-answer.ts';
import { ApiProblem, type ApiClient } from '#src/sync/api-client.ts';

/** A page of a book, or a chapter of a story. */
export interface Part {
  id: string;
  /** Of a chapter. */
  title: string;
  layout: Page['layout'];
  document: WorkDocument;
}

export interface ReadWork {
  work: Work;
  parts: readonly Part[];
}

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

/** A work with all of its parts; null where there is none that whoever looks may see. */
export function useWork(api: ApiClient, idOrSlug: string) {
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
