const names = new Intl.Collator('en', { sensitivity: 'base', numeric: true });

interface Named {
  id: string;
  school_name: string;
}

/** The order of a list of schools; two of one name always stand the same way. */
export function byName(one: Named, other: Named): number {
  return names.compare(one.school_name, other.school_name) || (one.id < other.id ? -1 : 1);
}
