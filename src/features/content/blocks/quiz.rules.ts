import type { QuizQuestion } from '#contract/content/blocks.schema.ts';

/** What somebody has put together so far: places in `answers`, texts in an order, or a word. */
export type Tried = readonly string[];

const folded = (text: string) => text.trim().toLowerCase().normalize('NFC');
const same = (one: readonly string[], other: readonly string[]) =>
  one.length === other.length && one.every((each, place) => each === other[place]);

/** True where an answer is there at all, so that it can be looked at. */
export function isTried(question: QuizQuestion, tried: Tried): boolean {
  switch (question.type) {
    case 'one':
    case 'several':
      return tried.length > 0;
    case 'order':
      return tried.length === question.answers.length;
    case 'match':
      return tried.length === question.pairs.length && tried.every((each) => each !== '');
    case 'word':
      return folded(tried[0] ?? '') !== '';
  }
}

/**
 * Whether what somebody tried is right. Of `one` and `several`: the chosen answers. Of `order`: the answers in their order. Of `match`:
 * what belongs to each left side. Of `word`: what was written, in capital or small letters.
 */
export function isRight(question: QuizQuestion, tried: Tried): boolean {
  switch (question.type) {
    case 'one':
      return same(tried, [question.answers[question.right] ?? '']);
    case 'several': {
      const right = question.right.map((place) => question.answers[place] ?? '');
      return same(tried.toSorted(), right.toSorted());
    }
    case 'order':
      return same(tried, question.answers);
    case 'match':
      return same(
        tried,
        question.pairs.map(([, right]) => right),
      );
    case 'word':
      return question.accepted.some((word) => folded(word) === folded(tried[0] ?? ''));
  }
}
