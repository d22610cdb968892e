import { expect, it } from 'vitest';
import { isRightToLeft } from './right-to-left.ts';

it.each([
  ['ar', true],
  ['ur-PK', true],
  ['en', false],
  ['pt-BR', false],
])('knows which way %s is written', (language, isFromRight) => {
  expect(isRightToLeft(language)).toBe(isFromRight);
});
