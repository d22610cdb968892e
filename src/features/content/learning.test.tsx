import { cleanup, screen, within } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ContentPage } from '#contract/content/content-page.schema.ts';
import type { LearningRow } from '#contract/learning/learning-rows.schema.ts';
import { courseProgress, isDone, withStep } from '#contract/learning/learning.rules.ts';
import { useSessionStore } from '#src/session/session.store.ts';
import { shippedPages } from '#tests/support/content-samples.ts';
import { FakeSpeech } from '#tests/support/fake-speech.ts';
import { renderScreen } from '#tests/support/render-screen.tsx';
import { sampleAdmin } from '#tests/support/screen-samples.ts';
import { ReadsToChild } from '#src/ui/reads-to-child.ts';
import { Article } from './article.tsx';
import type { Learning } from './learning.ts';

const pages = await shippedPages();
const pageAt = (kind: string, slug: string): ContentPage => {
  const page = pages.find(({ card }) => card.kind === kind && card.slug === slug);
  if (!page) throw new Error(`There is no ${kind}/${slug}`);
  return page;
};

/** Keeps what is done in memory, by the rules of the server. */
function Learner({ page, rows: before = [] }: { page: ContentPage; rows?: readonly LearningRow[] }) {
  const [rows, setRows] = useState(before);
  const rowOf = (id: string) => rows.find((row) => row.id === id);
  const learning: Learning = {
    isDone: (pageId, step) => isDone(rowOf(pageId), step),
    answerOf: (pageId, step) => rowOf(pageId)?.steps.find(({ id }) => id === step)?.answer ?? null,
    set: (pageId, step, body) =>
      setRows((now) => [
        ...now.filter(({ id }) => id !== pageId),
        {
          id: pageId,
          steps: [
            ...withStep(
              now.find(({ id }) => id === pageId)?.steps ?? [],
              { id: step, ...body },
              '2026-11-27',
            ),
          ],
        },
      ]),
    courseProgress: (lessons) => courseProgress(lessons, rows),
  };
  const slots = {
    shelf: () => null,
    form: () => null,
    startAt: () => null,
    learning,
    forStaff: () => null,
    above: () => null,
    below: () => null,
  };
  return <Article page={page} slots={slots} />;
}

const lesson = pageAt('lesson', 'choose-a-goal');
const goal = pageAt('goal', '6');
const course = pageAt('course', 'be-the-change');
const finished = (id: string): LearningRow => ({
  id,
  steps: [{ id: 'finished', done_at: '2026-11-20', answer: null }],
});

beforeEach(() => useSessionStore.setState({ user: sampleAdmin(), ended: null }));

describe('for a child', () => {
  afterEach(() => vi.unstubAllGlobals());

  const earsOf = async (page: ContentPage) => {
    const speech = FakeSpeech.install();
    const { user } = renderScreen(
      <ReadsToChild value>
        <Learner page={page} />
      </ReadsToChild>,
    );
    for (const ear of screen.getAllByRole('button', { name: 'Hear what to do' })) await user.click(ear);
    return speech.said;
  };

  it('a lesson is read out, and each of its questions with what one can choose', async () => {
    const [all, ...questions] = await earsOf(lesson);
    expect(all).toMatch(/^Choose a goal/u);
    expect(all).toContain('Look out of the window');
    expect(questions[0]).toMatch(/^How many goals are there\? /u);
    expect(questions[0]).toContain('17.');
  });

  it('a course, a challenge, a film and a page are read out', async () => {
    for (const page of [
      course,
      pageAt('film', 'where-our-water-goes'),
      pageAt('page', 'live'),
      pageAt('page', 'dear-world-book'),
    ]) {
      const [all] = await earsOf(page);
      expect(all).toContain(page.head.summary);
      cleanup();
    }
  });
});

describe('a lesson', () => {
  it('keeps its steps ticked, and none is unticked', async () => {
    const { user } = renderScreen(<Learner page={lesson} />);
    const look = screen.getByRole('checkbox', { name: 'Done: Look out of the window' });
    await user.click(look);
    expect(look).toHaveProperty('checked', true);
    await user.click(look);
    expect(look).toHaveProperty('checked', true);
    expect(screen.getByRole('checkbox', { name: 'Done: Vote' })).toHaveProperty('checked', false);
  });

  it('shows the answer of an earlier visit, and that it was right', () => {
    const steps = [{ id: 'quiz.ask-how-many', done_at: '2026-11-20', answer: ['17'] }];
    renderScreen(<Learner page={lesson} rows={[{ id: lesson.card.id, steps }]} />);
    const question = within(screen.getByText('How many goals are there?').closest('li')!);
    expect(question.getByRole('radio', { name: '17' })).toHaveProperty('checked', true);
    expect(question.getByRole('status').textContent).toMatch(/^Yes, that is right/u);
  });

  it('keeps an answer that is not right yet', async () => {
    const { user } = renderScreen(<Learner page={lesson} />);
    const question = within(screen.getByText('How many goals are there?').closest('li')!);
    await user.click(question.getByRole('radio', { name: '7' }));
    await user.click(question.getByRole('button', { name: 'Check' }));
    expect(question.getByRole('status').textContent).toMatch(/^Not yet/u);
    expect(question.getByRole('radio', { name: '7' })).toHaveProperty('checked', true);
  });

  it('is finished by whoever says so', async () => {
    const { user } = renderScreen(<Learner page={lesson} />);
    await user.click(screen.getByRole('button', { name: 'I finished this lesson' }));
    expect(screen.getByText('You finished this lesson.')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'I finished this lesson' })).toBeNull();
  });
});

describe('a course', () => {
  const [first, second] = course.children;

  it('begins with its first lesson', () => {
    renderScreen(<Learner page={course} />);
    expect(screen.getByText(`0 of ${course.children.length} lessons finished`)).toBeTruthy();
    // The button of the page itself, for visitors, would be a second way to begin.
    expect(screen.getAllByRole('link', { name: /begin|start/iu })).toEqual([
      screen.getByRole('link', { name: `Begin: ${first?.title}` }),
    ]);
  });

  it('goes on at the first lesson that is open, and marks those that are finished', () => {
    renderScreen(<Learner page={course} rows={[finished(first?.id ?? '')]} />);
    expect(screen.getByText(`1 of ${course.children.length} lessons finished`)).toBeTruthy();
    expect(screen.getByRole('link', { name: `Go on: ${second?.title}` })).toBeTruthy();
    const items = screen.getAllByRole('listitem').filter((item) => item.textContent.includes('Finished'));
    expect(items).toHaveLength(1);
    expect(items[0]?.textContent).toContain(first?.title);
  });

  it('says when all of it is finished, and has nothing to go on to', () => {
    renderScreen(<Learner page={course} rows={course.children.map(({ id }) => finished(id))} />);
    expect(screen.getByText('You finished this course.')).toBeTruthy();
    expect(screen.queryByRole('link', { name: /^(?:Go on|Begin):/u })).toBeNull();
  });
});

describe('the page of a goal', () => {
  it('keeps what somebody did for it, and that they learned about it', async () => {
    const { user } = renderScreen(<Learner page={goal} />);
    const tap = screen.getByRole('checkbox', { name: 'I can turn off the tap while I brush my teeth.' });
    await user.click(tap);
    await user.click(tap);
    expect(tap).toHaveProperty('checked', true);
    await user.click(screen.getByRole('button', { name: 'I learned about this goal' }));
    expect(screen.getByText('You learned about this goal.')).toBeTruthy();
  });
});
