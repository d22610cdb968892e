import { expect, it } from 'vitest';
import { sayBytes } from './bytes.ts';

it.each([
  [0, '0 kB'],
  [120, '1 kB'],
  [512_000, '512 kB'],
  [999_900, '1 MB'],
  [1_240_000, '1.2 MB'],
  [64_700_000_000, '65 GB'],
  [3e15, '3,000 TB'],
])('%s bytes are said as %s', (bytes, text) => {
  expect(sayBytes(bytes)).toBe(text);
});
