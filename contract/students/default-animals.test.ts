import { describe, expect, it } from 'vitest';
import { animalOf, avatarForId, avatarNames } from '../kit/avatar-names.ts';
import { avatarsOfNew, kindAnimals } from './default-animals.ts';

/** Children with ids shaped like the real ones: they differ in their tail only. */
function children(count: number, last_name = 'Sand', from = 0) {
  return Array.from({ length: count }, (_, index) => ({
    id: `0197b2c4-7a10-7c3e-9d51-${(from + index).toString(16).padStart(12, '0')}`,
    last_name,
  }));
}

/** The children as they are in the class afterwards. */
function added(count: number, standing: { id: string; avatar: string | null }[] = [], from = 0) {
  const fresh = children(count, 'Sand', from);
  const avatars = avatarsOfNew(fresh, standing);
  return [...standing, ...fresh.map(({ id }, place) => ({ id, avatar: avatars[place] ?? null }))];
}

describe('the animals of children who are added', () => {
  it('are all different in a class as long as there are others', () => {
    const whole = added(avatarNames.length);
    expect(new Set(whole.map(animalOf)).size).toBe(avatarNames.length);
    // Kind ones first: they are in the username as well.
    const usual = added(kindAnimals.length).map(animalOf);
    expect(usual.filter((animal) => !kindAnimals.includes(animal))).toEqual([]);
    expect(new Set(usual).size).toBe(kindAnimals.length);
  });

  it('leave those alone who are there already, be it by their id or by choice', () => {
    const [first] = children(1);
    if (!first) throw new Error('There is no child');
    const standing = [{ id: 'someone-else', avatar: avatarForId(first.id) }];
    const [avatar] = avatarsOfNew([first], standing);
    expect(kindAnimals).toContain(avatar);
    expect(avatar).not.toBe(avatarForId(first.id));
  });

  it('are those of the ids where these are free, and then nothing is stored', () => {
    const alone = children(300).filter(({ id }) => kindAnimals.includes(avatarForId(id)));
    for (const child of alone) expect(avatarsOfNew([child], [])).toEqual([null]);
  });

  it('are the same in one step as in two, so that a device shows what the school will say', () => {
    expect(added(10, added(20), 20)).toEqual(added(30));
  });

  it('are never unkind where a kind one is free, and never the surname', () => {
    for (const { id } of children(500)) {
      const [avatar = null] = avatarsOfNew([{ id, last_name: 'Fox-Otter' }], []);
      expect(kindAnimals).toContain(animalOf({ id, avatar }));
      expect(['fox', 'otter']).not.toContain(animalOf({ id, avatar }));
    }
  });

  it('come again once all are given out', () => {
    const more = added(3, added(avatarNames.length), avatarNames.length).slice(-3);
    expect(more.map(animalOf).every((animal) => kindAnimals.includes(animal))).toBe(true);
  });
});
