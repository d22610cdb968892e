import { useCallback } from 'react';
import { pickedEndpoints } from '#contract/panel/picked.endpoints.ts';
import type { PickedWork } from '#contract/panel/picks.schema.ts';
import { titleOf } from '#contract/works/works.rules.ts';
import { useAnswer } from '#src/session/use-answer.ts';
import type { ApiClient } from '#src/sync/api-client.ts';
import { Shelf } from './shelf-row.tsx';
import { WorkCover } from '#src/document/work-cover.tsx';
import { factsOf } from '#src/document/work-words.ts';
import styles from '#src/document/works.module.css';

/** Leads to the work at its school: there it is read, and there it may be taken down. */
function PickCard({ work }: { work: PickedWork }) {
  const { url, cover, byline, school_name, language } = work;
  return (
    <a href={url} className={styles.card}>
      {cover === null ? (
        <WorkCover work={{ ...work, cover: null, audience: 'public', state: 'published' }} decorative />
      ) : (
        <span className={styles.cover}>
          <img src={cover} alt="" className={styles.coverPicture} loading="lazy" />
        </span>
      )}
      <span className={styles.cardTitle} lang={language} dir="auto">
        {titleOf(work)}
      </span>
      {byline !== '' && (
        <span className={styles.byline} dir="auto">
          by {byline}
        </span>
      )}
      <span className={styles.facts}>{factsOf(work)}</span>
      <span className={styles.facts} dir="auto">
        {school_name}
      </span>
    </a>
  );
}

/** On the platform's own site: what was picked from the schools. The shelf is not there where that is nothing. */
export function PickedShelf({ api }: { api: ApiClient }) {
  const load = useCallback((signal: AbortSignal) => api.call(pickedEndpoints.list, {}, { signal }), [api]);
  // One shelf less is no trouble of its own.
  const { value } = useAnswer(load);
  if (value === null || value.results.length === 0) return null;
  return (
    <Shelf title="Picked from our schools">
      {value.results.map((work) => (
        <li key={work.id}>
          <PickCard work={work} />
        </li>
      ))}
    </Shelf>
  );
}
