import { Text } from '@mantine/core';
import { Suspense, useCallback } from 'react';
import { Link } from 'react-router-dom';
import { limits } from '#contract/kit/limits.ts';
import { paths } from '#contract/kit/paths.ts';
import { resourceEndpoints } from '#contract/resources/resources.endpoints.ts';
import { fileWords, mayShare } from '#contract/resources/resources.rules.ts';
import type { Resource } from '#contract/resources/resources.schema.ts';
import { levelWords } from '#contract/works/works.rules.ts';
import { withParts } from '#src/lib/address-parts.ts';
import { asSoonAsReached } from '#src/lib/reach-words.ts';
import { useAnswer } from '#src/session/use-answer.ts';
import { useWordsForReader } from '#src/session/page-reader.ts';
import { useUser } from '#src/session/use-session.ts';
import type { ApiClient } from '#src/sync/api-client.ts';
import { AnswerMissing } from '#src/ui/answer-missing.tsx';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { useListState } from '#src/ui/list-state.ts';
import { NothingMatches } from '#src/ui/nothing-matches.tsx';
import { Pager } from '#src/ui/pager.tsx';
import { EmptyShelfIllustration } from '#src/ui/pictures/empty-illustrations.tsx';
import { SearchField } from '#src/ui/search-field.tsx';
import { useAddress } from '#src/ui/use-address.ts';
import { usePages } from '#src/ui/use-pages.ts';
import { Shelf } from './shelf-row.tsx';
import styles from '#src/document/works.module.css';
import { lazyPage } from '#src/session/late-code.ts';

const ResourceDialog = lazyPage(async () => (await import('./resource.dialog.tsx')).ResourceDialog);

const keys = ['updated_at'];
const newest = { key: 'updated_at', descending: true };
const pageSize = 24;

/** Where all of them stand, by the address of the library. */
export const teachersShelf = 'teachers';
const allResources = paths.library({ shelf: teachersShelf });

/** Staff find what is meant for them there, everybody else what staff have for them. */
export function useTeachersShelf(): { title: string; shares: boolean } {
  const user = useUser();
  const shares = user !== null && mayShare(user.role);
  return { title: shares ? 'For teachers' : 'From the teachers', shares };
}

/** “PDF · Growing reader”. */
function factsOf({ file, level }: Resource): string {
  return [file ? fileWords[file.media_type].label : 'Text', ...(level ? [levelWords[level].label] : [])].join(
    ' · ',
  );
}

/** A sheet of paper with what it is, and its name under it. */
function ResourceCard({ resource }: { resource: Resource }) {
  const [address] = useAddress();
  const { id, title, file } = resource;
  return (
    <Link to={`/library?${withParts({ resource: id })(address)}`} className={styles.card} preventScrollReset>
      <span className={styles.resource} aria-hidden>
        {file ? fileWords[file.media_type].label : 'Aa'}
      </span>
      <span className={styles.cardTitle} dir="auto">
        {title}
      </span>
      <span className={styles.facts}>{factsOf(resource)}</span>
    </Link>
  );
}

/** The one that the address names, over the library. */
export function OpenResource({ api }: { api: ApiClient }) {
  const [address, setAddress] = useAddress();
  const id = address.get('resource');
  if (id === null) return null;
  return (
    <Suspense fallback={null}>
      <ResourceDialog
        key={id}
        id={id}
        api={api}
        onClose={() => setAddress(withParts({ resource: null }), { preventScrollReset: true })}
      />
    </Suspense>
  );
}

/** What the staff share with whoever looks; the shelf is not there where that is nothing. */
export function ResourceShelf({ api }: { api: ApiClient }) {
  const { title } = useTeachersShelf();
  const load = useCallback(
    (signal: AbortSignal) =>
      api.call(resourceEndpoints.list, { query: { limit: limits.worksPerShelf } }, { signal }),
    [api],
  );
  // The library says itself that there is no network; one shelf less is no trouble of its own.
  const { value } = useAnswer(load);
  if (value === null || value.count === 0) return null;
  const { count, results } = value;
  return (
    <Shelf title={title} all={count > results.length ? { to: allResources, count } : undefined}>
      {results.map((resource) => (
        <li key={resource.id}>
          <ResourceCard resource={resource} />
        </li>
      ))}
    </Shelf>
  );
}

const title = 'Nothing is shared here yet';
const sharing = { title, text: 'Share a worksheet or a text with your colleagues or your students.' };
const nothingShared = {
  teacher: sharing,
  office: sharing,
  child: { title: 'There is nothing here yet', text: 'What your teachers share with you comes here.' },
  other: { title, text: 'What the teachers share comes here.' },
};

/** `/library?shelf=teachers`: all that the staff share with whoever looks. */
export function AllResources({ api }: { api: ApiClient }) {
  const list = useListState(keys, newest);
  const nothing = useWordsForReader(nothingShared);
  const { q, page, search } = list;
  const load = useCallback(
    (signal: AbortSignal) =>
      api.call(
        resourceEndpoints.list,
        { query: { limit: pageSize, offset: (page - 1) * pageSize, search: q } },
        { signal },
      ),
    [api, page, q],
  );
  const answer = useAnswer(load);
  const { status, value, isGone, busy, reload } = answer;
  const pages = usePages(answer, list, pageSize);
  return (
    <>
      <div className={styles.filters}>
        <SearchField
          label="Search what the staff share"
          value={q}
          onSearch={search}
          quiet={limits.searchDebounce}
        />
      </div>
      {status === 'unreachable' || status === 'failed' ? (
        <AnswerMissing
          status={status}
          busy={busy}
          isGone={isGone}
          failed="The shelf could not be fetched"
          unreachable={`This shelf is kept at your school. It shows up here ${asSoonAsReached}.`}
          onRetry={reload}
        />
      ) : value === null ? (
        <Text role="status">Loading</Text>
      ) : value.count === 0 ? (
        q === '' ? (
          <EmptyState picture={<EmptyShelfIllustration />} {...nothing} />
        ) : (
          <NothingMatches noun="resources" search={q} onClear={() => search('')} />
        )
      ) : (
        <>
          <ul className={styles.grid} aria-label="What the staff share" aria-busy={busy}>
            {value.results.map((resource) => (
              <li key={resource.id}>
                <ResourceCard resource={resource} />
              </li>
            ))}
          </ul>
          <Pager
            page={page}
            pages={pages}
            pageSize={pageSize}
            count={value.count}
            noun={['resource', 'resources']}
            onPage={list.goTo}
          />
        </>
      )}
    </>
  );
}
