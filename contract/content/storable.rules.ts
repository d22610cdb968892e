const deepest = 20;

/** Whether a value of JSON can be stored as it is: no text in it that a database refuses, and no more than twenty levels. */
export function isStorable(value: unknown, level = 0): boolean {
  if (level > deepest) return false;
  if (typeof value === 'string') return value.isWellFormed() && !value.includes('\0');
  if (typeof value !== 'object' || value === null) return true;
  return Object.entries(value).every(
    ([name, each]) => isStorable(name, level + 1) && isStorable(each, level + 1),
  );
}
