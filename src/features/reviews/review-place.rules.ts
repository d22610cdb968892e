/** Where an id stands in a queue, from 0, and the ids beside it; -1 and none where it is not there. */
export function neighboursIn(
  ids: readonly string[],
  id: string,
): { place: number; previous: string | undefined; next: string | undefined } {
  const place = ids.indexOf(id);
  if (place === -1) return { place, previous: undefined, next: undefined };
  return { place, previous: ids[place - 1], next: ids[place + 1] };
}
