import { Anchor } from '@mantine/core';
import type { RefObject } from 'react';
import { Link } from 'react-router-dom';
import type { Message } from '#contract/dear-world/dear-world.schema.ts';
import { countryName } from '#contract/kit/countries.ts';
import { publicPaths } from '#contract/kit/public-paths.ts';
import { goalNames } from '#src/lib/goals.ts';
import styles from './dear-world.module.css';

interface MessagePageProps {
  message: Message;
  /** What is read aloud. */
  words: RefObject<HTMLDivElement | null>;
}

/** A page of the book: the drawing, the words, and who says them from where. */
export function MessagePage({ message, words }: MessagePageProps) {
  const { drawing, language, byline, country, goal } = message;
  const from = [byline, country === null ? '' : countryName(country)].filter((part) => part !== '');
  return (
    <article className={styles.message} aria-label={byline === '' ? 'A message' : `A message by ${byline}`}>
      {drawing && (
        <img
          src={drawing.url}
          alt={drawing.alt}
          width={drawing.width}
          height={drawing.height}
          className={styles.drawing}
        />
      )}
      <div ref={words} className={styles.words} lang={language} dir="auto">
        <p>{message.words}</p>
      </div>
      <p className={styles.from}>
        <bdi>{from.join(', ')}</bdi>
      </p>
      <p className={styles.goal}>
        <Anchor component={Link} to={publicPaths.goals({ slug: String(goal) })}>
          Goal {goal}: {goalNames[goal - 1]}
        </Anchor>
      </p>
    </article>
  );
}
