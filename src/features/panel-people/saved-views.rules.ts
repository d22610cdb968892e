/** A list of the panel with what it is narrowed down by. */
export interface ViewPlace {
  path: string;
  query: string;
}

/** Not the page of a list; and a reason to look for children is given each time. */
const notKept = ['after', 'reason'];

/** What a saved view keeps of the query of an address. */
export function viewQueryOf(search: string): string {
  const query = new URLSearchParams(search);
  for (const name of notKept) query.delete(name);
  return query.toString();
}

export const addressOfView = ({ path, query }: ViewPlace) => (query === '' ? path : `${path}?${query}`);

export const isSameView = (one: ViewPlace, other: ViewPlace) =>
  one.path === other.path && one.query === other.query;
