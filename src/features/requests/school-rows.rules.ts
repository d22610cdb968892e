import * as v from 'valibot';
import { foldForSearch } from '#contract/kit/fold.ts';
import { listCountries } from '#contract/kit/countries.ts';
import { TypedEmail } from '#contract/passwords/passwords.schema.ts';
import { requestLimits } from '#contract/requests/requests.schema.ts';

/** A line of a file of schools, as it was read and mended. */
export interface SchoolRow {
  /** Of the file, from 1: by which people find it, and by which it is known here. */
  line: number;
  school: string;
  email: string;
  /** ISO 3166-1 alpha-2, or what stands in the file where that is no country. */
  country: string;
}

/** What is wrong with each part of a line; empty where it can be sent. */
export type RowErrors = Partial<Record<Cell, string>>;

type Cell = Exclude<keyof SchoolRow, 'line'>;

const names = {
  school: ['school', 'school name', 'name'],
  email: ['e-mail', 'email', 'e-mail address', 'mail'],
  country: ['country', 'country code'],
} as const satisfies Record<Cell, readonly string[]>;

const folded = (text: string) => foldForSearch(text.replace(/^\uFEFF/u, '')).trim();

/** The country that somebody wrote by its name or its two letters; the text itself where there is none. */
export function countryOf(text: string): string {
  const typed = folded(text);
  const found = listCountries().find(({ code, name }) => folded(name) === typed || folded(code) === typed);
  return found?.code ?? text.trim();
}

/** The lines of a file, by the names of its columns; null where one of them is missing. */
export function readSchools(lines: readonly (readonly string[])[]): SchoolRow[] | null {
  const [head = [], ...rows] = lines;
  const columnOf = (part: Cell) =>
    head.findIndex((cell) => (names[part] as readonly string[]).includes(folded(cell)));
  const [school, email, country] = [columnOf('school'), columnOf('email'), columnOf('country')];
  if (school < 0 || email < 0 || country < 0) return null;
  return rows
    .map((row, place) => ({ row, line: place + 2 }))
    .filter(({ row }) => row.some((cell) => cell.trim() !== ''))
    .map(({ row, line }) => ({
      line,
      school: (row[school] ?? '').trim(),
      email: (row[email] ?? '').trim().toLowerCase(),
      country: countryOf(row[country] ?? ''),
    }));
}

/** What is wrong with a line among all lines. */
export function errorsOf(row: SchoolRow, rows: readonly SchoolRow[]): RowErrors {
  const isKnown = listCountries().some(({ code }) => code === row.country);
  const isTwice = rows.filter(({ email }) => email === row.email).length > 1;
  return {
    ...(row.school === '' && { school: 'School name is required' }),
    ...(row.school.length > requestLimits.line && { school: 'This name is too long' }),
    ...(!v.is(TypedEmail, row.email)
      ? { email: 'Invalid email' }
      : isTwice && { email: 'This address stands in two lines' }),
    ...(!isKnown && { country: 'This is no country' }),
  };
}
