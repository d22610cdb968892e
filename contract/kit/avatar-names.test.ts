import { describe, expect, it } from 'vitest';

import { animalOf, avatarForId, avatarNames } from './avatar-names.ts';

/** Ids shaped like the real ones: version 7 UUIDs made one after another differ in their tail only. */
function ids(count: number): string[] {
  return Array.from(
    { length: count },
    (_, index) => `0197b2c4-7a10-7c3e-9d51-${index.toString(16).padStart(12, '0')}`,
  );
}

describe('the animals a child can have', () => {
  it('are at least 36, so that a whole class can differ, and no name comes twice', () => {
    expect(avatarNames.length).toBeGreaterThanOrEqual(36);
    expect(new Set(avatarNames).size).toBe(avatarNames.length);
  });

  it('are given to ids for good: the same id gets the same animal', () => {
    for (const id of ids(50)) {
      expect(avatarForId(id)).toBe(avatarForId(id));
    }
    // Pinned, because a child's animal must survive every release, not only one run.
    expect(avatarForId('0197b2c4-7a10-7c3e-9d51-000000000001')).toBe('snail');
    expect(avatarForId('0197b2c4-7a10-7c3e-9d51-000000000002')).toBe('octopus');
  });

  it('are all given out, none far more often than the others', () => {
    const counts = new Map(avatarNames.map((name) => [name, 0]));
    const perAnimal = 100;
    for (const id of ids(avatarNames.length * perAnimal)) {
      const name = avatarForId(id);
      counts.set(name, (counts.get(name) ?? 0) + 1);
    }
    expect(Math.min(...counts.values())).toBeGreaterThan(perAnimal / 2);
    expect(Math.max(...counts.values())).toBeLessThan(perAnimal * 2);
  });

  it('are the one that a child chose, and the one of the id where that is none', () => {
    const id = '0197b2c4-7a10-7c3e-9d51-000000000001';
    expect(animalOf({ id, avatar: 'seal' })).toBe('seal');
    for (const avatar of [null, '', 'unicorn', 'https://school.example/me.png'])
      expect(animalOf({ id, avatar })).toBe(avatarForId(id));
  });

  it('are given to any text, the empty one too', () => {
    for (const id of ['', 'x', 'ß🦦', '../../etc']) {
      expect(avatarNames).toContain(avatarForId(id));
    }
  });
});
