import { describe, expect, it } from 'vitest';
import { doublesInWords, readNameList } from './add-students.rules.ts';

const inClass = [
  { first_name: 'Zoë', last_name: 'Fern' },
  { first_name: 'Priya', last_name: '' },
];

describe('a typed list of names', () => {
  it('is understood by commas and lines, the first word as the first name', () => {
    const { names, error } = readNameList('Ada van der Berg, Priya\n\n  Łukasz   Wiśniewski \n,', []);
    expect(names.map(({ first_name, last_name }) => [first_name, last_name])).toEqual([
      ['Ada', 'van der Berg'],
      ['Priya', ''],
      ['Łukasz', 'Wiśniewski'],
    ]);
    expect(error).toBeNull();
  });

  it('needs at least one name', () => {
    expect(readNameList(' ,\n', []).error).toBe('Please add at least one student');
  });

  it('takes 500 names and no more', () => {
    const names = (count: number) => Array.from({ length: count }, (_, index) => `Child ${index}`).join('\n');
    expect(readNameList(names(500), []).error).toBeNull();
    expect(readNameList(names(501), []).error).toBe('Please add at most 500 students at a time');
  });

  it('says which name is too long', () => {
    const { error, names } = readNameList(`Ada Fern\n${'x'.repeat(101)} Fern`, []);
    expect(error).toBe('Number 2: First name must not exceed 100 characters');
    expect(names.map(({ problem }) => problem === null)).toEqual([true, false]);
  });

  it('says which name has a character that cannot be stored', () => {
    expect(readNameList('Ada Fe\u0007rn', []).error).toBe(
      'Number 1: Last name has a character that cannot be stored',
    );
  });

  it('flags children who look like some already here, whatever their case and accents, and drops nobody', () => {
    const list = readNameList('zoe fern\nPRIYA\nAda Fern', inClass);
    expect(list.names.map((name) => name.inClass)).toEqual([true, true, false]);
    expect(list.error).toBeNull();
    expect(doublesInWords(list)).toBe('2 look like children already here.');
  });

  it('asks what lines with one comma mean, and reads them as it was said', () => {
    const text = 'Fern, Zoë\nvan der Berg, Ada Mae\n';
    expect(readNameList(text, [])).toMatchObject({
      asksCommas: 'Fern, Zoë',
      error: 'Please say how the lines are meant',
    });
    const asked = readNameList(text, [], 'last_first');
    expect(asked).toMatchObject({ asksCommas: null, error: null });
    expect(asked.names.map(({ first_name, last_name }) => [first_name, last_name])).toEqual([
      ['Zoë', 'Fern'],
      ['Ada Mae', 'van der Berg'],
    ]);
    expect(readNameList(text, [], 'separate').names).toHaveLength(4);
  });

  it.each(['Ada Fern, Bo Hill', 'Ada\nBo', 'Ada, Bo\nCy', 'Ada, Bo, Cy\nDi, Eve, Flo'])(
    'asks nothing of %j',
    (text) => {
      expect(readNameList(text, []).asksCommas).toBeNull();
    },
  );

  it.each([
    ['=cmd|x Fern', 'Number 1: This looks like a formula, not a name'],
    ['Ada Fern\n@SUM(A1) Hill', 'Number 2: This looks like a formula, not a name'],
    [
      '\u202EevE Stone',
      'Number 1: There are hidden signs in this name that turn text around. Please type it again',
    ],
  ])('takes no formula and nothing that turns text around: %j', (text, error) => {
    expect(readNameList(text, []).error).toBe(error);
  });

  it('flags a name that stands in the list twice', () => {
    expect(readNameList("Sean O'Brien\nSean O\u2019Brien", []).repeated).toBe(1);
    const list = readNameList('Ada Fern\nAda Ferns\nÀda Fern', []);
    expect(list.names.map((name) => name.repeated)).toEqual([false, false, true]);
    expect(doublesInWords(list)).toBe('1 name is in the list twice.');
  });

  it('has nothing to say of names that are all new', () => {
    expect(doublesInWords(readNameList('Ada Fern', inClass))).toBe('');
  });
});
