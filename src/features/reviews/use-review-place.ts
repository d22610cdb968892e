import { useCallback, useEffect } from 'react';
import { useNavigate } from 'react-router-dom';
import { limits } from '#contract/kit/limits.ts';
import { reviewEndpoints } from '#contract/writing/reviews.endpoints.ts';
import { useSchoolPlaces } from '#src/session/school-places.ts';
import { useAnswer } from '#src/session/use-answer.ts';
import type { ApiClient } from '#src/sync/api-client.ts';
import { queryOf, useNarrowing } from './review-narrowing.ts';

/** Where an id stands in a queue, from 0, and the ids beside it; -1 and none where it is not there. */
function neighboursIn(
  ids: readonly string[],
  id: string,
): { place: number; previous: string | undefined; next: string | undefined } {
  const place = ids.indexOf(id);
  if (place === -1) return { place, previous: undefined, next: undefined };
  return { place, previous: ids[place - 1], next: ids[place + 1] };
}

/** Somebody who types or chooses means the field, and not the queue. */
const takesKeys = 'input, textarea, select, [role="dialog"], [role="menu"], [contenteditable]';

export interface ReviewPlace {
  /** “2 of 6 to review”; null where it was not among those that wait. */
  words: string | null;
  /** “2/6”. */
  short: string;
  /** Addresses; null where there is none. */
  previous: string | null;
  next: string | null;
  /** The address of the queue, as it was left. */
  queue: string;
}

/** Where a work stands among those that wait, of what the queue was narrowed to, and those beside it: by K and J, too. */
export function useReviewPlace(id: string, api: ApiClient): ReviewPlace {
  const navigate = useNavigate();
  const places = useSchoolPlaces();
  const { narrowing, keepIn } = useNarrowing();
  const load = useCallback(
    (signal: AbortSignal) =>
      api.call(
        reviewEndpoints.listWaiting,
        { query: { ...queryOf(narrowing), limit: limits.pageMaximum } },
        { signal },
      ),
    [api, narrowing],
  );
  const { value } = useAnswer(load);
  const ids = value?.results.map((each) => each.id) ?? [];
  const { place, ...beside } = neighboursIn(ids, id);
  const previous = beside.previous === undefined ? null : keepIn(places.review(beside.previous));
  const next = beside.next === undefined ? null : keepIn(places.review(beside.next));

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
      if (event.target instanceof Element && event.target.closest(takesKeys) !== null) return;
      const href = event.key === 'k' ? previous : event.key === 'j' ? next : null;
      if (href) void navigate(href);
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [navigate, previous, next]);

  return {
    words: value === null || place === -1 ? null : `${place + 1} of ${value.count} to review`,
    short: `${place + 1}/${value?.count ?? 0}`,
    previous,
    next,
    queue: keepIn(places.reviews),
  };
}
