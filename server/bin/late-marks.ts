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

/** The marks in a source. */
export function lateMarksIn(code: string): readonly LateMark[] {
  const found = code.matchAll(
    /import\(\s*\/\* (?<kind>part|first page): (?<name>[\w-]+) \*\/\s*'(?<of>[^']+)'/gu,
  );
  return [...found].map(({ groups }) => groups as unknown as LateMark);
}
