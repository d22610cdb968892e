import { describe, expect, it } from 'vitest';
import { firstClass, lettersOf } from './faces.rules.ts';

const named = (names: readonly string[]) => names.map((first_name) => ({ first_name }));
const many = (name: string) => Array.from({ length: 12 }, () => name);

describe('the letters of a class', () => {
  it('are there from 24 children on, each once, at the first child that has it', () => {
    const tiles = named([...many('Ada'), ...many('Émile')]);
    expect(lettersOf(tiles)).toEqual([
      { letter: 'A', place: 0 },
      { letter: 'E', place: 12 },
    ]);
    expect(lettersOf(tiles.slice(1))).toEqual([]);
  });

  it('are of any script, and none for a name that has none', () => {
    const tiles = named([...many('Оксана'), ...many('')]);
    expect(lettersOf(tiles)).toEqual([{ letter: 'О', place: 0 }]);
  });
});

describe('the class that a tablet opens at', () => {
  const classes = [{ code: 'CEDAR583' }, { code: 'MAPXE247' }];

  it('is that of last time', () => {
    expect(firstClass(classes, 'MAPXE247')).toEqual({ code: 'MAPXE247' });
  });

  it('is the only one', () => {
    expect(firstClass(classes.slice(0, 1), 'GONE0000')).toEqual({ code: 'CEDAR583' });
  });

  it('is asked for where there are several', () => {
    expect(firstClass(classes, null)).toBeNull();
    expect(firstClass(classes, 'GONE0000')).toBeNull();
  });
});
