import { describe, expect, it } from 'vitest';
import { kindAnimals } from '#contract/students/default-animals.ts';
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
    expect(suggestUsername({ first_name, last_name, animal: 'otter' })).toMatch(
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
    expect(suggestUsername({ first_name, last_name, animal: 'otter' })).toMatch(/^[a-z]+-[a-z]+-\d\d$/u);
  });

  it('never has more than 20 characters, and never the surname', () => {
    for (let round = 0; round < 300; round += 1) {
      const username = suggestUsername({
        first_name: 'Bartholomewandersonia',
        last_name: 'Anderson',
        animal: 'caterpillar',
      });
      expect(username.length).toBeLessThanOrEqual(20);
      expect(username).not.toContain('anderson');
    }
  });
});

describe('the animal of a username', () => {
  const mila = { first_name: 'Mila', last_name: 'Sand' };

  it.each(kindAnimals)('is the child’s own: %s', (animal) => {
    expect(suggestUsername({ ...mila, animal })).toMatch(new RegExp(`^mila-${animal}-\\d\\d$`, 'u'));
    expect(suggestUsername({ ...mila, animal }, 5)).toMatch(new RegExp(`^mila-${animal}-\\d{3}$`, 'u'));
  });

  it.each(['pig', 'cow', 'hippo', 'monkey', 'https://school.example/me.png'])(
    'is another one where the child’s own is unkind, or no animal: %s',
    (animal) => {
      for (let round = 0; round < 50; round += 1) {
        const [, named = ''] = suggestUsername({ ...mila, animal }).split('-');
        expect(kindAnimals).toContain(named);
      }
    },
  );

  it('leaves room for a colour, however long it is', () => {
    for (let round = 0; round < 200; round += 1) {
      const username = suggestUsername({ first_name: '美咲', last_name: '田中', animal: 'caterpillar' }, 5);
      expect(username).toMatch(/^[a-z]+-caterpillar-\d{3}$/u);
      expect(username.length).toBeLessThanOrEqual(20);
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
    ['Ada', 'Otter'],
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
        const username = suggestUsername({ first_name, last_name, animal: 'otter' });
        expect(words.filter((word) => username.includes(word))).toEqual([]);
      }
    },
  );

  it('of two letters, or of none that are Latin, leaves the first name as it is', () => {
    expect(suggestUsername({ first_name: 'Lina', last_name: 'Li', animal: 'fox' })).toMatch(/^lina-/u);
    expect(suggestUsername({ first_name: 'Lina', last_name: '李', animal: 'fox' })).toMatch(/^lina-/u);
    expect(suggestUsername({ first_name: 'Lina', last_name: '', animal: 'fox' })).toMatch(/^lina-/u);
  });
});
