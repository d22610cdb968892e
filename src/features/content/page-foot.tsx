import { Title } from '@mantine/core';
import { IconArrowLeft, IconArrowRight, IconCircleCheck } from '@tabler/icons-react';
import { Link } from 'react-router-dom';
import type { ContentPage } from '#contract/content/content-page.schema.ts';
import { addressOf } from '#contract/content/content.rules.ts';
import { finishedStep } from '#contract/learning/learning.rules.ts';
import type { Learning } from './learning.ts';
import { directionOfWork } from '#src/lib/direction.ts';
import { Checklist } from './blocks/block.tsx';
import { ContentCards } from './content-cards.tsx';
import styles from './content.module.css';

/** The lesson before and the one after. */
function LessonSteps({ page }: { page: ContentPage }) {
  const place = page.siblings.findIndex(({ id }) => id === page.card.id);
  const before = page.siblings[place - 1];
  const after = page.siblings[place + 1];
  return (
    <nav className={styles.lessonSteps} aria-label="Lessons">
      {before && (
        <Link to={addressOf(before)} rel="prev">
          <IconArrowLeft size={20} aria-hidden /> {before.title}
        </Link>
      )}
      {after && (
        <Link to={addressOf(after)} rel="next" className={styles.after}>
          {after.title} <IconArrowRight size={20} aria-hidden />
        </Link>
      )}
    </nav>
  );
}

/** What stands below the blocks of a page, by kind. */
export function PageFoot({ page, learning }: { page: ContentPage; learning: Learning | null }) {
  const { head, children } = page;
  return (
    <>
      {head.kind === 'film' && head.questions.length > 0 && (
        <section className={styles.block}>
          <Title order={2}>Talk about it</Title>
          <ol className={styles.talk}>
            {head.questions.map((question) => (
              <li key={question}>{question}</li>
            ))}
          </ol>
        </section>
      )}
      {head.kind === 'challenge' && head.checklist.length > 0 && (
        <section className={styles.block}>
          <Title order={2}>Before you hand it in</Title>
          <Checklist items={head.checklist} />
        </section>
      )}
      {head.kind === 'course' && children.length > 0 && (
        <section className={styles.block}>
          <Title order={2}>Lessons</Title>
          <ol className={styles.lessons}>
            {children.map((lesson) => (
              <li key={lesson.id} lang={lesson.language} dir={directionOfWork(lesson)}>
                <Link to={addressOf(lesson)}>{lesson.title}</Link>
                {learning?.isDone(lesson.id, finishedStep) && (
                  <span className={styles.lessonDone}>
                    <IconCircleCheck size={20} aria-hidden /> Finished
                  </span>
                )}
                <p>{lesson.summary}</p>
              </li>
            ))}
          </ol>
        </section>
      )}
      {head.kind !== 'course' && children.length > 0 && <ContentCards cards={children} />}
      {head.kind === 'lesson' && <LessonSteps page={page} />}
    </>
  );
}
