import * as v from 'valibot';
import { limits } from '#contract/kit/limits.ts';
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

export interface NameList {
  names: readonly ListedName[];
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

/** The list as it is understood, each name compared with the class and with the names above it. Nothing is dropped. */
export function readNameList(text: string, inClass: readonly TypedName[]): NameList {
  const known = new Set(inClass.map((student) => nameKey(student)));
  const seen = new Set<string>();
  const names = parseNames(text).map((name): ListedName => {
    const key = nameKey(name);
    const repeated = seen.has(key);
    seen.add(key);
    return { ...name, problem: problemOf(name), inClass: known.has(key), repeated };
  });
  return {
    names,
    inClass: names.filter((name) => name.inClass).length,
    repeated: names.filter((name) => name.repeated).length,
    error: errorOf(names),
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
