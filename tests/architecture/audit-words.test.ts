import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { activityWords } from '#src/features/dashboard/activity-words.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const modules = path.join(root, 'server/modules');

/** Texts such as `students.archived` in a file that writes the audit. */
function actionsIn(code: string): string[] {
  if (!/\baudit\(/u.test(code)) return [];
  return [...code.matchAll(/'([a-z]+\.[a-z_]+)'/gu)].map(([, action]) => action ?? '');
}

const files = readdirSync(modules, { recursive: true, encoding: 'utf8' }).filter((file) =>
  /(?<!\.test)\.ts$/u.test(file),
);
const written = [
  ...new Set(files.flatMap((file) => actionsIn(readFileSync(path.join(modules, file), 'utf8')))),
].toSorted();

it('finds what the modules write into the audit', () => {
  expect(written.length).toBeGreaterThan(20);
  expect(written).toEqual(
    expect.arrayContaining(['students.archived', 'students.restored', 'visits.entered']),
  );
});

it('the dashboard has words for all that the audit may say; add them to activity-words.ts', () => {
  expect(written.filter((action) => activityWords[action] === undefined)).toEqual([]);
});
