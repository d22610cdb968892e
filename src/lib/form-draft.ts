type Fields = Readonly<Record<string, unknown>>;

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

/** The fields that are not as they were at first, `leaveOut` apart; null where that is none. */
export function draftOf<Values extends object>(
  first: Values,
  now: Values,
  leaveOut: readonly (keyof Values)[] = [],
): Partial<Values> | null {
  const changed = (Object.keys(first) as (keyof Values)[]).filter(
    (key) => !leaveOut.includes(key) && !isSame(first[key], now[key]),
  );
  if (changed.length === 0) return null;
  return Object.fromEntries(changed.map((key) => [key, now[key]])) as Partial<Values>;
}

function isAlike(one: unknown, other: unknown): boolean {
  // Null is a field without a number or a choice.
  const isEmptied = one === null || other === null;
  if (isEmptied && typeof (one ?? other) !== 'object') return true;
  return typeof one === typeof other && Array.isArray(one) === Array.isArray(other);
}

/**
 * What of a draft still fits a form: another version of the app may have had other fields. What everybody else changed
 * meanwhile is not in a draft, so it stays. Null where nothing fits.
 */
export function fitDraft<Values extends object>(first: Values, draft: unknown): Partial<Values> | null {
  if (typeof draft !== 'object' || draft === null) return null;
  const fields = first as Fields;
  const fitting = Object.entries(draft).filter(
    ([key, value]) =>
      Object.hasOwn(fields, key) && isAlike(fields[key], value) && !isSame(fields[key], value),
  );
  return fitting.length === 0 ? null : (Object.fromEntries(fitting) as Partial<Values>);
}
