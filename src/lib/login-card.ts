import * as v from 'valibot';

/** What the code on a login card says. */
const LoginCard = v.object({
  username: v.pipe(v.string(), v.trim(), v.nonEmpty()),
  password: v.pipe(v.string(), v.nonEmpty()),
});
export type LoginCard = v.InferOutput<typeof LoginCard>;

/** Specification, section 5. */
export const invalidCard = 'Invalid QR code format.';

/** Who signs in by the text of a code; null where it is not that of a login card. */
export function readLoginCard(text: string): LoginCard | null {
  try {
    const result = v.safeParse(LoginCard, JSON.parse(text));
    return result.success ? result.output : null;
  } catch {
    return null;
  }
}

/**
 * Picks the codes of one picture that count: all login cards, or the first other code where there is no card. A Wi-Fi poster or an
 * asset tag beside a card is ignored; two cards stay two.
 */
export function codesThatCount(texts: readonly string[]): readonly string[] {
  const cards = texts.filter((text) => readLoginCard(text) !== null);
  return cards.length > 0 ? cards : texts.slice(0, 1);
}
