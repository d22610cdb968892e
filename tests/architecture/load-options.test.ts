import { spawnSync } from 'node:child_process';
import { expect, it } from 'vitest';

it.each([
  ['--tablets 3001', '--tablets needs a whole number from 1 to 3000, not "3001".'],
  ['--tablets 300 --streams 5001', '--streams needs a whole number from 0 to 5000, not "5001".'],
  ['--within 121', '--within needs a whole number from 1 to 120, not "121".'],
  ['--cards --servers', '--servers needs a whole number from 1 to 4, not "".'],
  ['--tablets 1e3', '--tablets needs a whole number from 1 to 3000, not "1e3".'],
  ['--tablets 10 --streams 500', 'needs more --tablets'],
  ['--url https://example.org', 'on this machine, no others'],
])('npm run load refuses %s in one line', (given, refusal) => {
  const { status, stderr } = spawnSync(process.execPath, ['tests/run/load.mjs', ...given.split(' ')], {
    encoding: 'utf8',
  });
  expect(status).toBe(2);
  expect(stderr).toContain(refusal);
  expect(stderr.trim().split('\n')).toHaveLength(1);
});
