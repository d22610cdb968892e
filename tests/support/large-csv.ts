/** Letters for a number, so that no two children have the same name. */
function letters(number: number): string {
  return [...String(number)].map((digit) => 'abcdefghij'[Number(digit)]).join('');
}

/** A list of so many children, none of whom has the name of another. */
export function csvOfRows(count: number): Uint8Array<ArrayBuffer> {
  const lines = Array.from({ length: count }, (_, place) => `Zoë${letters(place)},Fern${letters(place)}`);
  return new TextEncoder().encode(['First Name,Last Name', ...lines, ''].join('\n'));
}

/** A list of just so many bytes, most of them in a column that nobody asked for. */
export function csvOfBytes(size: number): Uint8Array<ArrayBuffer> {
  const rows = 400;
  const header = 'First Name,Last Name,Notes\n';
  const names = Array.from({ length: rows }, (_, place) => `Ada${letters(place)},Hill${letters(place)},`);
  const bare = header.length + names.reduce((sum, name) => sum + name.length + 1, 0);
  const each = Math.floor((size - bare) / rows);
  const lines = names.map((name) => `${name}${'x'.repeat(each)}\n`);
  const rest = size - bare - each * rows;
  return new TextEncoder().encode(`${header}${lines.join('')}`.replace(/\n$/u, `${'y'.repeat(rest)}\n`));
}
