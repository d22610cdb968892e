import { useCallback, useEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';
import { limits } from '#contract/kit/limits.ts';
import { runsClasses, seesWholeSchool } from '#contract/kit/roles.ts';
import { moderationEndpoints } from '#contract/moderation/moderation.endpoints.ts';
import { reviewEndpoints } from '#contract/writing/reviews.endpoints.ts';
import { apiClient } from '#src/session/api.ts';
import { useAnswer } from '#src/session/use-answer.ts';
import { useUser } from '#src/session/use-session.ts';
import { NoNetworkError, type ApiClient } from '#src/sync/api-client.ts';

/** How much waits behind an entry of the menu. */
interface Badge {
  count: string;
  says: string;
  isUrgent: boolean;
}

export interface StaffBadges {
  toReview: Badge | null;
  reported: Badge | null;
}

const badge = (count: string, says: string): Badge => ({ count, says, isUrgent: false });

/** Works about which nobody has decided yet; they come before those that were taken down. */
async function countReported(api: ApiClient, signal: AbortSignal): Promise<string | null> {
  const query = { limit: limits.pageDefault };
  const { results, count } = await api.call(moderationEndpoints.list, { query }, { signal });
  const waiting = results.filter((work) => work.reports.length > 0 && work.taken_down_at === null).length;
  if (waiting === 0) return null;
  return waiting === results.length && count > waiting ? `${waiting}+` : String(waiting);
}

/**
 * How much waits for the signed-in member of the staff, asked again on each page. Null where nothing does, and as long as
 * the school cannot be reached: a number of before may be wrong by now.
 */
export function useStaffBadges(api: ApiClient = apiClient): StaffBadges {
  const { pathname, search } = useLocation();
  const user = useUser();
  const reviews = user !== null && user.visiting === undefined && runsClasses(user.role);
  const decides = reviews && seesWholeSchool(user.role);
  const load = useCallback(
    async (signal: AbortSignal) => {
      if (!navigator.onLine) throw new NoNetworkError('There is no network', false);
      const waiting = async () => {
        const query = { kinds: 'all', limit: 1 } as const;
        return (await api.call(reviewEndpoints.listWaiting, { query }, { signal })).count;
      };
      const [toReview, reported] = await Promise.all([
        reviews ? waiting() : 0,
        decides ? countReported(api, signal) : null,
      ]);
      return { toReview, reported };
    },
    [api, reviews, decides],
  );
  const { value, reload } = useAnswer(load);
  const place = pathname + search;
  const countedAt = useRef(place);
  useEffect(() => {
    if (countedAt.current === place) return;
    countedAt.current = place;
    reload();
  }, [place, reload]);
  return {
    toReview: value && value.toReview > 0 ? badge(value.toReview.toLocaleString('en'), 'to review') : null,
    reported: value?.reported ? badge(value.reported, 'reported') : null,
  };
}
