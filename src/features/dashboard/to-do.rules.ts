import type { SchoolDashboard } from '#contract/dashboard/dashboard.schema.ts';
import { counted } from '#src/lib/counted.ts';

export type ToDoKey = keyof SchoolDashboard['to_do'];

export interface ToDo {
  key: ToDoKey;
  text: string;
}

/** What is said of one, and of several; the most pressing first. */
const words: Readonly<Record<ToDoKey, readonly [one: string, several: string]>> = {
  asking_organizations: [
    'organization asks whether your school belongs to it',
    'organizations ask whether your school belongs to them',
  ],
  reported_works: ['book or story was reported by a reader', 'books and stories were reported by readers'],
  offered_books: ['book of a visitor waits to be read', 'books of visitors wait to be read'],
  parked: ['change from a tablet is to be looked at', 'changes from tablets are to be looked at'],
  tablets_with_unsent: [
    'tablet has changes that were not sent yet',
    'tablets have changes that were not sent yet',
  ],
  classes_without_teacher: ['class has no teacher', 'classes have no teacher'],
  classes_without_students: ['class has no students', 'classes have no students'],
  open_invitations: ['invitation was not answered yet', 'invitations were not answered yet'],
  without_card: ['student has no login card yet', 'students have no login card yet'],
  never_signed_in: ['student has never signed in', 'students have never signed in'],
};

const order = Object.keys(words) as ToDoKey[];

/** What somebody should look at; nothing where all is well. */
export function toDosOf(counts: SchoolDashboard['to_do']): ToDo[] {
  return order
    .filter((key) => counts[key] > 0)
    .map((key) => ({
      key,
      text: counted(counts[key], ...words[key]),
    }));
}
