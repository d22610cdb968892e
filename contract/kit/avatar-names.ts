/** Every animal there is a drawing of, in the order the picker shows them. Drawings live apart: they load late. */
const animals = [
  'otter',
  'fox',
  'owl',
  'hedgehog',
  'elephant',
  'giraffe',
  'whale',
  'crab',
  'turtle',
  'snail',
  'penguin',
  'parrot',
  'rabbit',
  'bear',
  'lion',
  'tiger',
  'zebra',
  'frog',
  'octopus',
  'butterfly',
  'bee',
  'ladybird',
  'cat',
  'dog',
  'mouse',
  'pig',
  'cow',
  'sheep',
  'duck',
  'flamingo',
  'camel',
  'kangaroo',
  'koala',
  'panda',
  'crocodile',
  'dinosaur',
  'seal',
  'squirrel',
  'bat',
  'deer',
  'fish',
  'rooster',
  'monkey',
  'seahorse',
  'caterpillar',
  'starfish',
  'peacock',
  'hippo',
] as const;

export type AnimalName = (typeof animals)[number];

export const avatarNames: readonly string[] = animals;

/** 32-bit FNV-1a, then a mixing step so that texts differing only at the end still land far apart. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) {
    value = Math.imul(value ^ text.charCodeAt(index), 0x01000193);
  }
  value = Math.imul(value ^ (value >>> 16), 0x85ebca6b);
  value = Math.imul(value ^ (value >>> 13), 0xc2b2ae35);
  return (value ^ (value >>> 16)) >>> 0;
}

/**
 * The animal of a child who has not chosen one; the same id always gives the same animal.
 *
 * Each animal draws a number for the id and the highest wins, rather than taking the id modulo the count: a
 * child who finds himself by his picture must not become another animal because one was added to the list.
 */
export function avatarForId(id: string): AnimalName {
  let winner: AnimalName = animals[0];
  let highest = -1;
  for (const name of animals) {
    const drawn = hash(`${id}/${name}`);
    if (drawn > highest) {
      highest = drawn;
      winner = name;
    }
  }
  return winner;
}

/** All animals in the order of their draw for this id: `avatarForId` first, then the alternatives where that one is taken. */
export function animalsByDraw(id: string): AnimalName[] {
  return animals
    .map((name) => ({ name, drawn: hash(`${id}/${name}`) }))
    .toSorted((one, other) => other.drawn - one.drawn)
    .map(({ name }) => name);
}

/** The animal that a child chose, or the one that the child is until then; an avatar may be no animal at all. */
export function animalOf({ id, avatar }: { id: string; avatar: string | null }): string {
  return avatar !== null && avatarNames.includes(avatar) ? avatar : avatarForId(id);
}
