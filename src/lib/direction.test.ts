import { expect, it } from 'vitest';
import { directionOf, goesBothWays, languageOfScript } from './direction.ts';

it.each([
  ['Zoë', 'ltr'],
  ['محمد', 'rtl'],
  ['שירה', 'rtl'],
  ['अनन्या', 'ltr'],
  ['🌻 محمد', 'rtl'],
  ['', 'ltr'],
] as const)('%s is set %s', (text, direction) => {
  expect(directionOf(text)).toBe(direction);
});

it.each([
  ['OK! قال الأرنب', true],
  ['قال الأرنب OK', true],
  ['قال الأرنب. 1, 2, 3!', false],
  ['Said the hare.', false],
  ['むかしむかし', false],
  ['3 + 4', false],
])('%s goes both ways: %s', (text, both) => {
  expect(goesBothWays(text)).toBe(both);
});

it.each([
  ['1. قال الأرنب', 'ar'],
  ['שלום', 'he'],
  ['Said the hare قال', null],
  ['むかしむかし', null],
  ['', null],
])('%s is read by a voice of %s', (text, language) => {
  expect(languageOfScript(text)).toBe(language);
});
