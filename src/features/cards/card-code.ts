import { create } from 'qrcode';
import { cardCode } from '#contract/cards/cards.rules.ts';
import { MissingCredentials } from './card-failures.ts';

/** A QR code as squares. Around it belong four modules of nothing. */
export interface CodeSquares {
  /** Modules on a side. */
  readonly size: number;
  readonly isDark: (column: number, row: number) => boolean;
}

export const quietModules = 4;

/**
 * The code of a card. Level M stands a thumb print over a seventh of it, and keeps it at 37 modules at most: level Q would
 * need 41, each of them smaller on the same card.
 * @throws MissingCredentials
 * @see ISO/IEC 18004
 */
export function codeOf(card: { username: string; badge: string }): CodeSquares {
  if (card.username === '' || card.badge === '') throw new MissingCredentials();
  const { modules } = create(cardCode(card), { errorCorrectionLevel: 'M' });
  return { size: modules.size, isDark: (column, row) => modules.get(row, column) === 1 };
}

export interface Run {
  readonly column: number;
  readonly row: number;
  readonly columns: number;
  readonly rows: number;
}

/** The dark modules as few oblongs: side by side joined to one, and one below the other where both are as wide. */
export function runsOf({ size, isDark }: CodeSquares): Run[] {
  const done: Run[] = [];
  /** Oblongs that may go on in the next row, by their beginning and width. */
  let open = new Map<string, Run>();
  for (let row = 0; row < size; row += 1) {
    const here = new Map<string, Run>();
    for (let column = 0; column < size; column += 1) {
      if (!isDark(column, row)) continue;
      const begin = column;
      while (column < size && isDark(column, row)) column += 1;
      const key = `${begin} ${column}`;
      const above = open.get(key);
      open.delete(key);
      here.set(
        key,
        above ? { ...above, rows: above.rows + 1 } : { column: begin, row, columns: column - begin, rows: 1 },
      );
    }
    done.push(...open.values());
    open = here;
  }
  return [...done, ...open.values()];
}
