import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { product } from './product.ts';

it('the version that tablets report is the version of the package', () => {
  const file = readFileSync(new URL('../../package.json', import.meta.url), 'utf8');
  expect(product.version).toBe((JSON.parse(file) as { version: string }).version);
});
