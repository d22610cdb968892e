import { describe, expect, it } from 'vitest';
import type { LearningRow } from './learning-rows.schema.ts';
import { courseProgress, finishedStep, withStep } from './learning.rules.ts';

const [first, later] = ['2026-11-20T10:00:00.000Z', '2026-11-21T10:00:00.000Z'];
const row = (id: string, ...done: string[]): LearningRow => ({
  id,
  steps: done.map((step) => ({ id: step, done_at: first, answer: null })),
});

describe('a step', () => {
  it('is done since its first moment, whatever comes later', () => {
    const once = withStep([], { id: 'steps.look', done: true }, first);
    expect(once).toEqual([{ id: 'steps.look', done_at: first, answer: null }]);
    expect(withStep(once, { id: 'steps.look', done: true }, later)).toBe(once);
    expect(withStep(once, { id: 'steps.look', done: false }, later)).toBe(once);
  });

  it('keeps the last answer, tried or done', () => {
    const tried = withStep([], { id: 'quiz.how-many', done: false, answer: ['7'] }, first);
    expect(tried).toEqual([{ id: 'quiz.how-many', done_at: null, answer: ['7'] }]);
    expect(withStep(tried, { id: 'quiz.how-many', done: true, answer: ['17'] }, later)).toEqual([
      { id: 'quiz.how-many', done_at: later, answer: ['17'] },
    ]);
    expect(withStep(tried, { id: 'quiz.how-many', done: false, answer: ['7'] }, later)).toBe(tried);
  });

  it('adds up from two devices to the same, whoever comes first', () => {
    const one = { id: 'steps.look', done: true };
    const other = { id: 'quiz.how-many', done: true, answer: ['17'] };
    expect(withStep(withStep([], one, first), other, first)).toEqual(
      withStep(withStep([], other, first), one, first),
    );
  });
});

describe('a course', () => {
  const lessons = [{ id: 'one' }, { id: 'two' }, { id: 'three' }];

  it('counts finished lessons and goes on at the first that is open', () => {
    expect(courseProgress(lessons, [])).toEqual({ done: 0, all: 3, next: 'one', hasBegun: false });
    expect(courseProgress(lessons, [row('one', finishedStep), row('two', 'steps.a')])).toEqual({
      done: 1,
      all: 3,
      next: 'two',
      hasBegun: true,
    });
    expect(
      courseProgress(
        lessons,
        lessons.map(({ id }) => row(id, finishedStep)),
      ),
    ).toEqual({
      done: 3,
      all: 3,
      next: null,
      hasBegun: true,
    });
  });
});
