import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { isKept } from '#server/modules/closings/kept-tables.ts';
import { closingSchools } from '../support/closing-schools.ts';
import { fillEveryTable } from '../support/every-table.ts';
import { fingerprinter } from '../support/fingerprint.ts';
import { TestMailbox } from '../support/mailbox.ts';
import { worldOfFile } from '../support/world-of-file.ts';
import type { DeletionOptions } from './killed/deletion.ts';

const entry = fileURLToPath(new URL('killed/deletion.ts', import.meta.url));
const bundles = fileURLToPath(new URL('../../node_modules/.cache/quillshelf/', import.meta.url));
const bundle = path.join(bundles, `killed-deletion-${process.pid}.mjs`);
const points = 20;
/** Milliseconds after which a dead server's deletion is taken up. */
const later = 7 * 60 * 60 * 1000;

const { world, greenfield, riverside } = worldOfFile();
const schools = closingSchools(() => world, new TestMailbox());
const { administrate } = schools;

beforeAll(async () => {
  // Inside of the project, where packages are found.
  await mkdir(bundles, { recursive: true });
  await build({
    entryPoints: [entry],
    outfile: bundle,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    packages: 'external',
  });
  for (const school of [greenfield, riverside]) await fillEveryTable(world, school);
  await administrate('delete from closing_asks');
});
afterAll(() => rm(bundle, { force: true }));

/** @returns the signal that ended the server, null where it had nothing left to do */
async function live(options: Omit<DeletionOptions, 'databaseUrl'>): Promise<string | null> {
  const told: DeletionOptions = { databaseUrl: world.testDatabase.url, ...options };
  const child = fork(bundle, {
    env: { ...process.env, KILLED_DELETION: JSON.stringify(told) },
    execArgv: [],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const [code, signal] = (await once(child, 'exit')) as [number | null, string | null];
  if (signal === null && code !== 0) throw new Error(`The server ended with ${code}`);
  return signal;
}

it('a deletion goes on where its servers are killed at 20 points: 0 rows, one receipt, one letter, the neighbour unchanged', async () => {
  await schools.settle(greenfield);
  await schools.closeItself(greenfield);
  await schools.letTimePass(greenfield);
  const neighbour = await fingerprinter(world.testDatabase.administrator, { tenantId: riverside.tenant.id });
  const neighbourAtFirst = await neighbour();

  const rowsLeft = [];
  for (let point = 0; point < points; point += 1) {
    // In the middle of a transaction, between two, or before a commit.
    const dies = { commits: point % 3, statement: (point * 7) % 30 };
    expect(await live({ ahead: point * later, dies }), `point ${point}`).toBe('SIGKILL');
    const counts = await schools.countsOf(greenfield);
    rowsLeft.push(Object.entries(counts).reduce((sum, [name, rows]) => (isKept(name) ? sum : sum + rows), 0));
  }
  expect(new Set(rowsLeft).size).toBeGreaterThan(5);
  expect(rowsLeft.at(-1)).toBeGreaterThan(0);
  expect(await live({ ahead: points * later, dies: null })).toBeNull();

  const after = await schools.countsOf(greenfield);
  expect(Object.entries(after).filter(([name, count]) => count > 0 && !isKept(name))).toEqual([]);
  const { rows: receipts } = await administrate('select receipt from closings where receipt is not null');
  expect(receipts).toHaveLength(1);
  const { rows: letters } = await administrate(
    "select to_address from email_messages where kind = 'closings.receipt'",
  );
  expect(letters).toEqual([{ to_address: greenfield.schoolAdmin.email }]);
  expect(await neighbour()).toEqual(neighbourAtFirst);
});
