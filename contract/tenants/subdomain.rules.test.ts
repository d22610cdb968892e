import { describe, expect, it } from 'vitest';
import { isReserved, reservedNames, subdomainFor, subdomainProblem } from './subdomain.rules.ts';

const shape = 'Subdomain can only contain lowercase letters, numbers, and hyphens';

describe('a name in addresses', () => {
  it.each(['greenfield', 'ps-118', '4th-avenue-school', 'a', 'x'.repeat(63)])('may be %s', (name) => {
    expect(subdomainProblem(name)).toBeNull();
  });

  it.each([
    ['', shape],
    ['Greenfield', shape],
    ['green field', shape],
    ['green--field', shape],
    ['-greenfield', shape],
    ['greenfield-', shape],
    ['grün', shape],
    ['green.field', shape],
    ['green_field', shape],
    ['xn--grn-joa', shape],
    ['x'.repeat(64), 'Subdomain must not exceed 63 characters'],
    ['www', 'This name is reserved. Please choose another one.'],
    ['quillshelf', 'This name is reserved. Please choose another one.'],
  ])('may not be %s', (name, problem) => {
    expect(subdomainProblem(name)).toBe(problem);
  });

  it('is written as such names are, and once, in the list of reserved ones', () => {
    expect(reservedNames.filter((name) => !/^[a-z\d]+(?:-[a-z\d]+)*$/u.test(name))).toEqual([]);
    expect(new Set(reservedNames).size).toBe(reservedNames.length);
    expect(reservedNames.every(isReserved)).toBe(true);
  });

  it.each([
    ['Greenfield Primary School', 'greenfield-primary-school'],
    ['  St. Mary’s & St. John’s  ', 'st-marys-st-johns'],
    ['École Élémentaire Zoë', 'ecole-elementaire-zoe'],
    ['Straßenschule', 'strassenschule'],
    ['PS 118', 'ps-118'],
    ['Library', 'our-library'],
    ['学校', 'our-school'],
    ['—', 'our-school'],
    ['a '.repeat(80), 'a-'.repeat(27) + 'a'],
  ])('is made of the name of the school: %s', (school, name) => {
    expect(subdomainFor(school)).toBe(name);
    expect(subdomainProblem(`${name}-10`.slice(0, 63))).toBeNull();
  });
});
