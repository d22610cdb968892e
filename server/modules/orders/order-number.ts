import { randomInt } from 'node:crypto';

/** Without letters that look like digits or make words. @see Crockford's base 32 */
const letters = '0123456789BCDFGHJKMNPQRSTVWXYZ';
const length = 7;

/** What people say on the telephone: `GRN-4K7Q2XB`. By chance, so that it tells nobody how much a school sells. */
export function newOrderNumber(code: string): string {
  return `${code}-${Array.from({ length }, () => letters[randomInt(letters.length)]).join('')}`;
}
