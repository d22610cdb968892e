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

/** Characters of a module that stays by itself, where it stands alone: one such as Dexie changes with its package only. */
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
  if (size > large && standsAlone) return null;
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

/**
 * Files that wait for each other, of which one would run before what it needs is there; null: there are none.
 * @param imports of each file those that it imports at once
 */
export function circleIn(imports: Readonly<Record<string, readonly string[]>>): readonly string[] | null {
  const done = new Set<string>();
  function circleFrom(file: string, path: readonly string[]): readonly string[] | null {
    if (path.includes(file)) return path.slice(path.indexOf(file));
    if (done.has(file)) return null;
    for (const next of imports[file] ?? []) {
      const circle = circleFrom(next, [...path, file]);
      if (circle) return circle;
    }
    done.add(file);
    return null;
  }
  for (const file of Object.keys(imports)) {
    const circle = circleFrom(file, []);
    if (circle) return circle;
  }
  return null;
}
