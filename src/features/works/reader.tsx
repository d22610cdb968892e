import { Button, Text, Title } from '@mantine/core';
import { IconArrowLeft, IconArrowRight, IconX } from '@tabler/icons-react';
import { useEffect, useRef, type PointerEvent } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { DocumentView } from './document-view.tsx';
import { pictureFirst, placeByKey, placeOf, turnOf } from './reader.rules.ts';
import type { ReadWork } from './use-work.ts';
import { kindWords, partHref, workHref } from './work-words.ts';
import styles from './works.module.css';

/** Somebody who types, chooses or presses means the field, and not the book. */
function isBusyElsewhere(target: EventTarget | null): boolean {
  return (
    target instanceof Element &&
    target.closest('input, textarea, select, [role="dialog"], [role="menu"]') !== null
  );
}

interface ReaderProps extends ReadWork {
  /** The part of the address that says which page or chapter: its number, from 1. */
  chapterSlug: string;
}

/** A book page by page, a story chapter by chapter: by tap, swipe and keys. */
export function Reader({ work, parts, chapterSlug }: ReaderProps) {
  const navigate = useNavigate();
  const place = placeOf(chapterSlug, parts.length);
  const part = parts[place];
  const touched = useRef<{ x: number; y: number } | null>(null);
  const [one] = kindWords[work.kind].part;
  const isLast = place === parts.length - 1;

  useEffect(() => {
    function onKey(event: KeyboardEvent) {
      if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey || isBusyElsewhere(event.target))
        return;
      // Of a story, whose chapters are long, these move the page.
      const scrolls = ['PageDown', 'PageUp', 'Home', 'End'].includes(event.key);
      if (scrolls && work.kind === 'story') return;
      const next = placeByKey(event.key, place, parts.length);
      if (next === null) return;
      event.preventDefault();
      if (next !== place) void navigate(partHref(work, next + 1), { replace: true });
    }
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [navigate, work, place, parts.length]);

  function endTouch({ clientX, clientY }: PointerEvent) {
    const from = touched.current;
    touched.current = null;
    if (!from) return;
    const next = place + turnOf({ x: clientX - from.x, y: clientY - from.y });
    if (next !== place && next >= 0 && next < parts.length)
      void navigate(partHref(work, next + 1), { replace: true });
  }

  if (!part) return null;
  const split = pictureFirst(part.document);
  return (
    <article className={styles.reader} aria-label={work.title}>
      <header className={styles.readerBar}>
        <Button
          component={Link}
          to={workHref(work)}
          variant="subtle"
          leftSection={<IconX size={20} stroke={1.75} aria-hidden />}
        >
          Close
        </Button>
        <Text fw={600} className={styles.readerTitle} lang={work.language} dir="auto" component="h1">
          {work.title}
        </Text>
        <Text c="dimmed" role="status" className={styles.readerPlace}>
          {`${one.charAt(0).toUpperCase()}${one.slice(1)} ${place + 1} of ${parts.length}`}
        </Text>
      </header>
      <progress
        className={styles.progress}
        value={place + 1}
        max={parts.length}
        aria-label="How far you have read"
      />
      <div
        className={styles.sheet}
        data-kind={work.kind}
        data-pictured={split.picture !== null}
        lang={work.language}
        dir="auto"
        onPointerDown={(event) => {
          if (event.pointerType !== 'mouse') touched.current = { x: event.clientX, y: event.clientY };
        }}
        onPointerUp={endTouch}
        onPointerCancel={() => {
          touched.current = null;
        }}
      >
        {part.title !== '' && <Title order={2}>{part.title}</Title>}
        {split.picture && (
          <DocumentView document={split.picture} pictures={work.pictures} audience={work.audience} />
        )}
        <div className={styles.words}>
          <DocumentView document={split.words} pictures={work.pictures} audience={work.audience} />
          {isLast && <p className={styles.end}>The end</p>}
        </div>
      </div>
      <nav className={styles.turn} aria-label="Turn the page">
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
        {isLast ? (
          <Button component={Link} to="/library" size="lg">
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
    </article>
  );
}
