import { describe, expect, it } from 'vitest';
import {
  fullName,
  isTighter,
  mergeName,
  parseNames,
  privacyQuestion,
  undoesAnotherChoice,
} from './students.rules.ts';
import { privacyPreferences } from './students.schema.ts';

describe('a class list as it is typed', () => {
  it('is separated by commas or new lines, the first word being the first name', () => {
    expect(parseNames('Zoë Fern, Mateo García López\nAda')).toEqual([
      { first_name: 'Zoë', last_name: 'Fern' },
      { first_name: 'Mateo', last_name: 'García López' },
      { first_name: 'Ada', last_name: '' },
    ]);
  });

  it.each([
    ['Windows line ends', 'Ada B\r\nMax C\r\n'],
    ['old line ends', 'Ada B\rMax C'],
    ['empty entries and spaces', '  Ada   B ,, ,\n\n\t Max\tC  ,'],
    ['a column of a spreadsheet with two cells', 'Ada\tB\nMax\tC'],
    ['the commas of Arabic and Chinese', 'Ada B، Max C'],
    ['full-width commas and spaces', 'Ada\u3000B，Max\u3000C'],
    ['line separators of word processors', 'Ada B\u2028Max C'],
    ['spaces that do not break', 'Ada\u00A0B\nMax\u00A0C'],
  ])('may have %s', (_what, text) => {
    expect(parseNames(text)).toEqual([
      { first_name: 'Ada', last_name: 'B' },
      { first_name: 'Max', last_name: 'C' },
    ]);
  });

  it('keeps names of every script, with their apostrophes, hyphens and particles', () => {
    const names = [
      'Siobhán O’Brien',
      'Ana-Lucía Pérez',
      'Anneke van der Berg',
      '美咲 田中',
      'ليلى حداد',
      'आरव शर्मा',
      'İpek Yılmaz',
    ];
    expect(parseNames(names.join('\n')).map(fullName)).toEqual(names);
  });

  it('composes accents, so that the same name is the same text', () => {
    expect(parseNames('Zoe\u0308')[0]?.first_name).toBe('Zo\u00EB');
  });

  it('is empty when nothing is in it', () => {
    expect(parseNames(' \n,\t, ')).toEqual([]);
  });
});

describe('the question before a privacy change', () => {
  it('is another one for each transition, and says what becomes of all posts', () => {
    const questions = privacyPreferences.flatMap((from) =>
      privacyPreferences.filter((to) => to !== from).map((to) => privacyQuestion(from, to)),
    );
    expect(new Set(questions).size).toBe(6);
    for (const question of questions) expect(question).toMatch(/^All previous and future posts become /u);
    expect(privacyQuestion('private', 'community')).toBe(
      'All previous and future posts become community-visible instead of private.',
    );
  });

  it('is not asked where nothing changes', () => {
    for (const preference of privacyPreferences) expect(privacyQuestion(preference, preference)).toBeNull();
  });
});

describe('how widely works are seen', () => {
  it('goes from private over community to public', () => {
    expect(isTighter('public', 'community')).toBe(true);
    expect(isTighter('community', 'private')).toBe(true);
    expect(isTighter('public', 'private')).toBe(true);
    expect(isTighter('private', 'public')).toBe(false);
    expect(isTighter('community', 'community')).toBe(false);
  });
});

describe('a preference that two people change', () => {
  it('may always be made tighter', () => {
    for (const seen of [...privacyPreferences, undefined]) {
      expect(undoesAnotherChoice('public', 'private', seen)).toBe(false);
      expect(undoesAnotherChoice('community', 'private', seen)).toBe(false);
    }
  });

  it('is made wider only where it still is as it was seen', () => {
    expect(undoesAnotherChoice('private', 'public', 'private')).toBe(false);
    expect(undoesAnotherChoice('private', 'public', 'community')).toBe(true);
    expect(undoesAnotherChoice('community', 'public', 'private')).toBe(true);
  });

  it('is the last writer’s where nobody said what they had seen', () => {
    expect(undoesAnotherChoice('private', 'public', undefined)).toBe(false);
  });

  it('is no conflict where both came to the same', () => {
    expect(undoesAnotherChoice('public', 'public', 'private')).toBe(false);
  });
});

describe('a name that two people change', () => {
  const seen = { first_name: 'Zoe', last_name: 'Fern' };

  it('takes each field on its own', () => {
    const mine = { first_name: 'Zoë', last_name: 'Fern' };
    const theirs = { first_name: 'Zoe', last_name: 'Hill' };
    expect(mergeName(mine, theirs, seen)).toEqual({
      outcome: 'changed',
      name: { first_name: 'Zoë', last_name: 'Hill' },
    });
  });

  it('is a conflict where both changed the same field differently', () => {
    const mine = { first_name: 'Zoë', last_name: 'Fern' };
    expect(mergeName(mine, { first_name: 'Zoey', last_name: 'Fern' }, seen)).toEqual({ outcome: 'conflict' });
  });

  it('agrees where both wrote the same', () => {
    const mine = { first_name: 'Zoë', last_name: 'Fern' };
    expect(mergeName(mine, mine, seen)).toEqual({ outcome: 'unchanged' });
  });

  it('is the last writer’s where nobody said what they had seen', () => {
    const mine = { first_name: 'Zoë', last_name: 'Fern' };
    expect(mergeName(mine, { first_name: 'Zoey', last_name: 'Hill' }, undefined)).toEqual({
      outcome: 'changed',
      name: mine,
    });
  });
});
