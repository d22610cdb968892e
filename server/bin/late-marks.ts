/*
 * What an import that is late says of itself in the sources, so that no list of the build names files:
 *
 * - `import(/* part: office *\/ './x.ts')`: its code belongs to this part, or to the classroom, whatever its room or who asks for it
 * - `import(/* first page: library *\/ './x.ts')`: visits begin with this page
 */

export interface LateMark {
  readonly kind: 'part' | 'first page';
  readonly name: string;
  /** What is imported, as it is written. */
  readonly of: string;
}

/** The marks in a source. @throws Error where one is written in another way, and would say nothing */
export function lateMarksIn(code: string): readonly LateMark[] {
  const found = code.matchAll(
    /import\(\s*\/\* (?<kind>part|first page): (?<name>[\w-]+) \*\/\s*'(?<of>[^']+)'/gu,
  );
  const marks = [...found].map(({ groups }) => groups as unknown as LateMark);
  const written = [...code.matchAll(/import\(\s*\/\*\s*(?:part|first)/gu)].length;
  if (written > marks.length)
    throw new Error(
      "A late import has a mark that is not read: write /* part: name */ or /* first page: name */ and '…'.",
    );
  return marks;
}
