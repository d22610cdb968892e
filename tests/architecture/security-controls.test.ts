import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readProject } from './import-graph.ts';

const rows = readFileSync('docs/security.md', 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('| ') && !line.startsWith('| control'))
  .map((line) => line.split('|').map((cell) => cell.trim()));
const files = [...readProject().keys()];
const named = (cell = '') => [...cell.matchAll(/`([^`]+)`/gu)].map(([, name = '']) => name);

describe('docs/security.md', () => {
  it('names for each control a test that is there', () => {
    const withoutTest = rows.filter(([, , , tests]) => {
      const found = named(tests).map((name) =>
        name.includes('.test.') ? `/${name}` : `tests/${name}.test.ts`,
      );
      return found.length === 0 || !found.every((end) => files.some((file) => file.endsWith(end)));
    });
    expect(rows.length).toBeGreaterThan(20);
    expect(withoutTest).toEqual([]);
  });

  it('names code that is there', () => {
    const gone = rows
      .flatMap(([, , code]) => named(code))
      .filter((name) => name.endsWith('.ts') && !files.some((file) => file.endsWith(`/${name}`)));
    expect(gone).toEqual([]);
  });
});
