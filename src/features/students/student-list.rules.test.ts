import { describe, expect, it } from 'vitest';
import { sampleClass, sampleStudent } from '#tests/support/screen-samples.ts';
import { filterStudents, isNarrowed, noFilters, readFilters, writeFilters } from './student-list.rules.ts';

const now = new Date('2026-11-21T12:00:00.000Z');
const maple = sampleClass();
const named = (first_name: string, fields: Parameters<typeof sampleStudent>[1] = {}) =>
  sampleStudent(maple, { first_name, ...fields });
const shown = (students: Parameters<typeof filterStudents>[0], filters: Partial<typeof noFilters>) =>
  filterStudents(students, { ...noFilters, ...filters }, now).map(({ first_name }) => first_name);

describe('the filters of the list of all students', () => {
  it('stand in the address, and nothing else of it is lost by them', () => {
    const address = new URLSearchParams('q=zoe&page=3&sort=-books');
    const filters = {
      ...noFilters,
      classId: maple.id,
      privacy: 'public',
      signIn: '30',
      withoutBooks: true,
    } as const;
    const written = writeFilters(address, filters);
    expect(written.toString()).toBe(
      `q=zoe&sort=-books&class=${maple.id}&privacy=public&signed_in=30&books=none`,
    );
    expect(readFilters(written)).toEqual(filters);
    expect(writeFilters(written, noFilters).toString()).toBe('q=zoe&sort=-books');
  });

  it('of the archived are ordered anew, because that list has other columns', () => {
    const written = writeFilters(new URLSearchParams('sort=-books'), { ...noFilters, archived: true });
    expect(written.toString()).toBe('show=archived');
  });

  it('that make no sense count as not said', () => {
    const address = new URLSearchParams('privacy=secret&signed_in=5&books=some&show=gone');
    expect(readFilters(address)).toEqual(noFilters);
    expect(isNarrowed(readFilters(address))).toBe(false);
  });

  it('leave one list for the other', () => {
    const both = [named('Ada'), named('Bo', { archived_at: '2026-11-01T00:00:00.000Z' })];
    expect(shown(both, {})).toEqual(['Ada']);
    expect(shown(both, { archived: true })).toEqual(['Bo']);
  });

  it('find those of a class, and those of none', () => {
    const all = [named('Ada'), named('Bo', { stu_class: null })];
    expect(shown(all, { classId: maple.id })).toEqual(['Ada']);
    expect(shown(all, { classId: 'none' })).toEqual(['Bo']);
    expect(shown(all, { classId: 'another' })).toEqual([]);
  });

  it('find those of a privacy preference and those without books', () => {
    const all = [named('Ada', { privacy_preference: 'public' }), named('Bo', { no_of_books: 2 })];
    expect(shown(all, { privacy: 'public' })).toEqual(['Ada']);
    expect(shown(all, { withoutBooks: true })).toEqual(['Ada']);
  });

  it('find those who never signed in, and those who have not for so many days', () => {
    const all = [
      named('Never'),
      named('Long', { last_login: '2026-08-01T08:00:00.000Z' }),
      named('Month', { last_login: '2026-10-21T12:00:00.000Z' }),
      named('Today', { last_login: '2026-11-21T08:00:00.000Z' }),
    ];
    expect(shown(all, { signIn: 'never' })).toEqual(['Never']);
    expect(shown(all, { signIn: '7' })).toEqual(['Never', 'Long', 'Month']);
    expect(shown(all, { signIn: '90' })).toEqual(['Never', 'Long']);
  });
});
