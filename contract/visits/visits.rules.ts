/** A name in addresses has no such character, so the two are never taken for each other. */
export const visitTokenMark = 'v_';

const shape = new RegExp(`^${visitTokenMark}[\\w-]{43}$`, 'u');

/** True for what stands behind `/login/` where it is a link into a school, whether or not it works. */
export function looksLikeVisitToken(text: string): boolean {
  return shape.test(text);
}
