import { randomInt } from 'node:crypto';

/** Without letters that look like digits or make words. @see Crockford's base 32 */
const letters = '0123456789BCDFGHJKMNPQRSTVWXYZ';

const some = (length: number) => Array.from({ length }, () => letters[randomInt(letters.length)]).join('');

/** What people say on the telephone: `Q-7F3K-92`. */
export function newReference(): string {
  return `Q-${some(4)}-${some(2)}`;
}
