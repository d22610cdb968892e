import { useCallback, useMemo } from 'react';
import { limits } from '#contract/kit/limits.ts';
import { categoryEndpoints } from '#contract/works/categories.endpoints.ts';
import { useKeptAnswer } from '#src/session/use-kept-answer.ts';
import type { ApiClient } from '#src/sync/api-client.ts';

export interface Shelf {
  id: string;
  name: string;
}

const kept = { name: 'shelf names', question: 'all', schema: categoryEndpoints.list.response };

/** The shelves of the school by name, as they are or as they were seen last; none where neither is known. */
export function useShelfNames(api: ApiClient): readonly Shelf[] {
  const load = useCallback(
    (signal: AbortSignal) =>
      api.call(categoryEndpoints.list, { query: { limit: limits.pageMaximum } }, { signal }),
    [api],
  );
  const { value } = useKeptAnswer(kept, load);
  return useMemo(() => value?.results ?? [], [value]);
}
