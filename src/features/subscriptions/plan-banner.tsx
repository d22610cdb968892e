import { IconAlertTriangle } from '@tabler/icons-react';
import { useCallback, useEffect } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { subscriptionEndpoints } from '#contract/subscriptions/subscriptions.endpoints.ts';
import { apiClient } from '#src/session/api.ts';
import { useOwnPlansPlace } from '#src/session/plans-place.ts';
import { useAnswer } from '#src/session/use-answer.ts';
import type { ApiClient } from '#src/sync/api-client.ts';
import { notePlanStanding, usePlanStanding } from './plan-standing.ts';
import { bannerText } from './plans.words.ts';
import styles from './plans.module.css';

/**
 * Says on pages of the office that its plan needs a look, and leads to it. It asks once each time that somebody enters the area.
 * Without an answer it says nothing: the page Plans does.
 */
export function PlanBanner({ api = apiClient }: { api?: ApiClient }) {
  const place = useOwnPlansPlace();
  const { pathname } = useLocation();
  const own = usePlanStanding((state) => state.own);
  const load = useCallback(
    async (signal: AbortSignal) =>
      notePlanStanding(await api.call(subscriptionEndpoints.read, {}, { signal })),
    [api],
  );
  useAnswer(load);
  // Another school, or another person, has another plan.
  useEffect(() => () => notePlanStanding(null), []);
  const text = own && bannerText(own);
  if (text === null || place === null || pathname === place) return null;
  return (
    <aside className={styles.banner} aria-label="Your plan">
      <IconAlertTriangle size={20} stroke={1.75} aria-hidden />
      <span>
        {text} <Link to={place}>Open Plans</Link>
      </span>
    </aside>
  );
}
