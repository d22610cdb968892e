import { useEffect } from 'react';
import { useLocation } from 'react-router-dom';
import { apiClient } from '#src/session/api.ts';
import type { ApiClient } from '#src/sync/api-client.ts';
import { useVisitsHere } from './use-visits-here.ts';
import { VisitEntries } from './visit-entries.tsx';
import { noteVisitsHere, useVisitsHereStore } from './visits-here.store.ts';
import styles from './visits.module.css';

interface VisitsNoticeProps {
  /** Where the same stands with what can be set. */
  profileHref: string;
  api?: ApiClient;
}

/** On each page of the office: who of the platform or an organization is here, and who asks to come. */
export function VisitsNotice({ profileHref, api = apiClient }: VisitsNoticeProps) {
  const { pathname } = useLocation();
  useVisitsHere(api);
  const visits = useVisitsHereStore((store) => store.visits);
  // Another place, or another person, has other guests.
  useEffect(() => () => void noteVisitsHere(null), []);
  const isQuiet = visits === null || visits.here.length + visits.waiting.length === 0;
  if (isQuiet || pathname === profileHref) return null;
  return (
    <aside className={styles.notice} aria-label="Visits">
      <VisitEntries visits={visits} api={api} />
    </aside>
  );
}
