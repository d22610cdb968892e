import * as v from 'valibot';
import { limits } from '#contract/kit/limits.ts';
import { tidyText } from '#contract/kit/text.ts';
import { nameKey, parseNames } from '#contract/students/students.rules.ts';
import type { TypedName } from '#contract/students/students.rules.ts';
import { NewStudent } from '#contract/students/students.schema.ts';
import { counted } from '#src/lib/counted.ts';

export interface ListedName extends TypedName {
  /** Why it cannot be stored; null when it can. */
  problem: string | null;
  /** A child of this name is in the class already. */
  inClass: boolean;
  /** The same name stands further up in the list. */
  repeated: boolean;
}

/** How lines with one comma are read: a child each, or two. */
export type CommaReading = 'last_first' | 'separate';

export interface NameList {
  names: readonly ListedName[];
  /** What every line says, where it may be "last name, first name" and nobody has said; null where there is nothing to ask. */
  asksCommas: string | null;
  inClass: number;
  repeated: number;
  /** What stands at the field: the first thing that keeps the list from being added. */
  error: string | null;
}

function problemOf(name: TypedName): string | null {
  const result = v.safeParse(NewStudent, name);
  return result.success ? null : result.issues[0].message;
}

function errorOf(names: readonly ListedName[]): string | null {
  if (names.length === 0) return 'Please add at least one student';
  if (names.length > limits.studentsPerCall)
    return `Please add at most ${limits.studentsPerCall} students at a time`;
  const index = names.findIndex(({ problem }) => problem !== null);
  return index < 0 ? null : `Number ${index + 1}: ${names[index]?.problem}`;
}

/** The lines of a list in which each has exactly one comma between two names, such as `Fern, Zoë`; null for any other list. */
function pairedLines(text: string): { line: string; name: TypedName }[] | null {
  const lines = text
    .split(/[\n\r\u2028\u2029]/u)
    .map(tidyText)
    .filter((line) => line !== '');
  if (lines.length < 2) return null;
  const paired = lines.flatMap((line) => {
    const parts = line.split(/[,、،，]/u).map(tidyText);
    const [last_name = '', first_name = ''] = parts;
    return parts.length === 2 && last_name !== '' && first_name !== ''
      ? [{ line, name: { first_name, last_name } }]
      : [];
  });
  return paired.length === lines.length ? paired : null;
}

/** The list as it is understood, each name compared with the class and with the names above it. Nothing is dropped. */
export function readNameList(
  text: string,
  inClass: readonly TypedName[],
  commas: CommaReading | null = null,
): NameList {
  const paired = pairedLines(text);
  const asksCommas = paired !== null && commas === null ? (paired[0]?.line ?? '') : null;
  const known = new Set(inClass.map((student) => nameKey(student)));
  const seen = new Set<string>();
  const typed = paired && commas === 'last_first' ? paired.map(({ name }) => name) : parseNames(text);
  const names = typed.map((name): ListedName => {
    const key = nameKey(name);
    const repeated = seen.has(key);
    seen.add(key);
    return { ...name, problem: problemOf(name), inClass: known.has(key), repeated };
  });
  return {
    names,
    asksCommas,
    inClass: names.filter((name) => name.inClass).length,
    repeated: names.filter((name) => name.repeated).length,
    error: asksCommas === null ? errorOf(names) : 'Please say how the lines are meant',
  };
}

/** What to look at before adding, kindly; empty when there is nothing. */
export function doublesInWords({ inClass, repeated }: NameList): string {
  const sentences = [];
  if (inClass > 0)
    sentences.push(counted(inClass, 'looks like a child already here.', 'look like children already here.'));
  if (repeated > 0)
    sentences.push(counted(repeated, 'name is in the list twice.', 'names are in the list more than once.'));
  return sentences.join(' ');
}
