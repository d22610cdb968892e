import { describe, expect, it } from 'vitest';
import { toDosOf } from './to-do.rules.ts';

const nothing = {
  classes_without_teacher: 0,
  classes_without_students: 0,
  never_signed_in: 0,
  without_card: 0,
  parked: 0,
  tablets_with_unsent: 0,
  open_invitations: 0,
  reported_works: 0,
  offered_books: 0,
  asking_organizations: 0,
};

describe('what needs doing', () => {
  it('is nothing where all is well', () => {
    expect(toDosOf(nothing)).toEqual([]);
  });

  it('says how many, and what is most pressing first', () => {
    expect(
      toDosOf({ ...nothing, never_signed_in: 1200, classes_without_teacher: 1, parked: 2 }).map(
        ({ text }) => text,
      ),
    ).toEqual([
      '2 changes from tablets are to be looked at',
      '1 class has no teacher',
      '1,200 students have never signed in',
    ]);
  });
});
