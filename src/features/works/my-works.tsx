import { Button } from '@mantine/core';
import { useCallback, useEffect, useMemo, type ReactNode } from 'react';
import { Link } from 'react-router-dom';
import * as v from 'valibot';
import { limits } from '#contract/kit/limits.ts';
import { paths } from '#contract/kit/paths.ts';
import { readAllByKey } from '#src/session/all-pages.ts';
import { scopeOf } from '#contract/sync/sync.schema.ts';
import { authorWordsOf } from '#contract/works/author-words.rules.ts';
import { workEndpoints } from '#contract/works/works.endpoints.ts';
import { WorkCard } from '#contract/works/works.schema.ts';
import { ownWorkAt } from '#contract/writing/writing.paths.ts';
import { withParts } from '#src/lib/address-parts.ts';
import { apiClient } from '#src/session/api.ts';
import { askToKeep } from '#src/session/keep-part.ts';
import { useKeptAnswer } from '#src/session/use-kept-answer.ts';
import { useIsSending, useOfAny, useReplicaState } from '#src/session/use-replica.ts';
import { useUser } from '#src/session/use-session.ts';
import type { ApiClient } from '#src/sync/api-client.ts';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { EmptyShelfIllustration } from '#src/ui/pictures/empty-illustrations.tsx';
import { useAddress } from '#src/ui/use-address.ts';
import { KeptPicturesContext } from '#src/document/kept-pictures.tsx';
import { KindWordsForMe } from './kind-words-for-me.tsx';
import { MineList } from './mine-list.tsx';
import { TeacherWrote } from './teacher-wrote.tsx';
import { inStage, mergeWorks, stagesOf, worksOf, type WorkList } from './my-works.rules.ts';
import { NoWorksYet, ShelfMissing, WaitingRow } from '#src/document/shelf-states.tsx';
import { tabletFirst } from '#src/document/tablet-first.ts';
import { WorkCardLink } from '#src/document/work-card-link.tsx';
import styles from '#src/document/works.module.css';

const kept = { name: 'my works', question: 'all', schema: v.array(WorkCard) };

/**
 * The stories and books in the replica, queued changes applied; `rows` is null until they are read, and `areComing` true until
 * they are the person's own.
 */
function useOwnWorks() {
  const state = useReplicaState();
  const replica = state.status === 'ready' ? state.replica : null;
  const own = useOfAny(replica, (each) => each.read(scopeOf.user(each.user_id), 'works'));
  const isPopulated = useOfAny(replica, (each) => each.isPopulated('works')) ?? false;
  const isSending = useIsSending();
  const pictures = useMemo(
    () => replica && tabletFirst((sha256) => replica.openPicture(sha256), apiClient),
    [replica],
  );
  const rows = own?.status === 'ready' ? own.rows : null;
  const areComing = state.status !== 'failed' && (rows === null || !isPopulated);
  return { rows, areComing, isPopulated, isSending, pictures };
}

/** How far the works of a list have got; a tap shows those alone. */
function Stages({ works, chosen }: { works: readonly WorkCard[]; chosen: string | null }) {
  const [, setAddress] = useAddress();
  const stages = stagesOf(works);
  if (stages.length < 2) return null;
  const isKnown = stages.some(({ stage }) => stage === chosen);
  const show = (stage: string | null) =>
    setAddress(withParts({ stage }), { replace: true, preventScrollReset: true });
  return (
    <div className={styles.stages} role="group" aria-label="How far they are">
      {[{ stage: null, label: 'All' }, ...stages].map(({ stage, label }) => (
        <Button
          key={label}
          mih={48}
          variant={stage === (isKnown ? chosen : null) ? 'filled' : 'default'}
          aria-pressed={stage === (isKnown ? chosen : null)}
          onClick={() => show(stage)}
        >
          {label}
        </Button>
      ))}
    </div>
  );
}

interface MyWorksProps {
  /** One list alone; null for what waits, and the beginning of each list. */
  list: WorkList | null;
  api?: ApiClient;
}

/** All works of the signed-in child: the school's list merged with the replica, so unsent ones are in it. */
export function MyWorks({ list, api = apiClient }: MyWorksProps) {
  const load = useCallback(
    (signal: AbortSignal) =>
      readAllByKey((part) => {
        const query = { author: 'me', state: 'any', ...part } as const;
        return api.call(workEndpoints.list, { query }, { signal });
      }, limits.worksPerPage),
    [api],
  );
  const { status, value: atSchool, as_of, busy, reload } = useKeptAnswer(kept, load);
  const { rows, areComing, isPopulated, isSending, pictures } = useOwnWorks();
  const user = useUser();
  const isListOlder = isPopulated && (isSending || busy || as_of !== null);
  const byline = user?.first_name ?? '';
  const { works, toWrite, coverHere, wroteBy } = useMemo(
    () => mergeWorks(atSchool ?? [], rows ?? [], { isListOlder, areRowsComing: areComing, byline }),
    [atSchool, rows, isListOlder, areComing, byline],
  );
  const [address] = useAddress();
  const writesHere = (rows ?? []).length > 0;
  useEffect(() => {
    // Who writes goes on without a network, too.
    if (writesHere) void askToKeep('writing');
  }, [writesHere]);
  useEffect(() => {
    // A child's own books open without a network as those of the library do.
    void askToKeep('library');
  }, []);

  const withPictures = (work: WorkCard, content: ReactNode) =>
    coverHere.has(work.id) ? <KeptPicturesContext value={pictures}>{content}</KeptPicturesContext> : content;
  const card = (work: WorkCard) => {
    const by = wroteBy.get(work.id);
    const link = (
      <WorkCardLink
        work={work}
        facts={
          <>
            {authorWordsOf(work)}
            {by !== undefined && <TeacherWrote by={by} />}
          </>
        }
        {...(toWrite.has(work.id) && { href: ownWorkAt(work) })}
      />
    );
    return withPictures(work, link);
  };
  const missing = (what: string) => <ShelfMissing what={what} status={status} busy={busy} onRetry={reload} />;

  if (atSchool === null && works.length === 0)
    return status === 'loading' ? <WaitingRow title={list ?? 'Mine'} /> : missing('Your books');
  const others = atSchool === null && status !== 'loading' && missing('Your other books');
  if (list === null && works.length === 0 && !others) return <NoWorksYet />;
  if (list === null)
    return (
      <>
        <MineList works={works} toWrite={toWrite} wroteBy={wroteBy} withPictures={withPictures} />
        {others}
        {works.some(({ state }) => state === 'published') && <KindWordsForMe api={api} />}
      </>
    );
  const all = worksOf(list, works);
  const stage = address.get('stage');
  return all.length === 0 ? (
    <EmptyState
      picture={<EmptyShelfIllustration />}
      title={list === 'My Books' ? 'You have no books yet' : 'You have no stories yet'}
      text="What you make is here, on your page."
      action={
        <Button component={Link} to={list === 'My Books' ? paths.books() : paths.stories()} size="lg">
          {list === 'My Books' ? 'Make a book' : 'Write a story'}
        </Button>
      }
    />
  ) : (
    <>
      <Stages works={all} chosen={stage} />
      <ul className={styles.grid} aria-label={list} aria-busy={busy}>
        {inStage(all, stage).map((work) => (
          <li key={work.id}>{card(work)}</li>
        ))}
      </ul>
      {others}
    </>
  );
}
