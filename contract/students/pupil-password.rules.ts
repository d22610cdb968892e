/**
 * The form in which the passwords of students are compared, at school and on a tablet: case does not count, and neither does whether
 * words are parted by blanks or by hyphens. A child with caps lock on, or whose tablet begins with a capital, types the right one.
 */
export function foldPupilPassword(text: string): string {
  return text
    .normalize('NFC')
    .trim()
    .toLowerCase()
    .replaceAll(/[\s\p{Pd}]+/gu, '-');
}
