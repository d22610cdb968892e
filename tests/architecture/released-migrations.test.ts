import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { readProject } from './import-graph.ts';

/**
 * The newest migration that installations have run. A database refuses to start with one that comes before it, and never hears of a
 * change to one that it has run. Moved on with each release: the test says the digest of what stands up to here.
 */
const released = {
  newest: '0194_student_media_weeks.sql',
  digest: '1443ae435e079e018afdcf396ea533936e67be6acd10bc767b26d6732f82b015',
};

const files = [...readProject()]
  .flatMap(([path, sql]) =>
    path.startsWith('server/migrations/') ? [{ name: path.split('/').at(-1) ?? '', sql }] : [],
  )
  .sort((one, other) => (one.name < other.name ? -1 : 1));

it('leaves each migration that was released as it is, and puts new ones behind it', () => {
  const before = files.filter(({ name }) => name <= released.newest);
  expect(before.at(-1)?.name).toBe(released.newest);
  const digest = createHash('sha256');
  for (const { name, sql } of before) digest.update(`${name}\n${sql}\n`);
  expect(digest.digest('hex')).toBe(released.digest);
});
