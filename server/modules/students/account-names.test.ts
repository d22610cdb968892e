import { describe, expect, it } from 'vitest';
import { suggestUsername } from './account-names.ts';

const people = [
  ['Zoë', 'Fern', 'zoe'],
  ['Łukasz', 'Wójcik', 'lukasz'],
  ['Jürgen', 'Groß', 'jurgen'],
  ['Björn', 'Þórsson', 'bjorn'],
  ['Ana-Lucía', 'Pérez', 'analucia'],
  ['D’Arcy', 'Moore', 'darcy'],
  ['İpek', 'Yılmaz', 'ipek'],
] as const;

describe('a username', () => {
  it.each(people)('for %s %s begins with the name in plain letters', (first_name, last_name, start) => {
    expect(suggestUsername({ first_name, last_name })).toMatch(
      new RegExp(`^${start.slice(0, 8)}[a-z]*-[a-z]+-\\d\\d$`, 'u'),
    );
  });

  it.each([
    ['美咲', '田中'],
    ['ليلى', 'حداد'],
    ['आरव', 'शर्मा'],
    ['Ω', 'X'],
    ['A', 'B'],
  ])('for %s %s has a colour instead', (first_name, last_name) => {
    expect(suggestUsername({ first_name, last_name })).toMatch(/^[a-z]+-[a-z]+-\d\d$/u);
  });

  it('never has more than 20 characters, and never the surname', () => {
    for (let round = 0; round < 300; round += 1) {
      const username = suggestUsername({ first_name: 'Bartholomewandersonia', last_name: 'Anderson' });
      expect(username.length).toBeLessThanOrEqual(20);
      expect(username).not.toContain('anderson');
    }
  });
});

describe('a surname', () => {
  it.each([
    ['Ada', 'Fox'],
    ['Ada', 'Wolf-Lamb'],
    ['Ada', 'de la Rose Otter'],
    ['Anna', 'Ann'],
    ['Bergljot', 'van den Berg'],
    ['美咲', 'Green'],
    ['Ólafur', 'Ólafsson'],
    ['Neil', 'O’Neil'],
  ])(
    'is never in the username, be it an animal, a colour or like the first name: %s %s',
    (first_name, last_name) => {
      const words = last_name
        .normalize('NFD')
        .replaceAll(/\p{M}/gu, '')
        .toLowerCase()
        .split(/[^a-z]+/u)
        .filter((word) => word.length > 2);
      for (let round = 0; round < 400; round += 1) {
        const username = suggestUsername({ first_name, last_name });
        expect(words.filter((word) => username.includes(word))).toEqual([]);
      }
    },
  );

  it('of two letters, or of none that are Latin, leaves the first name as it is', () => {
    expect(suggestUsername({ first_name: 'Lina', last_name: 'Li' })).toMatch(/^lina-/u);
    expect(suggestUsername({ first_name: 'Lina', last_name: '李' })).toMatch(/^lina-/u);
    expect(suggestUsername({ first_name: 'Lina', last_name: '' })).toMatch(/^lina-/u);
  });
});
