import { expect, it } from 'vitest';
import { later } from './module.ts';

it('calls functions of what is made later, when they are called, as its own', () => {
  const early = later(() => late, 'add', 'list');
  const late = {
    kept: [] as string[],
    add(one: string, other: string) {
      this.kept.push(one, other);
      return this.kept.length;
    },
    list() {
      return [...this.kept];
    },
    forget: () => undefined,
  };
  expect(early.add('a', 'b')).toBe(2);
  expect(early.list()).toEqual(['a', 'b']);
  expect(Object.keys(early)).toEqual(['add', 'list']);
});
