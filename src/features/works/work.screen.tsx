import { Button, Skeleton, Text, Title, VisuallyHidden } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import { IconArrowLeft, IconBook } from '@tabler/icons-react';
import { useEffect } from 'react';
import { Link, useParams } from 'react-router-dom';
import { levelWords } from '#contract/works/works.rules.ts';
import { apiClient } from '#src/session/api.ts';
import { askToKeep } from '#src/session/keep-part.ts';
import { useUser } from '#src/session/use-session.ts';
import type { ApiClient } from '#src/sync/api-client.ts';
import { AnswerMissing } from '#src/ui/answer-missing.tsx';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { NothingFoundIllustration } from '#src/ui/pictures/empty-illustrations.tsx';
import { Reader } from './reader.tsx';
import { useWork, type ReadWork } from './use-work.ts';
import { WorkCover } from './work-cover.tsx';
import { factsOf, goalNames, languageName, partHref } from './work-words.ts';
import styles from './works.module.css';

function Facts({ work }: Pick<ReadWork, 'work'>) {
  const facts = [
    { term: 'Language', text: languageName(work.language) },
    ...(work.level
      ? [{ term: 'Level', text: `${levelWords[work.level].label}, ages ${levelWords[work.level].ages}` }]
      : []),
    ...work.sdgs.map((goal) => ({ term: `Goal ${goal}`, text: goalNames[goal - 1] ?? '' })),
    ...(work.school_class ? [{ term: 'Class', text: work.school_class.name }] : []),
    ...(work.source !== null ? [{ term: 'From', text: work.source }] : []),
    ...(work.credit !== null ? [{ term: 'Pictures and words', text: work.credit }] : []),
    ...(work.licence !== null ? [{ term: 'Licence', text: work.licence }] : []),
  ];
  return (
    <dl className={styles.terms}>
      {facts.map(({ term, text }) => (
        <div key={term}>
          <dt>{term}</dt>
          <dd dir="auto">{text}</dd>
        </div>
      ))}
    </dl>
  );
}

function Details({ work, parts }: ReadWork) {
  const chapters = work.kind === 'story' && parts.length > 1 ? parts : [];
  return (
    <article className={styles.work}>
      <div className={styles.workCover}>
        <WorkCover work={work} />
      </div>
      <div className={styles.workWords}>
        <Link to="/library" className={styles.back}>
          <IconArrowLeft size={18} stroke={1.75} aria-hidden /> Library
        </Link>
        <Title order={1} lang={work.language} dir="auto">
          {work.title}
        </Title>
        {work.byline !== '' && (
          <Text size="lg" dir="auto">
            by {work.byline}
          </Text>
        )}
        <Text c="dimmed">{factsOf(work)}</Text>
        {parts.length > 0 && (
          <Button
            component={Link}
            to={partHref(work, 1)}
            size="lg"
            className={styles.start}
            leftSection={<IconBook size={24} stroke={1.75} aria-hidden />}
          >
            Read
          </Button>
        )}
        {work.blurb !== '' && (
          <Text size="lg" lang={work.language} dir="auto" className={styles.blurb}>
            {work.blurb}
          </Text>
        )}
        {work.dedication !== '' && (
          <Text fs="italic" lang={work.language} dir="auto">
            {work.dedication}
          </Text>
        )}
        {chapters.length > 0 && (
          <nav aria-labelledby="chapters">
            <Title order={2} size="h3" id="chapters">
              Chapters
            </Title>
            <ol className={styles.chapters}>
              {chapters.map(({ id, title }, place) => (
                <li key={id}>
                  <Link to={partHref(work, place + 1)} dir="auto">
                    {title === '' ? `Chapter ${place + 1}` : title}
                  </Link>
                </li>
              ))}
            </ol>
          </nav>
        )}
        {work.about_author !== '' && (
          <section>
            <Title order={2} size="h3">
              About the author
            </Title>
            <Text lang={work.language} dir="auto">
              {work.about_author}
            </Text>
          </section>
        )}
        <Facts work={work} />
      </div>
    </article>
  );
}

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

function ShownWork({ api }: { api: ApiClient }) {
  const { id = '', chapterSlug } = useParams();
  const { status, value, busy, reload } = useWork(api, id);
  const isThere = value !== null && value !== 'not_found';
  useDocumentTitle(isThere ? value.work.title : 'Library');

  useEffect(() => {
    void askToKeep('library');
  }, []);

  if (status === 'unreachable' || status === 'failed')
    return (
      <AnswerMissing
        status={status}
        busy={busy}
        failed="This book could not be fetched"
        unreachable="This book is kept at your school. It opens here as soon as there is a network."
        onRetry={reload}
      />
    );
  if (value === null) return <Waiting />;
  if (value === 'not_found')
    return (
      <EmptyState
        role="alert"
        picture={<NothingFoundIllustration />}
        title="There is no such book or story here"
        text="Perhaps it was taken off the shelf, or you have to sign in to read it."
        action={
          <Button component={Link} to="/library">
            Go to the library
          </Button>
        }
      />
    );
  if (chapterSlug === undefined || value.parts.length === 0) return <Details {...value} />;
  return <Reader {...value} chapterSlug={chapterSlug} />;
}

/** `/library/{id}`: what a work is, and `/library/{id}/{chapterSlug}`: the work itself, one page or chapter at a time. */
export function WorkScreen({ api = apiClient }: { api?: ApiClient }) {
  return <ShownWork key={useUser()?.id ?? 'visitor'} api={api} />;
}
