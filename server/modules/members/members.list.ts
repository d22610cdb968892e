import { memberRoles, type MemberSort } from '#contract/members/members.schema.ts';
import { foldForSearch } from '#contract/kit/fold.ts';
import type { MemberRow } from './members.repository.ts';

const byName = new Intl.Collator('en', { sensitivity: 'base', numeric: true });

function compareNames(one: MemberRow, other: MemberRow): number {
  return (
    byName.compare(one.last_name, other.last_name) ||
    byName.compare(one.first_name, other.first_name) ||
    (one.id < other.id ? -1 : 1)
  );
}

function compareBy(sort: MemberSort, one: MemberRow, other: MemberRow): number {
  const turn = sort.startsWith('-') ? -1 : 1;
  if (sort.endsWith('role')) return turn * (memberRoles.indexOf(one.role) - memberRoles.indexOf(other.role));
  if (sort.endsWith('last_login')) {
    if (one.last_login === null || other.last_login === null)
      return Number(one.last_login === null) - Number(other.last_login === null);
    return turn * (one.last_login.getTime() - other.last_login.getTime());
  }
  return turn * compareNames(one, other);
}

/** In the order that was asked for, and of the same place by name. */
export function sortMembers(rows: readonly MemberRow[], sort: MemberSort): MemberRow[] {
  return rows.toSorted((one, other) => compareBy(sort, one, other) || compareNames(one, other));
}

/** Those in whose name and e-mail address every word of the search is found. */
export function searchMembers(rows: readonly MemberRow[], search: string): MemberRow[] {
  const words = foldForSearch(search).split(' ');
  return rows.filter(({ first_name, last_name, email }) => {
    const folded = foldForSearch(`${first_name} ${last_name} ${email}`);
    return words.every((word) => folded.includes(word));
  });
}
