import { animalOf, animalsByDraw, avatarForId, avatarNames } from '../kit/avatar-names.ts';
import { foldForSearch } from '../kit/fold.ts';

/** Animals that no username has: next to a name they sound unkind. */
const unkind: ReadonlySet<string> = new Set(['pig', 'cow', 'hippo', 'monkey']);

/** The animals that a username may have. */
export const kindAnimals: readonly string[] = avatarNames.filter((name) => !unkind.has(name));

/** A name in the letters of a username; empty where it is not Latin throughout. */
export function asciiLetters(name: string): string {
  const plain = foldForSearch(name);
  // A name that is only partly Latin would leave a torn syllable.
  return /^[a-z'’ -]+$/u.test(plain) ? plain.replaceAll(/[^a-z]/gu, '') : '';
}

/** The words of a surname that would give it away; one of two letters is found in half of all names. */
function surnameWords(lastName: string): string[] {
  return [
    asciiLetters(lastName),
    ...foldForSearch(lastName)
      .split(/[\s'-]+/u)
      .map(asciiLetters),
  ].filter((word) => word.length > 2);
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

/** What is stored as the avatar of a new child: null where its id gives the right animal by itself (`avatarForId`). */
function storedAvatar({ id, last_name }: NewChild, taken: ReadonlySet<string>): string | null {
  const own = avatarForId(id);
  const isFree = leavesOut(last_name);
  const isKind = (name: string) => !unkind.has(name) && isFree(name);
  if (!taken.has(own) && isKind(own)) return null;
  const drawn = animalsByDraw(id);
  const left = drawn.filter((name) => !taken.has(name));
  const animal = left.find(isKind) ?? left.find(isFree) ?? drawn.find(isKind) ?? own;
  return animal === own ? null : animal;
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
  return added.map((child) => {
    const avatar = storedAvatar(child, taken);
    taken.add(animalOf({ id: child.id, avatar }));
    return avatar;
  });
}
