import { Title } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import type { ReactNode } from 'react';
import type { ContentPage } from '#contract/content/content-page.schema.ts';
import { addressOf } from '#contract/content/content.rules.ts';
import { directionOfWork } from '#src/lib/direction.ts';
import { goalNames } from '#src/lib/goals.ts';
import { ChildEar } from '#src/ui/child-ear.tsx';
import { Block, type ContentSlots } from './blocks/block.tsx';
import { ofPage } from './learning.ts';
import { CourseProgress, LessonEnd } from './lesson-progress.tsx';
import { PageFoot } from './page-foot.tsx';
import { PageHead } from './page-head.tsx';
import { PageLanguages } from './page-languages.tsx';
import { spokenPage } from './spoken-page.ts';
import { OfTheApp } from './words.tsx';
import styles from './content.module.css';

/** Whether it is set for classes or announced to them; messages to the world are no entries of a challenge. */
const isForStaff = ({ card, head }: ContentPage) =>
  card.kind === 'course' || card.kind === 'event' || (head.kind === 'challenge' && head.work !== 'message');

/** A course that counts the lessons of its reader leads to the next one itself; a second button to the first would be one too many. */
function blocksOf({ card, blocks, children }: ContentPage, countsLessons: boolean): ContentPage['blocks'] {
  if (card.kind !== 'course' || !countsLessons) return blocks;
  const lessons = new Set(children.map(addressOf));
  return blocks.filter((block) => block.kind !== 'action' || !lessons.has(block.to));
}

interface ArticleProps {
  page: ContentPage;
  slots: ContentSlots;
  /** The way back to the list. */
  breadcrumb?: ReactNode;
  /** Said above it, such as that it is a kept copy. */
  note?: ReactNode;
  /** It stands on another page, which has a title of its own. */
  isPart?: boolean;
  /** What stands at its end. */
  children?: ReactNode;
}

/** A page to read: its title, what it is about, and its blocks in their order. */
export function Article({ page, slots, breadcrumb, note, isPart = false, children }: ArticleProps) {
  const { head, card } = page;
  useDocumentTitle(isPart ? '' : head.title);
  const isLearned = card.kind === 'lesson' || card.kind === 'goal';
  const learning = isLearned ? ofPage(slots.learning, card.id) : null;
  const goals = head.kind === 'goal' ? [] : head.goals;
  return (
    <article className={styles.page} data-kind={card.kind}>
      {breadcrumb}
      {!isPart && <PageLanguages page={page} />}
      <div className={styles.within} lang={card.language} dir={directionOfWork(card)}>
        <header className={styles.header}>
          {head.kind === 'goal' && (
            <img
              className={styles.headPicture}
              src={`/pictures/goals/${head.number}.svg`}
              alt=""
              width={160}
              height={160}
            />
          )}
          <div className={styles.headWords}>
            <Title order={isPart ? 2 : 1} size="h1" dir="auto">
              {head.title}
            </Title>
            <p className={styles.summary} dir="auto">
              {head.summary}
            </p>
            {goals.length > 0 && (
              <ul className={styles.goals} aria-label="Goals">
                {goals.map((goal) => (
                  <li key={goal}>
                    Goal {goal}: {goalNames[goal - 1]}
                  </li>
                ))}
              </ul>
            )}
          </div>
          <ChildEar words={spokenPage(page)} />
        </header>
        <OfTheApp>{note}</OfTheApp>
        <PageHead page={page} />
        <OfTheApp>
          {card.kind === 'course' && slots.learning && (
            <CourseProgress page={page} learning={slots.learning} />
          )}
          {isForStaff(page) && slots.forStaff(card)}
          {slots.above(page)}
        </OfTheApp>
        {blocksOf(page, slots.learning !== null).map((block) => (
          <Block key={block.id} block={block} slots={slots} slug={card.slug} learning={learning} />
        ))}
        {learning && <LessonEnd learning={learning} isGoal={card.kind === 'goal'} />}
        <PageFoot page={page} learning={slots.learning} />
      </div>
      {slots.below(page)}
      {children}
    </article>
  );
}
