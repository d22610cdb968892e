import { graphemes } from './text-picture.ts';

/*
 * Words as lines of a page. Browsers shape every script and have a letter for each; what makes PDFs does neither, see
 * `text-picture.ts`. So lines are measured and drawn on a canvas, and put into the PDF as pictures.
 */

/** Words of one look. */
export interface Run {
  text: string;
  /** Where it begins in its paragraph, in UTF-16 code units. */
  start: number;
  bold: boolean;
  italic: boolean;
  underline: boolean;
}

/** One line: its runs in the order in which they are read. */
export type Line = readonly Run[];

export type Measure = (text: string, run: Pick<Run, 'bold' | 'italic'>) => number;

const isSameLook = (one: Run, other: Run) =>
  one.bold === other.bold && one.italic === other.italic && one.underline === other.underline;

/** Where a line may end: behind a word with the signs and blanks after it, and between letters of scripts without blanks. */
function piecesOf(text: string, language: string): string[] {
  const pieces: string[] = [];
  for (const { segment, isWordLike } of new Intl.Segmenter(language, { granularity: 'word' }).segment(text)) {
    // What opens something stands with the word behind it.
    const last = pieces.at(-1);
    const joins = isWordLike !== true || (last !== undefined && /[\p{Ps}\p{Pi}'’-]$/u.test(last));
    if (last !== undefined && joins && !last.endsWith('\n') && segment !== '\n')
      pieces[pieces.length - 1] += segment;
    else pieces.push(segment);
  }
  return pieces;
}

/** How many lines have room. The space behind a paragraph may have gone beyond the end of the sheet: none has room there. */
export function linesWithin(room: number, lineHeight: number): number {
  return Math.max(0, Math.floor(room / lineHeight));
}

/** Breaks a paragraph into lines no wider than `width`; a word that is wider alone is broken in itself. */
export function linesOf(
  runs: readonly Run[],
  { width, language, measure }: { width: number; language: string; measure: Measure },
): Line[] {
  const lines: Run[][] = [[]];
  let used = 0;
  const begin = () => {
    lines.push([]);
    used = 0;
  };
  const put = (text: string, look: Run, start: number) => {
    const line = lines.at(-1) ?? [];
    const before = line.at(-1);
    if (before && isSameLook(before, look)) line[line.length - 1] = { ...before, text: before.text + text };
    else line.push({ ...look, text, start });
    used += measure(text, look);
  };
  for (const run of runs) {
    if (run.text === '\n') begin();
    else {
      let { start } = run;
      for (const piece of piecesOf(run.text, language)) {
        const needed = measure(piece.trimEnd(), run);
        if (used > 0 && used + needed > width) begin();
        if (needed <= width) {
          const shown = used === 0 ? piece.trimStart() : piece;
          put(shown, run, start + piece.length - shown.length);
          start += piece.length;
        } else
          for (const letter of graphemes(piece)) {
            if (used > 0 && used + measure(letter, run) > width) begin();
            put(letter, run, start);
            start += letter.length;
          }
      }
    }
  }
  return lines;
}
