import { Button, Group } from '@mantine/core';
import { useReducedMotion } from '@mantine/hooks';
import { IconArrowLeft, IconArrowRight, IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { ShownBlock } from '#contract/content/blocks.schema.ts';
import { ChildEar } from '#src/ui/child-ear.tsx';
import { absentIf } from './absent-if.ts';
import styles from '../content.module.css';

type Frame = Extract<ShownBlock, { kind: 'film' }>['frames'][number];

interface FilmBlockProps {
  /** Of the page, by which its drawings are called. */
  slug: string;
  frames: readonly Frame[];
}

/** A picture film: drawings with words, that go on by themselves or by hand. */
export function FilmBlock({ slug, frames }: FilmBlockProps) {
  const [place, setPlace] = useState(0);
  const [isRunning, setRunning] = useState(false);
  const isStill = useReducedMotion();
  const back = useRef<HTMLButtonElement>(null);
  const next = useRef<HTMLButtonElement>(null);
  const frame = frames[place];
  const isLast = place === frames.length - 1;
  const seconds = frame?.seconds ?? 0;

  useEffect(() => {
    if (!isRunning) return undefined;
    const timer = setTimeout(() => {
      if (place === frames.length - 1) setRunning(false);
      else setPlace(place + 1);
    }, seconds * 1000);
    return () => clearTimeout(timer);
  }, [isRunning, seconds, place, frames.length]);

  function turn(to: number) {
    flushSync(() => {
      setRunning(false);
      setPlace(to);
    });
    // At an end the button that was pressed is gone.
    if (to === 0) next.current?.focus();
    if (to === frames.length - 1) back.current?.focus();
  }

  function play() {
    if (isLast) setPlace(0);
    setRunning(!isRunning);
  }

  if (!frame) return null;
  return (
    <section className={styles.film} aria-label="Film">
      <figure>
        <img
          src={`/pictures/films/${slug}/${place + 1}.svg`}
          alt={frame.picture}
          width={640}
          height={400}
          decoding="async"
        />
        <div className={styles.filmWords}>
          <figcaption aria-live={isRunning ? 'off' : 'polite'}>{frame.words}</figcaption>
          <ChildEar words={frame.words} />
        </div>
      </figure>
      <Group gap="xs" justify="space-between" wrap="nowrap" className={styles.filmBar}>
        <Button
          ref={back}
          variant="default"
          px="sm"
          leftSection={<IconArrowLeft size={20} aria-hidden />}
          style={absentIf(place === 0)}
          onClick={() => turn(place - 1)}
        >
          Back
        </Button>
        {!isStill && (
          <Button
            px="sm"
            leftSection={
              isRunning ? <IconPlayerPause size={20} aria-hidden /> : <IconPlayerPlay size={20} aria-hidden />
            }
            onClick={play}
          >
            {isRunning ? 'Pause' : 'Play'}
          </Button>
        )}
        <Button
          ref={next}
          variant="default"
          px="sm"
          rightSection={<IconArrowRight size={20} aria-hidden />}
          style={absentIf(isLast)}
          onClick={() => turn(place + 1)}
        >
          Next
        </Button>
      </Group>
      <p className={styles.filmPlace}>
        Picture {place + 1} of {frames.length}
      </p>
      <details className={styles.transcript}>
        <summary>Read the whole film</summary>
        <ol>
          {frames.map((each) => (
            <li key={`${each.picture} ${each.words}`}>
              <em>{each.picture}</em> {each.words}
            </li>
          ))}
        </ol>
      </details>
    </section>
  );
}
