import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { personName } from './person-name.ts';

const said = (schema: ReturnType<typeof personName>, name: unknown) =>
  v.safeParse(schema, name).issues?.map(({ message }) => message) ?? [];
const first = personName({ label: 'First name', required: 'Please enter first name' });
const last = personName({ label: 'Last name' });

const formula = 'This looks like a formula, not a name';
const turned = 'There are hidden signs in this name that turn text around. Please type it again';

describe('a name of a person', () => {
  it.each(['Zoë', "O'Brien", 'Anne-Marie', '-', 'אבי', '\u200FZoë', '🦊 Fox', 'رضا', 'Jr.', '2nd'])(
    'may be %j',
    (name) => {
      expect(said(first, name)).toEqual([]);
      expect(said(last, name)).toEqual([]);
    },
  );

  it.each([
    ['=1+1', formula],
    ['@SUM(A1)', formula],
    ['+1', formula],
    ['-2+3|x', formula],
    ['\uFF1D1+1', formula],
    ['\u202EevE', turned],
    ['a\u2066b', turned],
  ])('is not %j', (name, problem) => {
    expect(said(first, name)).toEqual([problem]);
    expect(said(last, name)).toEqual([problem]);
  });

  it.each(['', ' ', '\u200B', '\uFEFF \u3164'])('that shows nothing is empty: %j', (name) => {
    expect(said(first, name)).toEqual(['Please enter first name']);
    expect(v.parse(last, name)).toBe('');
  });
});
