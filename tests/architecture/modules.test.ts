import { describe, expect, test } from 'vitest';
import { parseTree, readProject, resolve } from './import-graph.ts';

/* A module of the server registers itself: one file makes all of it, and one list names that file. */

const files = parseTree(readProject());
const ofModules = files.flatMap(({ path }) => /^server\/modules\/([^/]+)\//u.exec(path)?.[1] ?? []);
const modules = [...new Set(ofModules)].toSorted();
const fileOf = (module: string) => `server/modules/${module}/${module}.module.ts`;

function importedBy(path: string): Set<unknown> {
  const imports = files.find((file) => file.path === path)?.imports ?? [];
  return new Set(
    imports
      .filter(({ typeOnly }) => !typeOnly)
      .map(({ specifier }) => (specifier === null ? null : resolve(path, specifier))),
  );
}

describe('a module of the server', () => {
  test('is made by one file that bears its name', () => {
    const makers = files.map(({ path }) => path).filter((path) => path.endsWith('.module.ts'));
    expect(modules.length).toBeGreaterThan(20);
    expect(makers.toSorted()).toEqual(modules.map(fileOf).toSorted());
  });

  test('is listed in server/modules.ts', () => {
    const listed = importedBy('server/modules.ts');
    expect(modules.filter((module) => !listed.has(fileOf(module)))).toEqual([]);
  });

  test.each(modules)('%s hands in its own routes, tasks and snapshots', (module) => {
    const collected = importedBy(fileOf(module));
    const own = files
      .map(({ path }) => path)
      .filter(
        (path) =>
          path.startsWith(`server/modules/${module}/`) && /\.(?:routes|tasks?|snapshot)\.ts$/u.test(path),
      );
    expect(own.filter((path) => !collected.has(path))).toEqual([]);
  });
});
