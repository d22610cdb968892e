import { describe, expect, it } from 'vitest';
import type { QuizQuestion } from '#contract/content/blocks.schema.ts';
import { isRight, isTried } from './quiz.rules.ts';

const base = { id: 'q', ask: 'Which?', why: 'Because.' };
const one: QuizQuestion = { ...base, type: 'one', answers: ['red', 'blue'], right: 1 };
const several: QuizQuestion = { ...base, type: 'several', answers: ['a', 'b', 'c'], right: [2, 0] };
const order: QuizQuestion = { ...base, type: 'order', answers: ['seed', 'leaf', 'tree'] };
const match: QuizQuestion = {
  ...base,
  type: 'match',
  pairs: [
    ['cow', 'grass'],
    ['bee', 'flower'],
  ],
};
const word: QuizQuestion = { ...base, type: 'word', accepted: ['Été', 'summer'] };

describe('a question', () => {
  it('is right by all that belongs to it and nothing else', () => {
    expect(isRight(one, ['blue'])).toBe(true);
    expect(isRight(one, ['red'])).toBe(false);
    expect(isRight(several, ['a', 'c'])).toBe(true);
    expect(isRight(several, ['c', 'a'])).toBe(true);
    expect(isRight(several, ['a'])).toBe(false);
    expect(isRight(several, ['a', 'b', 'c'])).toBe(false);
    expect(isRight(order, ['seed', 'leaf', 'tree'])).toBe(true);
    expect(isRight(order, ['leaf', 'seed', 'tree'])).toBe(false);
    expect(isRight(match, ['grass', 'flower'])).toBe(true);
    expect(isRight(match, ['flower', 'grass'])).toBe(false);
  });

  it('takes a word in capital and small letters, and in either form of an accent', () => {
    expect(isRight(word, [' SUMMER '])).toBe(true);
    expect(isRight(word, ['été'.normalize('NFD')])).toBe(true);
    expect(isRight(word, ['winter'])).toBe(false);
  });

  it('is looked at once something was chosen for each part', () => {
    expect(isTried(one, [])).toBe(false);
    expect(isTried(match, ['grass', ''])).toBe(false);
    expect(isTried(match, ['grass', 'flower'])).toBe(true);
    expect(isTried(word, [' '])).toBe(false);
    expect(isTried(order, ['seed', 'leaf', 'tree'])).toBe(true);
  });
});
