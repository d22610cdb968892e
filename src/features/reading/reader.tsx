import { Button, Text, Title } from '@mantine/core';
import { IconArrowLeft, IconArrowRight } from '@tabler/icons-react';
import { Suspense, useEffect, useState } from 'react';
import { Link } from 'react-router-dom';
import { paths } from '#contract/kit/paths.ts';
import type { ReaderSettings } from '#contract/works/reading.schema.ts';
import { directionOfWork } from '#src/lib/direction.ts';
import { lazyWithRetry } from '#src/session/late-code.ts';
import { DocumentView } from '#src/document/document-view.tsx';
import { ReaderBar } from './reader-bar.tsx';
import { styleOf } from '#src/document/reader-settings.rules.ts';
import { pictureFirst, placeOf } from './reader.rules.ts';
import { useFocusLine } from './use-focus-line.ts';
import { useReaderFont } from './use-reader-font.ts';
import { useTurning } from './use-turning.ts';
import type { ReadWork } from '#src/document/kept-work.ts';
import { audienceOfPictures, partHref, placeInWords } from '#src/document/work-words.ts';
import styles from '#src/document/works.module.css';

const SettingsPanel = lazyWithRetry(
  async () => (await import('./reader-settings.panel.tsx')).ReaderSettingsPanel,
);
const ReadAloud = lazyWithRetry(async () => (await import('./read-aloud.tsx')).ReadAloud);

interface ReaderProps extends ReadWork {
  /** The part of the address that says which page or chapter: its number, from 1. */
  chapterSlug: string;
  settings: ReaderSettings;
  onSettings: (settings: ReaderSettings) => void;
  /** Ids of the parts with a bookmark. */
  bookmarks: readonly string[];
  onBookmark: (partId: string, isSet: boolean) => void;
}

/** A book page by page, a story chapter by chapter: by tap, swipe and keys; as large, wide and coloured as one likes. */
export function Reader({
  work,
  parts,
  chapterSlug,
  settings,
  onSettings,
  bookmarks,
  onBookmark,
}: ReaderProps) {
  const place = placeOf(chapterSlug, parts.length);
  const part = parts[place];
  const [words, setWords] = useState<HTMLDivElement | null>(null);
  const [isChoosing, setChoosing] = useState(false);
  /** Which page is being read aloud: another one is not. */
  const [aloud, setAloud] = useState<string | null>(null);
  const line = useFocusLine(settings.focus, words);
  const readsTo = directionOfWork(work);
  const { direction, handlers } = useTurning({
    work,
    place,
    parts: parts.length,
    fromRight: readsTo === 'rtl',
    onLine: settings.focus ? line : null,
  });
  useReaderFont(settings.font);

  useEffect(() => {
    // Where the choices stand over the page, its words come to where they are seen.
    if (isChoosing && window.matchMedia('(max-width: 900px)').matches)
      words?.scrollIntoView({ block: 'start' });
  }, [isChoosing, words]);

  if (!part) return null;
  const split = pictureFirst(part.document);
  const isLast = place === parts.length - 1;
  const isAloud = aloud === part.id;
  const hasBookmark = bookmarks.includes(part.id);
  return (
    <article className={styles.reader} data-choosing={isChoosing || undefined} aria-label={work.title}>
      <ReaderBar
        work={work}
        hasBookmark={hasBookmark}
        onBookmark={() => onBookmark(part.id, !hasBookmark)}
        isAloud={isAloud}
        onAloud={() => setAloud(isAloud ? null : part.id)}
        isChoosing={isChoosing}
        onChoosing={() => setChoosing((now) => !now)}
      />
      <progress
        className={styles.progress}
        dir={readsTo}
        value={place + 1}
        max={parts.length}
        aria-label="How far you have read"
      />
      <Suspense fallback={null}>
        {isAloud && words && (
          <ReadAloud
            words={words}
            language={work.language}
            onWord={({ top, bottom }) => settings.focus && line.showAt((top + bottom) / 2)}
            onEnd={() => setAloud(null)}
          />
        )}
      </Suspense>
      <div
        key={part.id}
        className={styles.sheet}
        style={styleOf(settings)}
        data-kind={work.kind}
        data-pictured={split.picture !== null}
        data-turned={direction ?? undefined}
        lang={work.language}
        dir={readsTo}
        {...handlers}
      >
        {split.picture && (
          <DocumentView
            document={split.picture}
            pictures={work.pictures}
            audience={audienceOfPictures(work)}
          />
        )}
        <div ref={setWords} className={styles.words} data-focus={settings.focus || undefined}>
          {part.title !== '' && <Title order={2}>{part.title}</Title>}
          <DocumentView document={split.words} pictures={work.pictures} audience={audienceOfPictures(work)} />
          {isLast && <p className={styles.end}>The end</p>}
        </div>
      </div>
      <TurnButtons work={work} place={place} parts={parts.length} />
      <Suspense fallback={null}>
        {isChoosing && (
          <SettingsPanel settings={settings} onChange={onSettings} onClose={() => setChoosing(false)} />
        )}
      </Suspense>
    </article>
  );
}

/** The way back and on, and where one is. */
function TurnButtons({ work, place, parts }: Pick<ReadWork, 'work'> & { place: number; parts: number }) {
  return (
    <nav className={styles.turn} dir={directionOfWork(work)} aria-label="Turn the page">
      {place > 0 ? (
        <Button
          component={Link}
          to={partHref(work, place)}
          replace
          size="lg"
          variant="default"
          leftSection={<IconArrowLeft size={24} stroke={1.75} aria-hidden />}
        >
          Back
        </Button>
      ) : (
        <span />
      )}
      <Text c="dimmed" role="status" className={styles.readerPlace}>
        {placeInWords({ kind: work.kind, parts }, place + 1)}
      </Text>
      {place === parts - 1 ? (
        <Button component={Link} to={paths.library()} size="lg">
          More to read
        </Button>
      ) : (
        <Button
          component={Link}
          to={partHref(work, place + 2)}
          replace
          size="lg"
          rightSection={<IconArrowRight size={24} stroke={1.75} aria-hidden />}
        >
          Next
        </Button>
      )}
    </nav>
  );
}
