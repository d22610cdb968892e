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

/** 32-bit FNV-1a, going on from the value of the text before it. */
function hashOn(before: number, text: string): number {
  let value = before;
  for (let index = 0; index < text.length; index += 1) {
    value = Math.imul(value ^ text.charCodeAt(index), 0x01000193);
  }
  return value;
}

/** So that texts differing only at the end still land far apart. */
function mix(hash: number): number {
  let value = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  value = Math.imul(value ^ (value >>> 13), 0xc2b2ae35);
  return (value ^ (value >>> 16)) >>> 0;
}

/**
 * Each animal draws a number for an id and the highest wins, rather than taking the id modulo the count: a child who finds himself
 * by his picture must not become another animal because one was added to the list.
 */
export interface Draw {
  readonly winner: AnimalName;
  /** The winner among those that are wanted; undefined where none is. */
  readonly winnerOf: (isWanted: (name: AnimalName) => boolean) => AnimalName | undefined;
}

/** The id is hashed once for all animals: a device draws for 500 new children before it shows them. */
export function drawFor(id: string): Draw {
  const ofId = hashOn(0x811c9dc5, `${id}/`);
  const drawn = animals.map((name) => mix(hashOn(ofId, name)));
  function winnerOf(isWanted: (name: AnimalName) => boolean): AnimalName | undefined {
    let winner: AnimalName | undefined;
    let highest = -1;
    for (const [place, number] of drawn.entries()) {
      const name = animals[place];
      if (name === undefined || number <= highest || !isWanted(name)) continue;
      highest = number;
      winner = name;
    }
    return winner;
  }
  return { winner: winnerOf(() => true) ?? animals[0], winnerOf };
}

/** The animal of a child who has not chosen one; the same id always gives the same animal. */
export function avatarForId(id: string): AnimalName {
  return drawFor(id).winner;
}

/** The animal that a child chose, or the one that the child is until then; an avatar may be no animal at all. */
export function animalOf({ id, avatar }: { id: string; avatar: string | null }): string {
  return avatar !== null && avatarNames.includes(avatar) ? avatar : avatarForId(id);
}
