import { expect, it } from 'vitest';
import { inBatches } from './in-batches.ts';

const upTo = (count: number) => Array.from({ length: count }, (_each, place) => place);

it.each([
  [0, []],
  [1, [1]],
  [3, [1, 1, 1]],
  [21, [16, 4, 1]],
  [150, [64, 64, 16, 4, 1, 1]],
])('%i rows are groups of few sizes', (count, lengths) => {
  expect(inBatches(upTo(count)).map(({ length }) => length)).toEqual(lengths);
});

it('keeps each row once, in its order', () => {
  expect(inBatches(upTo(207)).flat()).toEqual(upTo(207));
});
