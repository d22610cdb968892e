import { useCallback } from 'react';
import { workEndpoints } from '#contract/works/works.endpoints.ts';
import type { WorkCard } from '#contract/works/works.schema.ts';
import { apiClient } from '#src/session/api.ts';
import { useKeptCards } from '#src/session/kept-works.ts';
import { useAnswer } from '#src/session/use-answer.ts';
import type { ApiClient } from '#src/sync/api-client.ts';
import { KeptPictures } from '#src/document/kept-pictures.tsx';
import { workOf } from '#src/document/kept-work.ts';
import { begun, isFinished, placeToGoOn } from '#src/document/reading.words.ts';
import { Shelf } from './shelf-row.tsx';
import { useReadings } from '#src/document/use-own-reading.ts';
import { WorkCardLink } from '#src/document/work-card-link.tsx';
import { partHref } from '#src/document/work-words.ts';

/** So many are looked at; those that are read to the end are left out of them. */
const looked = 24;
/** So many are shown: it is a reminder and no list. */
const shown = 6;

const none: readonly WorkCard[] = [];

/** What the school says of works, by their ids with commas between; null until it has, and where it cannot be reached. */
function useCardsOf(api: ApiClient, ids: string): readonly WorkCard[] | null {
  const load = useCallback(
    async (signal: AbortSignal) => {
      if (ids === '') return none;
      const { results } = await api.call(workEndpoints.list, { query: { ids, limit: looked } }, { signal });
      return results;
    },
    [api, ids],
  );
  return useAnswer(load).value;
}

/**
 * What whoever looks has begun and not finished, the last one first. Titles come from the school, which knows what they may
 * see; without a network, of those that are kept on this tablet.
 */
export function ContinueReading({ api = apiClient }: { api?: ApiClient }) {
  const { readings } = useReadings();
  const cards = useKeptCards();
  const latest = begun(readings ?? []).slice(0, looked);
  const ids = latest
    .map(({ id }) => id)
    .toSorted()
    .join(',');
  const works = useCardsOf(api, ids);
  const kept = new Set((cards ?? []).map(({ id }) => id));
  const known = works ?? (cards ?? []).flatMap((card) => workOf(card) ?? []);
  const found = latest.flatMap((reading) => {
    const work = known.find(({ id }) => id === reading.id);
    return work && !isFinished(reading, work) ? [{ work, reading }] : [];
  });
  if (found.length === 0) return null;
  return (
    <Shelf title="Go on reading">
      {found.slice(0, shown).map(({ work, reading }) => {
        const card = <WorkCardLink work={work} href={partHref(work, placeToGoOn(reading, work))} />;
        return (
          <li key={work.id}>
            {kept.has(work.id) ? <KeptPictures workId={work.id}>{card}</KeptPictures> : card}
          </li>
        );
      })}
    </Shelf>
  );
}
