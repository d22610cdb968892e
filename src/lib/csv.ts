import Papa from 'papaparse';
import { localDayOf } from './days.ts';

/** A column of a file: its head, and what it says of a row. */
export type CsvColumn<Row> = readonly [head: string, value: (row: Row) => string | number];

/** The day on the wall where the file is made, as spreadsheets know it: 2026-11-03. */
export function dayOf(instant: string | null): string {
  return instant === null ? '' : localDayOf(new Date(instant));
}

/** What spreadsheets run begins with one of these; those of East Asia take the wide ones as well. */
const formula = /^[=+\-@\t\r\n＝＋－＠]/u;

/**
 * A list for a spreadsheet. With a byte order mark, without which Excel takes it for another encoding. A cell that a
 * spreadsheet would run as a formula gets an apostrophe in front: people are called, and write, whatever they like.
 * @see RFC 4180
 */
export function csvOf<Row>(columns: readonly CsvColumn<Row>[], rows: readonly Row[]): string {
  const heads = columns.map(([head]) => head);
  const cells = rows.map((row) => columns.map(([, value]) => value(row)));
  return `\uFEFF${Papa.unparse([heads, ...cells], { escapeFormulae: formula })}\r\n`;
}

/** @param now when the file is made */
export function csvName(list: string, now: Date): string {
  return `${list}_${localDayOf(now)}.csv`;
}
