const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

/**
 * What was typed over `seen`, put over what is saved `now`: a field that was not touched is as it is now.
 * @returns also the fields that were changed on both sides, each to something else; they stay as typed
 */
export function rebaseForm<Values extends object>(
  typed: Values,
  seen: Values,
  now: Values,
): { values: Values; conflicts: (keyof Values)[] } {
  const touched = (Object.keys(typed) as (keyof Values)[]).filter((key) => !isSame(typed[key], seen[key]));
  return {
    values: { ...now, ...Object.fromEntries(touched.map((key) => [key, typed[key]])) },
    conflicts: touched.filter((key) => !isSame(now[key], seen[key]) && !isSame(now[key], typed[key])),
  };
}
