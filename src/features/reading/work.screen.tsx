import { Button, Skeleton, VisuallyHidden } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import { useEffect, type ReactNode } from 'react';
import { Link, useParams } from 'react-router-dom';
import { paths } from '#contract/kit/paths.ts';
import type { Work } from '#contract/works/works.schema.ts';
import { asSoonAsReached } from '#src/lib/reach-words.ts';
import { apiClient } from '#src/session/api.ts';
import { askToKeep } from '#src/session/keep-part.ts';
import { useUser } from '#src/session/use-session.ts';
import { useWordsForReader } from '#src/session/page-reader.ts';
import type { ApiClient } from '#src/sync/api-client.ts';
import { AnswerMissing } from '#src/ui/answer-missing.tsx';
import { BackLink } from '#src/ui/back-link.tsx';
import { MessageScreen } from '#src/ui/message-screen.tsx';
import { NothingFoundIllustration } from '#src/ui/pictures/empty-illustrations.tsx';
import { Screen } from '#src/ui/screen.tsx';
import { KeptPictures } from '#src/document/kept-pictures.tsx';
import { OpenWork } from './open-work.tsx';
import { useWork } from '#src/document/use-work.ts';
import { WorkDetails } from './work-details.tsx';
import styles from '#src/document/works.module.css';

function Waiting() {
  return (
    <>
      <VisuallyHidden role="status">Loading</VisuallyHidden>
      <div className={styles.work} aria-hidden data-waiting>
        <div className={styles.workCover}>
          <Skeleton className={styles.cover} />
        </div>
        <div className={styles.workWords}>
          <Skeleton height={44} width="70%" />
          <Skeleton height={22} width="40%" />
          <Skeleton height={52} width={140} />
        </div>
      </div>
    </>
  );
}

const unknownTitle = 'A book or a story';
const title = 'There is no such book or story here';
const noSuchWork = {
  child: { title, text: 'It may be off the shelf now. The library has others.' },
  teacher: { title, text: 'It may have been taken off the shelf, or its author is in none of your classes.' },
  office: { title, text: 'It may have been taken off the shelf, or the address is not complete.' },
  other: { title, text: 'It may have been taken off the shelf, or you have to sign in to read it.' },
};

interface WorkScreenProps {
  api?: ApiClient;
  /** What more can be done with a work, on the page that tells of it. */
  more?: (work: Work) => ReactNode;
}

function ShownWork({ api, more }: WorkScreenProps & { api: ApiClient }) {
  const { id = '', chapterSlug } = useParams();
  const { status, value, isGone, busy, reload, isKept } = useWork(api, id);
  const notHere = useWordsForReader(noSuchWork);
  const isThere = value !== null && value !== 'not_found';
  useDocumentTitle(isThere ? value.work.title : value ? notHere.title : unknownTitle);

  useEffect(() => {
    void askToKeep('library');
    void askToKeep('reader');
  }, []);

  if (status === 'unreachable' || status === 'failed')
    return (
      <Screen title={unknownTitle} breadcrumb={<BackLink to={paths.library()}>Library</BackLink>}>
        <AnswerMissing
          status={status}
          busy={busy}
          isGone={isGone}
          failed="This book could not be fetched"
          unreachable={`This book is kept at your school. It opens here ${asSoonAsReached}.`}
          onRetry={reload}
        />
      </Screen>
    );
  if (value === null) return <Waiting />;
  if (value === 'not_found')
    return (
      <MessageScreen
        role="alert"
        picture={<NothingFoundIllustration />}
        {...notHere}
        action={
          <Button component={Link} to={paths.library()}>
            Go to the library
          </Button>
        }
      />
    );
  const shown =
    chapterSlug === undefined || value.parts.length === 0 ? (
      <WorkDetails {...value} more={more?.(value.work)} />
    ) : (
      <OpenWork {...value} chapterSlug={chapterSlug} />
    );
  return isKept ? <KeptPictures workId={value.work.id}>{shown}</KeptPictures> : shown;
}

/** `/library/{id}`: what a work is, and `/library/{id}/{chapterSlug}`: the work itself, one page or chapter at a time. */
export function WorkScreen({ api = apiClient, more }: WorkScreenProps) {
  return <ShownWork key={useUser()?.id ?? 'visitor'} api={api} {...(more && { more })} />;
}
