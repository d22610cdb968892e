/** What a field for a number holds where nothing is typed. */
export function emptyNumber(): number | '' {
  return '';
}
