const replacementCharacter = '\ufffd';

/**
 * A value as JSON that fits into a `jsonb` column. PostgreSQL has no place there for NUL and for halves of surrogate
 * pairs, which words that quote somebody's input may hold; U+FFFD stands in for them.
 */
export function storedJson(value: unknown): string {
  // JSON.stringify writes both as escapes; every other escape, that of the backslash itself among them, stays.
  return JSON.stringify(value).replaceAll(/\\(?:u0000|ud[89a-f][0-9a-f]{2}|.)/gu, (escape) =>
    escape.length === 6 ? replacementCharacter : escape,
  );
}
