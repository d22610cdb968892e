import { expect, test } from 'vitest';
import { parseTree, readProject, resolve, type CodeFile, type Tree } from './import-graph.ts';

// The linter finds circles of what runs. Here types count as well: none of the files that need each other's is read alone. What is
// imported late does not: a page may lead back to where it was opened.

/** Files that a file names at its top. */
function namedBy({ path, program }: CodeFile, tree: Tree): string[] {
  return program.body.flatMap((node) => {
    if (!('source' in node) || node.source === null || typeof node.source === 'string') return [];
    const target = resolve(path, node.source.value);
    return target !== null && target !== path && tree.has(target) ? [target] : [];
  });
}

/** One circle, by its files in their order; null: there is none. */
function findCircle(tree: Tree): readonly string[] | null {
  const named = new Map(parseTree(tree).map((file) => [file.path, namedBy(file, tree)]));
  const done = new Set<string>();
  function follow(file: string, way: readonly string[]): readonly string[] | null {
    if (way.includes(file)) return [...way.slice(way.indexOf(file)), file];
    if (done.has(file)) return null;
    for (const next of named.get(file) ?? []) {
      const circle = follow(next, [...way, file]);
      if (circle) return circle;
    }
    done.add(file);
    return null;
  }
  for (const file of named.keys()) {
    const circle = follow(file, []);
    if (circle) return circle;
  }
  return null;
}

test('No files of the program need each other in a circle, types among what they need', () => {
  const program = [...readProject()].filter(([file]) => !file.startsWith('tests/'));
  expect(findCircle(new Map(program))).toBeNull();
});

test('a circle is found with the types in it, and what is imported late is none', () => {
  const pages = new Map([
    ['src/ui/page.ts', "import type { Row } from './row.ts';"],
    ['src/ui/row.ts', "export { cell } from './cell.ts';"],
    ['src/ui/cell.ts', "import type { Page } from '#src/ui/page.ts';"],
  ]);
  expect(findCircle(pages)).toEqual(['src/ui/page.ts', 'src/ui/row.ts', 'src/ui/cell.ts', 'src/ui/page.ts']);
  const late = new Map([
    ['src/ui/page.ts', "const row = () => import('./row.ts');"],
    ['src/ui/row.ts', "import type { Page } from './page.ts';"],
  ]);
  expect(findCircle(late)).toBeNull();
});
