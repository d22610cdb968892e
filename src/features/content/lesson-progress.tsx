import { Button, Text } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import { Link } from 'react-router-dom';
import type { ContentPage } from '#contract/content/content-page.schema.ts';
import { addressOf } from '#contract/content/content.rules.ts';
import { finishedStep } from '#contract/learning/learning.rules.ts';
import type { Learning, PageLearning } from './learning.ts';
import styles from './content.module.css';

/** Says that a lesson or the page of a goal is finished, or lets somebody say so. */
export function LessonEnd({ learning, isGoal = false }: { learning: PageLearning; isGoal?: boolean }) {
  const isFinished = learning.isDone(finishedStep);
  return (
    <div className={styles.lessonEnd} role="status">
      {isFinished ? (
        <Text fw={700} className={styles.finished}>
          <IconCircleCheck size={28} aria-hidden />{' '}
          {isGoal ? 'You learned about this goal.' : 'You finished this lesson.'}
        </Text>
      ) : (
        <Button
          size="md"
          leftSection={<IconCircleCheck size={20} aria-hidden />}
          onClick={() => learning.set(finishedStep, { done: true })}
        >
          {isGoal ? 'I learned about this goal' : 'I finished this lesson'}
        </Button>
      )}
    </div>
  );
}

/** How far a course is, and the way to go on. */
export function CourseProgress({ page, learning }: { page: ContentPage; learning: Learning }) {
  const { done, all, next, hasBegun } = learning.courseProgress(page.children);
  const lesson = page.children.find(({ id }) => id === next);
  if (all === 0) return null;
  return (
    <div className={styles.courseProgress}>
      <Text fw={700}>
        {done === all ? 'You finished this course.' : `${done} of ${all} lessons finished`}
      </Text>
      <progress value={done} max={all} aria-label="Lessons finished" />
      {lesson && (
        <Button component={Link} to={addressOf(lesson)} size="md">
          {hasBegun ? `Go on: ${lesson.title}` : `Begin: ${lesson.title}`}
        </Button>
      )}
    </div>
  );
}
