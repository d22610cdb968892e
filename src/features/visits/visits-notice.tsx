import { useEffect } from 'react';
import { useLocation } from 'react-router-dom';
import { apiClient } from '#src/session/api.ts';
import { profileOf } from '#src/session/dashboards.ts';
import { useUser } from '#src/session/use-session.ts';
import type { ApiClient } from '#src/sync/api-client.ts';
import { useVisitsHere } from './use-visits-here.ts';
import { VisitEntries } from './visit-entries.tsx';
import { noteVisitsHere, useVisitsHereStore } from './visits-here.store.ts';
import styles from './visits.module.css';

/** On each page of the office: who of the platform or an organization is here, and who asks to come. */
export function VisitsNotice({ api = apiClient }: { api?: ApiClient }) {
  const user = useUser();
  const { pathname } = useLocation();
  useVisitsHere(api);
  const visits = useVisitsHereStore((store) => store.visits);
  // Another place, or another person, has other guests.
  useEffect(() => () => void noteVisitsHere(null), []);
  const isQuiet = visits === null || visits.here.length + visits.waiting.length === 0;
  // There the same stands with what can be set.
  const isOnProfile = user !== null && pathname === profileOf(user);
  if (isQuiet || isOnProfile) return null;
  return (
    <aside className={styles.notice} aria-label="Visits">
      <VisitEntries visits={visits} api={api} />
    </aside>
  );
}
