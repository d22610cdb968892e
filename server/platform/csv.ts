/** What spreadsheets run begins with one of these; those of East Asia take the wide ones as well. */
const formula = /^[=+\-@\t\r\n＝＋－＠]/u;

/** One line of a CSV file that runs nothing. @see RFC 4180 */
export function csvLine(cells: readonly (string | number | null)[]): string {
  const quoted = cells.map((cell) => {
    const text = String(cell ?? '');
    return `"${(formula.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`;
  });
  return `${quoted.join(',')}\r\n`;
}
