import type { SchoolClass } from '../classes/classes.schema.ts';
import { foldForComparing } from '../kit/fold.ts';
import { tidyText } from '../kit/text.ts';
import { avatarsOfNew } from './default-animals.ts';
import type { PrivacyPreference, Student } from './students.schema.ts';

export interface TypedName {
  first_name: string;
  last_name: string;
}

/**
 * Reads a class list as a teacher types or pastes one: names separated by commas or new lines, the first word the
 * first name, the rest the last name; entries without a first name are dropped (specification, section 5).
 */
export function parseNames(text: string): TypedName[] {
  return text
    .split(/[,\n\r\u2028\u2029、،，]/u)
    .map(tidyText)
    .filter((entry) => entry !== '')
    .map((entry) => {
      const [first_name = '', ...rest] = entry.split(' ');
      return { first_name, last_name: rest.join(' ') };
    });
}

export function fullName(person: TypedName): string {
  return `${person.first_name} ${person.last_name}`.trim();
}

/**
 * Two children with the same key may be the same child, which is asked. Blanks, hyphens and apostrophes do not count: names are
 * written with and without them.
 */
export function nameKey(person: TypedName): string {
  const folded = foldForComparing(fullName(person));
  return folded.replaceAll(/[ '-]/gu, '') || folded;
}

/** A class as it stands in the row of a student. */
export const inRow = ({ id, class_id, name }: SchoolClass): NonNullable<Student['stu_class']> => ({
  id,
  class_id,
  name,
});

/**
 * The class list with children who were just added, as a device shows it until the school has made their accounts; the very
 * same list where all of them are in it.
 */
export function listWithAdded(
  rows: readonly Student[],
  added: readonly { id?: string | undefined; first_name: string; last_name?: string | undefined }[],
  { stu_class, date_joined }: Pick<Student, 'stu_class' | 'date_joined'>,
): readonly Student[] {
  const held = new Set(rows.map(({ id }) => id));
  const fresh = added.flatMap(({ id, first_name, last_name = '' }) =>
    id === undefined || held.has(id) ? [] : [{ id, first_name, last_name }],
  );
  if (fresh.length === 0) return rows;
  const avatars = avatarsOfNew(
    fresh,
    rows.filter(({ archived_at }) => archived_at === null),
  );
  const more = fresh.map((child, place): Student => ({
    ...child,
    username: null,
    email: null,
    avatar: avatars[place] ?? null,
    privacy_preference: 'private',
    stu_class,
    no_of_books: 0,
    date_joined,
    last_login: null,
    archived_at: null,
    archived_by: null,
  }));
  return [...rows, ...more];
}

/** The classes with that one counted anew to which children were added. `students`: those who are in it already. */
export function classesWithAdded(
  rows: readonly SchoolClass[],
  classId: string,
  added: readonly { id?: string | undefined }[],
  students: readonly Student[],
): readonly SchoolClass[] {
  const index = rows.findIndex(({ id }) => id === classId);
  const row = rows[index];
  if (!row) return rows;
  const held = new Set(students.map(({ id }) => id));
  const more = added.filter(({ id }) => id !== undefined && !held.has(id)).length;
  return more === 0 ? rows : rows.with(index, { ...row, no_of_students: row.no_of_students + more });
}

/** How widely a preference lets works be seen: a smaller number is tighter. */
const width: Record<PrivacyPreference, number> = { private: 0, community: 1, public: 2 };

/** True where works are seen by fewer people after the change than before. */
export function isTighter(from: PrivacyPreference, to: PrivacyPreference): boolean {
  return width[to] < width[from];
}

/**
 * A preference may be made tighter by anybody at any time; wider only where it still is as its editor saw it, or
 * somebody's later wish for fewer readers would be undone unseen. `seen` is what the editor's device said of it:
 * nothing for a call that was not queued, where the last writer wins.
 */
export function undoesAnotherChoice(
  current: PrivacyPreference,
  wanted: PrivacyPreference,
  seen: unknown,
): boolean {
  const changedElsewhere = seen !== undefined && seen !== current;
  return wanted !== current && changedElsewhere && !isTighter(current, wanted);
}

/** Who sees what a student shares, as the rest of a sentence. */
export const audience: Readonly<Record<PrivacyPreference, string>> = {
  public: 'public',
  private: 'private',
  community: 'community-visible',
};

/**
 * The question before a privacy change, one per transition (specification, section 4); null where the two values are
 * the same, since nothing would change.
 */
export function privacyQuestion(from: PrivacyPreference, to: PrivacyPreference): string | null {
  if (from === to) return null;
  return `All previous and future posts become ${audience[to]} instead of ${audience[from]}.`;
}

/** False where a new name leaves out the last name of a child who has one, or had one as its editor saw it. */
export function keepsLastName(mine: TypedName, current: TypedName, seen?: unknown): boolean {
  if (mine.last_name !== '') return true;
  return seen === '' || (current.last_name === '' && (seen === undefined || seen === null));
}

export type NameMerge =
  | { outcome: 'unchanged' }
  | { outcome: 'changed'; name: TypedName }
  | { outcome: 'conflict' };

/**
 * Field by field: a name applies if the field is still as its editor saw it, or if both wrote the same. A field that
 * the editor left alone keeps what others wrote. Without `base` (a call that was not queued) the last writer wins.
 */
export function mergeName(
  mine: TypedName,
  current: TypedName,
  base: Readonly<Record<string, unknown>> | undefined,
): NameMerge {
  const name: TypedName = { first_name: current.first_name, last_name: current.last_name };
  for (const field of ['first_name', 'last_name'] as const) {
    const seen = base?.[field];
    if (mine[field] === current[field] || mine[field] === seen) continue;
    if (seen !== undefined && seen !== current[field]) return { outcome: 'conflict' };
    name[field] = mine[field];
  }
  const same = name.first_name === current.first_name && name.last_name === current.last_name;
  return same ? { outcome: 'unchanged' } : { outcome: 'changed', name };
}
