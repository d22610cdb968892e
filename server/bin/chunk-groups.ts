import type { Reach } from './reach.ts';

/*
 * Which modules of the web app are built into one file: those that the same pages need. One by one they would be a thousand files of
 * some hundred bytes, whose names every device reads; all together, each page would bring code of every other.
 *
 * What a module imports is needed by at least as many pages, first pages and places as the module itself. So a file imports those
 * that more pages need, never the other way round, and no two wait for each other.
 */

/** Of how many modules that are imported late a shared one is needed; what fewer need, the bundler puts together by itself. */
const steps = { forAll: [60, 32], apart: [12, 6] } as const;

/** Characters of a module that changes with its package only and stays by itself, such as Dexie. */
const large = 20_000;
/** Characters of one that is not worth a file, such as a picture of a button. */
const small = 900;
/** So many parts that devices keep, and what is small comes with what everybody has. */
const partsOfMost = 3;

export interface Built {
  readonly reach: Reach;
  /** Of its code, in characters. */
  readonly size: number;
  /** It imports nothing, or only what is there from the start. */
  readonly standsAlone: boolean;
  /** A picture of a button: each is small, and stands alone. */
  readonly isIcon: boolean;
}

/** Places and pages, as names of files have them. */
const initials = (names: readonly string[]) => names.map((name) => name.slice(0, 3)).join('-');

/**
 * The file of a module.
 * @param kept places that devices keep
 * @returns null: the bundler decides
 */
export function chunkOf({ reach, size, standsAlone, isIcon }: Built, kept: readonly string[]): string | null {
  const { needers, atStart, firstPages, places } = reach;
  if (needers < 2 && !isIcon) return null;
  if (atStart) return 'app';
  if (size > large) return null;
  if (firstPages.includes('way-in')) return 'way-in';
  const isSmall = size < small && standsAlone;
  const isForMost = places === null || places.filter((place) => kept.includes(place)).length >= partsOfMost;
  if (isSmall && isForMost && isIcon) return 'icons';
  if (isSmall) return nameOf('small', isForMost ? firstPages : places);
  const step = steps[places === null ? 'forAll' : 'apart'].find((least) => needers >= least);
  if (step === undefined) return null;
  return places === null ? nameOf(`shared${step}`, firstPages) : nameOf(`part${step}`, places);
}

function nameOf(kind: string, of: readonly string[]): string {
  return of.length === 0 ? kind : `${kind}-${initials(of)}`;
}
