import { describe, expect, it } from 'vitest';
import { initialsOf } from './initials.ts';

describe('letters for a school without a logo', () => {
  it.each([
    ['Greenfield Primary School', 'GP'],
    ['école 12', 'É'],
    ['— 42', ''],
    ['清水小学', '清'],
  ])('of %s are %s', (name, letters) => {
    expect(initialsOf(name)).toBe(letters);
  });
});
