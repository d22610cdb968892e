import { existsSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { roads } from '../run/browser-tests.ts';

describe('the browser tests that are named', () => {
  it.each(roads)('%s is there', (file) => {
    expect(existsSync(file)).toBe(true);
  });
});
