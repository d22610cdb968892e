import { limits } from '#contract/kit/limits.ts';
import { workEndpoints } from '#contract/works/works.endpoints.ts';
import type { Chapter } from '#contract/works/works.schema.ts';
import { reviewEndpoints } from '#contract/writing/reviews.endpoints.ts';
import type { ApiClient } from '#src/sync/api-client.ts';

/** A work with all its parts, and what was said of it last. */
export async function readForReview(api: ApiClient, id: string, signal: AbortSignal) {
  const params = { workId: id };
  const work = await api.call(workEndpoints.read, { params }, { signal });
  const chapters: Chapter[] = [];
  for (;;) {
    const query = { limit: limits.partsPerPage, offset: chapters.length };
    const page = await api.call(workEndpoints.listChapters, { params, query }, { signal });
    chapters.push(...page.results);
    if (page.next === null || page.results.length === 0) break;
  }
  const { results: reviews } = await api.call(
    reviewEndpoints.listOfWork,
    { params, query: { limit: 1 } },
    { signal },
  );
  return { work, chapters, review: reviews[0] ?? null };
}
