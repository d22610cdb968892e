import { describe, expect, it } from 'vitest';
import { countryOf, errorsOf, readSchools } from './school-rows.rules.ts';

const head = ['\uFEFFSchool', 'Email', 'Country'];

describe('a file of schools', () => {
  it('is read by the names of its columns, in any order', () => {
    expect(
      readSchools([
        ['Country', 'Name', 'email'],
        ['kenya', ' Hill School ', 'Office@Hill.example'],
        ['', '', ''],
        ['DE', 'Am Hang', 'x@hang.example'],
      ]),
    ).toEqual([
      { line: 2, school: 'Hill School', email: 'office@hill.example', country: 'KE' },
      { line: 4, school: 'Am Hang', email: 'x@hang.example', country: 'DE' },
    ]);
    expect(readSchools([head])).toEqual([]);
  });

  it('is none without one of them', () => {
    expect(readSchools([['School', 'Country']])).toBeNull();
    expect(readSchools([])).toBeNull();
  });

  it('knows countries by name and by letters, and leaves what is none', () => {
    expect(countryOf('côte d’ivoire')).toBe('CI');
    expect(countryOf('de')).toBe('DE');
    expect(countryOf('Atlantis')).toBe('Atlantis');
  });

  it('says what is wrong in each line', () => {
    const row = { line: 2, school: '', email: 'no', country: 'Atlantis' };
    expect(errorsOf(row, [row])).toEqual({
      school: 'School name is required',
      email: 'Invalid email',
      country: 'This is no country',
    });
    const good = { line: 2, school: 'Hill', email: 'a@b.example', country: 'KE' };
    expect(errorsOf(good, [good])).toEqual({});
    expect(errorsOf(good, [good, { ...good, line: 3, school: 'Dale' }])).toEqual({
      email: 'This address stands in two lines',
    });
  });
});
