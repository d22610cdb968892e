import { animalOf, avatarNames, drawFor, type AnimalName, type Draw } from '../kit/avatar-names.ts';
import { foldForSearch } from '../kit/fold.ts';

/** Animals that no username has: next to a name they sound unkind. */
const unkind: ReadonlySet<string> = new Set(['pig', 'cow', 'hippo', 'monkey']);

/** The animals that a username may have. */
export const kindAnimals: readonly string[] = avatarNames.filter((name) => !unkind.has(name));

/** A name in the letters of a username; empty where it is not Latin throughout. */
export function asciiLetters(name: string): string {
  return lettersOf(foldForSearch(name));
}

function lettersOf(plain: string): string {
  // A name that is only partly Latin would leave a torn syllable.
  return /^[a-z'’ -]+$/u.test(plain) ? plain.replaceAll(/[^a-z]/gu, '') : '';
}

/** The words of a surname that would give it away; one of two letters is found in half of all names. */
function surnameWords(lastName: string): string[] {
  const plain = foldForSearch(lastName);
  return [plain, ...plain.split(/[\s'-]+/u)].map(lettersOf).filter((word) => word.length > 2);
}

/** Tells of a word whether it leaves the surname out: Ada Fox is no `ada-fox-42`, nor the fox. */
export function leavesOut(lastName: string): (word: string) => boolean {
  const surnames = surnameWords(lastName);
  return (word) => !surnames.some((surname) => word.includes(surname));
}

interface NewChild {
  id: string;
  last_name: string;
}

/** The animal of a new child, next to children who have others. */
function animalOfNew({ winner, winnerOf }: Draw, lastName: string, taken: ReadonlySet<string>): AnimalName {
  const isFree = leavesOut(lastName);
  const isKind = (name: string) => !unkind.has(name) && isFree(name);
  const isLeft = (name: string) => !taken.has(name);
  return (
    winnerOf((name) => isLeft(name) && isKind(name)) ??
    winnerOf((name) => isLeft(name) && isFree(name)) ??
    winnerOf(isKind) ??
    winner
  );
}

/**
 * The avatars to store for children who are added to a class, in their order. No two children of a class get the same animal
 * while there are others. Devices and server call this with the same children, so that both show the same animals.
 * @param standing the children who are in the class now; those who are archived keep no animal from anybody
 */
export function avatarsOfNew(
  added: readonly NewChild[],
  standing: readonly { id: string; avatar: string | null }[],
): (string | null)[] {
  const taken = new Set(standing.map(animalOf));
  return added.map(({ id, last_name }) => {
    const draw = drawFor(id);
    const animal = animalOfNew(draw, last_name, taken);
    taken.add(animal);
    // Null where the id gives the right one by itself (`avatarForId`).
    return animal === draw.winner ? null : animal;
  });
}
