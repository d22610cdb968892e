import { existsSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { smokeFlows } from '../run/smoke-flows.ts';

describe('the smoke flows', () => {
  it.each(smokeFlows)('%s is there', (file) => {
    expect(existsSync(file)).toBe(true);
  });
});
