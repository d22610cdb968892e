import { Button, Text, Title } from '@mantine/core';
import { IconArrowLeft, IconBook, IconBookmarkFilled } from '@tabler/icons-react';
import { Suspense, type ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { paths } from '#contract/kit/paths.ts';
import { runsClasses } from '#contract/kit/roles.ts';
import type { ReadingRow } from '#contract/works/reading-rows.schema.ts';
import { levelWords } from '#contract/works/works.rules.ts';
import { goalNames } from '#src/lib/goals.ts';
import { lazyWithRetry } from '#src/session/late-code.ts';
import { useModes } from '#src/session/modes.ts';
import { useTenant, useUser } from '#src/session/use-session.ts';
import { ChildEar } from '#src/ui/child-ear.tsx';
import { Ear } from '#src/ui/ear.tsx';
import { exportedWork } from '#src/document/export/exported-work.ts';
import { KindWords } from './kind-words.tsx';
import { KeepOnTablet } from './keep-on-tablet.tsx';
import { isFinished, placeToGoOn, progressInWords } from '#src/document/reading.words.ts';
import { ReportWork } from './report-work.tsx';
import { useReadingOf } from '#src/document/use-own-reading.ts';
import type { ReadWork } from '#src/document/kept-work.ts';
import { WorkCover } from '#src/document/work-cover.tsx';
import { factsOf, kindWords, languageName, partHref } from '#src/document/work-words.ts';
import styles from '#src/document/works.module.css';

const ExportWork = lazyWithRetry(
  async () => (await import('#src/document/export/export-work.tsx')).ExportWork,
);

/** Also of a mode that schools are not offered any more; null where the school has no modes. */
function useModeName(id: string | null): string | null {
  const { tenant } = useTenant();
  const { modes } = useModes();
  if (tenant?.switchboard !== true) return null;
  return modes.find((mode) => mode.id === id)?.name ?? null;
}

function Facts({ work }: Pick<ReadWork, 'work'>) {
  const mode = useModeName(work.mode);
  const facts = [
    { term: 'Language', text: languageName(work.language) },
    ...(work.level
      ? [{ term: 'Level', text: `${levelWords[work.level].label}, ages ${levelWords[work.level].ages}` }]
      : []),
    ...work.sdgs.map((goal) => ({ term: `Goal ${goal}`, text: goalNames[goal - 1] ?? '' })),
    ...(mode === null ? [] : [{ term: 'Mode', text: mode }]),
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

type Opened = Pick<ReadWork, 'work'> & { reading: ReadingRow | null };

/** The way into the work: to its beginning, or to where one stopped. */
function StartReading({ work, reading }: Opened) {
  const goOn = placeToGoOn(reading, work);
  const isBegun = goOn > 1;
  const isChild = useUser()?.role === 'student';
  return (
    <div className={styles.start}>
      <Button
        component={Link}
        to={partHref(work, goOn)}
        size="lg"
        leftSection={<IconBook size={24} stroke={1.75} aria-hidden />}
      >
        {isBegun ? 'Go on reading' : reading && isFinished(reading, work) ? 'Read again' : 'Read'}
      </Button>
      {isChild && (
        <Ear words="Tap the yellow button to open the book. In it, tap the loudspeaker: then it is read to you." />
      )}
      {isBegun && (
        <Button component={Link} to={partHref(work, 1)} size="lg" variant="default">
          From the beginning
        </Button>
      )}
      {isBegun && <Text c="dimmed">{progressInWords(reading, work)}</Text>}
    </div>
  );
}

/** The pages or chapters that one wants to find again. */
function Bookmarks({ work, parts, reading }: ReadWork & { reading: ReadingRow }) {
  const marked = parts.flatMap(({ id, title }, place) =>
    reading.bookmarks.includes(id) ? [{ id, title, number: place + 1 }] : [],
  );
  if (marked.length === 0) return null;
  const [one] = kindWords[work.kind].part;
  return (
    <nav className={styles.bookmarks} aria-label="Bookmarks">
      {marked.map(({ id, title, number }) => (
        <Link key={id} to={partHref(work, number)} dir="auto">
          <IconBookmarkFilled size={20} aria-hidden />
          {title === '' ? `Bookmark at ${one} ${number}` : title}
        </Link>
      ))}
    </nav>
  );
}

/** Who made it, and those who teach, export it; for whoever else reads there is the tablet. */
function MayExport(book: ReadWork) {
  const user = useUser();
  const isOwn = user !== null && book.work.author?.id === user.id;
  if (user === null || !(isOwn || runsClasses(user.role)) || book.parts.length === 0) return null;
  return (
    <Suspense fallback={null}>
      <ExportWork read={() => exportedWork(book)} />
    </Suspense>
  );
}

/** What a work is, and the ways into it. */
export function WorkDetails({ work, parts, more }: ReadWork & { more?: ReactNode }) {
  const reading = useReadingOf(work.id);
  const chapters = work.kind === 'story' && parts.length > 1 ? parts : [];
  return (
    <article className={styles.work}>
      <div className={styles.workCover}>
        <WorkCover work={work} />
      </div>
      <div className={styles.workWords}>
        <Link to={paths.library()} className={styles.back}>
          <IconArrowLeft size={18} stroke={1.75} aria-hidden /> Library
        </Link>
        <Title order={1} lang={work.language} dir="auto">
          {work.title}
        </Title>
        {work.byline !== '' && (
          <Text size="lg">
            by <bdi>{work.byline}</bdi>
          </Text>
        )}
        <Text c="dimmed">{factsOf(work)}</Text>
        {parts.length > 0 && <StartReading work={work} reading={reading} />}
        <KeepOnTablet book={{ work, parts }} />
        {more}
        <KindWords work={work} />
        {reading && <Bookmarks work={work} parts={parts} reading={reading} />}
        {work.blurb !== '' && (
          <div className={styles.about}>
            <Text size="lg" lang={work.language} dir="auto" className={styles.blurb}>
              {work.blurb}
            </Text>
            <ChildEar
              words={`${work.title}. ${work.blurb}`}
              label="Hear what it is about"
              language={work.language}
            />
          </div>
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
        <MayExport work={work} parts={parts} />
        <ReportWork work={work} />
      </div>
    </article>
  );
}
