import { expect, test } from 'vitest';
import { readProject, type Tree } from './import-graph.ts';

/** Lines of TypeScript in one room, without its tests. */
const most = 3000;

const roomOf = (file: string) =>
  /^(?<room>src\/(?:features\/[^/]+|desk|document|drawing|panel|recording)|server\/modules\/[^/]+)\/.+(?<!\.test)\.tsx?$/u.exec(
    file,
  )?.groups?.['room'];

/** The features, the rooms below them, and the modules of the server that are larger than one person keeps in mind. */
function tooLarge(tree: Tree): string[] {
  const lines = new Map<string, number>();
  for (const [file, text] of tree) {
    const room = roomOf(file);
    if (room !== undefined) lines.set(room, (lines.get(room) ?? 0) + text.split('\n').length - 1);
  }
  return [...lines].filter(([, count]) => count > most).map(([room, count]) => `${room}: ${count} lines`);
}

const linesOf = (count: number) => 'export {};\n'.repeat(count);

test('No room has more than 3,000 lines: split it along its imports', () => {
  expect(tooLarge(readProject())).toEqual([]);
});

test('counts all files of a room together, without its tests', () => {
  const halves = new Map([
    ['src/features/sewing/thread.ts', linesOf(1500)],
    ['src/features/sewing/needles/needle.tsx', linesOf(1500)],
    ['src/features/sewing/needle.test.tsx', linesOf(900)],
    ['src/features/sewing/sewing.module.css', linesOf(900)],
  ]);
  expect(tooLarge(halves)).toEqual([]);
  halves.set('src/features/sewing/knot.ts', linesOf(1));
  expect(tooLarge(halves)).toEqual(['src/features/sewing: 3001 lines']);
  expect(tooLarge(new Map([['src/desk/sheet.tsx', linesOf(3001)]]))).toEqual(['src/desk: 3001 lines']);
});

test('counts a module of the server with its folders, and neither its texts nor other shelves', () => {
  const module = new Map([
    ['server/modules/sewing/sewing.module.ts', linesOf(1000)],
    ['server/modules/sewing/needles/needle.ts', linesOf(2000)],
    ['server/modules/sewing/needle.test.ts', linesOf(900)],
    ['server/modules/sewing/articles/needle.md', linesOf(900)],
    ['server/platform/sewing.ts', linesOf(3001)],
    ['server/modules.ts', linesOf(3001)],
  ]);
  expect(tooLarge(module)).toEqual([]);
  module.set('server/modules/sewing/thread.ts', linesOf(1));
  expect(tooLarge(module)).toEqual(['server/modules/sewing: 3001 lines']);
});
