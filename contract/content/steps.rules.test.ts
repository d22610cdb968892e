import { describe, expect, it } from 'vitest';
import type { ContentBlock } from './blocks.schema.ts';
import { stepLacks, stepsOf } from './steps.rules.ts';

const steps = (id: string, ...items: string[]): ContentBlock => ({
  id,
  kind: 'steps',
  for: 'everyone',
  steps: items.map((item) => ({ id: item, title: item, text: item })),
});
const checklist = (id: string, ...items: string[]): ContentBlock => ({
  id,
  kind: 'checklist',
  for: 'everyone',
  items: items.map((item) => ({ id: item, text: item })),
});
const quiz = (id: string, type: 'order' | 'word'): ContentBlock => {
  const question = { id: 'q', ask: 'Which?', why: 'So.' };
  return {
    id,
    kind: 'quiz',
    for: 'everyone',
    questions: [
      type === 'word' ? { ...question, type, accepted: ['a'] } : { ...question, type, answers: ['a', 'b'] },
    ],
  };
};
const kept = (...blocks: ContentBlock[]) =>
  new Map(stepsOf(blocks).map(({ name, task }) => [name, new Set([task])]));

describe('the steps of a page', () => {
  it('may go, come and change places', () => {
    const earlier = kept(steps('do', 'look', 'ask'), checklist('check', 'title'), quiz('ask', 'word'));
    const now = [quiz('ask', 'word'), steps('do', 'tell', 'ask')];
    expect(stepLacks(now, earlier)).toEqual([]);
  });

  it('never become another kind of task under the same name', () => {
    const earlier = kept(steps('do', 'look'), quiz('ask', 'word'));
    expect(stepLacks([checklist('do', 'look', 'else')], earlier)).toMatchObject([
      { block: 'do', field: 'items.0' },
    ]);
    expect(stepLacks([quiz('ask', 'order')], earlier)).toMatchObject([
      { block: 'ask', field: 'questions.0' },
    ]);
  });

  it('have a name once', () => {
    expect(stepLacks([steps('do', 'look', 'ask', 'look')])).toMatchObject([
      { block: 'do', field: 'steps.2' },
    ]);
  });
});
