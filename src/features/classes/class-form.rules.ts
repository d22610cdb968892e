import * as v from 'valibot';
import { ClassName } from '#contract/classes/classes.schema.ts';
import type { Member } from '#contract/members/members.schema.ts';
import { foldForSearch } from '#contract/kit/fold.ts';

/** What stands at the name where it cannot be stored; null where it can. */
export function wrongName(name: string): string | null {
  const result = v.safeParse(ClassName, name);
  return result.success ? null : result.issues[0].message;
}

const roleWords: Partial<Record<Member['role'], string>> = {
  teacher_admin: 'teacher and administrator',
  school_admin: 'administrator',
};

/** A colleague in a list of names; teachers are what one expects there. */
export function teacherLabel({ first_name, last_name, role }: Member): string {
  const name = `${first_name} ${last_name}`.trim();
  const more = roleWords[role];
  return more === undefined ? name : `${name} (${more})`;
}

/** Colleagues whose names hold the text, whatever its case and accents. */
export function searchMembers(members: readonly Member[], text: string): readonly Member[] {
  const wanted = foldForSearch(text.trim());
  if (wanted === '') return members;
  return members.filter(({ first_name, last_name }) =>
    foldForSearch(`${first_name} ${last_name}`).includes(wanted),
  );
}
