import { existsSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { ofPages, roads } from '../run/browser-tests.ts';
import { filesThatLook } from '../run/files-by-content.ts';

describe('the browser tests that are named', () => {
  it.each([...roads, ...ofPages])('%s is there', (file) => {
    expect(existsSync(file)).toBe(true);
  });

  it('are about pages only where they look at some, or the long part would leave them out', () => {
    expect(filesThatLook(['tests/e2e'])).toEqual(expect.arrayContaining(ofPages));
  });
});
