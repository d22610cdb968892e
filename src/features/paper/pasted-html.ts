/** Stands between the cells of a row: it is seen, and read aloud as a pause. */
const betweenCells = ' · ';

/** Elements that begin a line of their own and that the editor does not know by itself, or takes for a part of the line. */
const unknownBlocks =
  'center,nav,main,dialog,search,summary,details,dt,caption,legend,listing,xmp,optgroup,hgroup,menu,dir';

/** Elements that begin a line of their own; in the cell of a table they are parts of its line. */
const blocks =
  'p,div,h1,h2,h3,h4,h5,h6,ul,ol,li,dl,dd,blockquote,section,article,aside,header,footer,figure,figcaption,address,' +
  `form,fieldset,pre,hr,${unknownBlocks}`;

/** Parts of a table, which a parser drops where no table is around them. */
const tablePart = /^\s*<(?:tr|td|th|thead|tbody|tfoot|caption|colgroup)[\s>]/iu;

function unwrap(element: Element): void {
  element.replaceWith(' ', ...element.childNodes, ' ');
}

/** The words of a cell as parts of one line; null where it has none. */
function lineOf(cell: HTMLTableCellElement): Node[] | null {
  for (const lineBreak of cell.querySelectorAll('br')) lineBreak.replaceWith(' ');
  for (const block of cell.querySelectorAll(blocks)) unwrap(block);
  return cell.textContent.trim() === '' ? null : [...cell.childNodes];
}

/** A paragraph for each row that says something, with the cells parted. */
function rowsOf(table: HTMLTableElement): HTMLElement[] {
  const { ownerDocument, caption, rows } = table;
  const paragraph = (cells: readonly Node[][]) => {
    const made = ownerDocument.createElement('p');
    made.append(...cells.flatMap((cell, place) => (place === 0 ? cell : [betweenCells, ...cell])));
    return made;
  };
  const said = [...rows].map(({ cells }) =>
    [...cells].flatMap((cell) => [lineOf(cell) ?? []]).filter((cell) => cell.length > 0),
  );
  return [
    ...(caption && caption.textContent.trim() !== '' ? [paragraph([[...caption.childNodes]])] : []),
    ...said.filter((cells) => cells.length > 0).map(paragraph),
  ];
}

/** A paragraph for each line, blanks at its beginning left out. */
function linesOf(element: Element): HTMLElement[] {
  for (const lineBreak of element.querySelectorAll('br')) lineBreak.replaceWith('\n');
  return element.textContent.split(/\r\n?|\n/u).flatMap((line) => {
    if (line.trim() === '') return [];
    const made = element.ownerDocument.createElement('p');
    made.append(line);
    return [made];
  });
}

function asBlock(element: Element): void {
  const made = element.ownerDocument.createElement('div');
  made.append(...element.childNodes);
  element.replaceWith(made);
}

const isBlockByStyle = (element: HTMLElement) =>
  /^(?:block|flex|grid|list-item|table|table-row|table-caption|flow-root)$/u.test(element.style.display);

/**
 * Pasted HTML in which every block has borders that the editor sees: the row of a table becomes a paragraph with its cells
 * parted, a line of preformatted text a paragraph, and any other block that the editor does not know a `div`.
 */
export function partBlocks(html: string): string {
  const wrapped = tablePart.test(html) ? `<table>${html}</table>` : html;
  const { body } = new DOMParser().parseFromString(wrapped, 'text/html');
  // Inner tables first: they are words of the cell that they are in.
  for (const table of [...body.querySelectorAll('table')].toReversed()) table.replaceWith(...rowsOf(table));
  for (const element of body.querySelectorAll('pre,listing,xmp')) element.replaceWith(...linesOf(element));
  for (const element of body.querySelectorAll(unknownBlocks)) asBlock(element);
  for (const item of body.querySelectorAll('li')) if (!item.parentElement?.matches('ul,ol')) asBlock(item);
  for (const element of body.querySelectorAll<HTMLElement>(
    'span[style],a[style],b[style],i[style],font[style]',
  ))
    if (isBlockByStyle(element)) asBlock(element);
  return body.innerHTML;
}
