import {
  privacyPreferences,
  type PrivacyPreference,
  type Student,
} from '#contract/students/students.schema.ts';
import { withParts } from '#src/lib/address-parts.ts';

/** Since when somebody has not signed in: never at all, or not for so many days. */
export const signInChoices = ['never', '7', '30', '90'] as const;
type SignInChoice = (typeof signInChoices)[number];

/** Students in no class. */
export const noClass = 'none';

/** What the list of all students is narrowed down by; null where it is not. */
export interface StudentFilters {
  /** Id of a class, or `noClass`. */
  classId: string | null;
  archived: boolean;
  privacy: PrivacyPreference | null;
  signIn: SignInChoice | null;
  withoutBooks: boolean;
}

export const noFilters: StudentFilters = {
  classId: null,
  archived: false,
  privacy: null,
  signIn: null,
  withoutBooks: false,
};

function oneOf<const Choice extends string>(text: string | null, choices: readonly Choice[]): Choice | null {
  return choices.find((choice) => choice === text) ?? null;
}

/** As the address says it: `?class=…&show=archived&privacy=public&signed_in=30&books=none`. */
export function readFilters(address: URLSearchParams): StudentFilters {
  return {
    classId: address.get('class'),
    archived: address.get('show') === 'archived',
    privacy: oneOf(address.get('privacy'), privacyPreferences),
    signIn: oneOf(address.get('signed_in'), signInChoices),
    withoutBooks: address.get('books') === 'none',
  };
}

/** The address with these filters, on the first page again; all else in it stays. */
export function writeFilters(address: URLSearchParams, filters: StudentFilters): URLSearchParams {
  // The other list has other columns to be ordered by.
  const isOtherList = readFilters(address).archived !== filters.archived;
  return withParts({
    class: filters.classId,
    show: filters.archived ? 'archived' : null,
    privacy: filters.privacy,
    signed_in: filters.signIn,
    books: filters.withoutBooks ? 'none' : null,
    page: null,
    ...(isOtherList && { sort: null }),
  })(address);
}

/** True where something narrows the list down, apart from which of the two lists it is. */
export function isNarrowed(filters: StudentFilters): boolean {
  return (
    filters.classId !== null || filters.privacy !== null || filters.signIn !== null || filters.withoutBooks
  );
}

const day = 24 * 60 * 60 * 1000;

export function filterStudents(
  students: readonly Student[],
  filters: StudentFilters,
  now: Date,
): readonly Student[] {
  const { classId, archived, privacy, signIn, withoutBooks } = filters;
  // Instants are compared as texts: all of them are written alike, in UTC.
  const since =
    signIn === null || signIn === 'never'
      ? null
      : new Date(now.getTime() - Number(signIn) * day).toISOString();
  return students.filter(({ stu_class, archived_at, privacy_preference, last_login, no_of_books }) => {
    if ((archived_at !== null) !== archived) return false;
    if (classId !== null && (stu_class?.id ?? noClass) !== classId) return false;
    if (privacy !== null && privacy_preference !== privacy) return false;
    if (signIn === 'never' && last_login !== null) return false;
    if (since !== null && last_login !== null && last_login >= since) return false;
    return !withoutBooks || no_of_books === 0;
  });
}
