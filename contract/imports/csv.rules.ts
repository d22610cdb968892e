import Papa from 'papaparse';
import { tidyText } from '../kit/text.ts';
import { limits } from '../kit/limits.ts';
import type { ProblemDefinition } from '../kit/problem.ts';
import { columnsByContent, columnsByHeader, type CsvColumns } from './csv-columns.rules.ts';
import { doubtsOf, isNoChild, type RowDoubt } from './csv-doubts.rules.ts';
import { decodeCsv, type CsvEncoding } from './csv-text.rules.ts';
import { importProblems } from './imports.problems.ts';
import { checkRow, type RowProblem } from './imports.rules.ts';

/** A file as a table: its cells tidied, its empty rows still in it, so that rows keep their numbers. */
export interface CsvTable {
  records: readonly (readonly string[])[];
  encoding: CsvEncoding;
  separator: string;
  /** True where every line is two names with a comma and a blank between them. */
  commaOrder: boolean;
}

/** A line that makes no child: a title above the line of headers, or one of a grade book. */
export interface LeftOutLine {
  /** As spreadsheets count. */
  row: number;
  text: string;
}

/** A row of a file as it was understood. */
export interface CsvRow {
  /** As spreadsheets count, the line of headers included. */
  row: number;
  first_name: string;
  last_name: string;
  problem: RowProblem | null;
  /** What has to be asked before it becomes a child. */
  doubt: RowDoubt | null;
}

/** How a table is understood. Its rows are read one after the other, so that whoever reads them can show how far it is. */
export interface CsvPlan {
  columns: CsvColumns;
  hasHeader: boolean;
  /** What is left aside, by its header, or by its place where there is none. */
  unused: readonly string[];
  leftOut: readonly LeftOutLine[];
  /** True where the order of first and last names is unclear: "Fern, Zoë" in every line. */
  asksOrder: boolean;
  /** How many rows may be children. */
  count: number;
  rows: () => Generator<CsvRow>;
}

export type CsvReading =
  | { refused: ProblemDefinition }
  | { table: Pick<CsvTable, 'encoding' | 'separator'>; plan: Omit<CsvPlan, 'rows'>; rows: CsvRow[] };

/** The rarer in names, the sooner. */
const separators = ['\t', ';', '|', ','];

/** No text has it in it here: with it as the mark, quotation marks are letters like others. */
const noQuotes = '\u0000';

/** What stands between the cells: what parts the first line, and most of the lines below it. */
function guessSeparator(text: string): string {
  const found = separators.map((separator) => {
    const { data } = Papa.parse<string[]>(text, { ...lineEnds, delimiter: separator, preview: 50 });
    const [first, ...others] = data.filter((record) => record.some((cell) => cell.trim() !== ''));
    const parted = others.filter((record) => record.length > 1).length;
    return { separator, score: parted + (first && first.length > 1 ? data.length : 0) };
  });
  const best = found.reduce((one, other) => (other.score > one.score ? other : one));
  return best.score > 0 ? best.separator : ',';
}

const lineEnds = { newline: '\n' } as const;

/** Cells of a text. Where a quotation mark is never closed, all behind it would be one cell: then marks count for nothing. */
function split(text: string, separator: string): string[][] {
  const options = { ...lineEnds, delimiter: separator };
  const { data, errors } = Papa.parse<string[]>(text, options);
  if (!errors.some(({ code }) => code === 'MissingQuotes')) return data;
  const literal = Papa.parse<string[]>(text, { ...options, quoteChar: noQuotes });
  return literal.data.map((record) =>
    record.map((cell) =>
      cell
        .trim()
        .replace(/^"(.*)"$/u, '$1')
        .replaceAll('""', '"'),
    ),
  );
}

/** Null for what is no text, whatever it is called. */
export function readTable(bytes: Uint8Array): CsvTable | null {
  const decoded = decodeCsv(bytes);
  if (!decoded) return null;
  // Line ends of every kind, mixed as they come: those of three systems, of word processors and of mainframes.
  const text = decoded.text.replaceAll(/\r\n?|[\u0085\u2028\u2029]/gu, '\n');
  // Spreadsheets write and read such a line, and do not show it.
  const declared = /^sep=(.)\n/iu.exec(text);
  const list = text.slice(declared?.[0].length ?? 0);
  const separator = declared?.[1] ?? guessSeparator(list);
  const records = split(list, separator).map((record) => record.map(tidyText));
  const lines = list.split('\n').filter((line) => line.trim() !== '');
  const commaOrder = separator === ',' && lines.every((line) => lastThenFirst.test(line));
  return { records, encoding: decoded.encoding, separator, commaOrder };
}

/** Two names with a comma and a blank between them. */
const lastThenFirst = /^[^,"]*\p{L}[^,"]*,[\t ]+[^,"]*\p{L}[^,"]*$/u;

const isEmpty = (record: readonly string[]) => record.every((cell) => cell === '');

/** The first word is the first name, the rest the last name; before a comma stands the last name. */
function splitFullName(name: string): { first_name: string; last_name: string } {
  const [before = '', ...after] = name.split(/[,،，]/u).map(tidyText);
  const behind = after.filter((part) => part !== '').join(' ');
  if (behind !== '') return { first_name: behind, last_name: before };
  const [first_name = '', ...rest] = before.split(' ');
  return { first_name, last_name: rest.join(' ') };
}

function unusedColumns(
  header: readonly string[] | null,
  filled: readonly (readonly string[])[],
  { first, last, full }: CsvColumns,
): string[] {
  // What is wider than its headers is looked at row by row.
  const width = header?.length ?? filled.reduce((widest, record) => Math.max(widest, record.length), 0);
  return Array.from({ length: width }, (_, place) => place)
    .filter((place) => place !== first && place !== last && place !== full)
    .filter((place) => filled.some((record) => record[place]))
    .map((place) => header?.[place] || `Column ${place + 1}`);
}

/** Lines that are looked through for the one that names the columns. */
const headerWithin = 20;

interface Header {
  place: number;
  columns: CsvColumns;
}

/**
 * The line that names the columns: the first that names both a first and a last name, else the first that names anybody. Titles stand
 * above it; a line below the first one has to name two columns, or one in several words, since children are called Name as well.
 */
function findHeader(records: readonly (readonly string[])[]): Header | null {
  const lines = records.flatMap((record, place) => (isEmpty(record) ? [] : [{ record, place }]));
  const found = lines.slice(0, headerWithin).flatMap(({ record, place }, line) => {
    const columns = columnsByHeader(record);
    if (!columns) return [];
    const named = record[columns.first ?? columns.full ?? 0] ?? '';
    const isSure = record.filter((cell) => cell !== '').length > 1 || /[\s_]/u.test(named);
    return line === 0 || isSure ? [{ place, columns }] : [];
  });
  const both = found.find(({ columns: { first, last } }) => first !== null && last !== null);
  return both ?? found[0] ?? null;
}

/** What a line says, for people. */
const lineInWords = (record: readonly string[]) => record.filter((cell) => cell !== '').join(', ');

/** How the table is understood; null where nobody's name is in it. */
export function planTable({ records, commaOrder }: CsvTable): CsvPlan | null {
  const start = records.findIndex((record) => !isEmpty(record));
  if (start < 0) return null;
  const header = findHeader(records);
  const top = header ? (records[header.place] ?? null) : null;
  const firstRow = header ? header.place + 1 : start;
  const columns =
    header?.columns ?? columnsByContent(records.slice(firstRow).filter((record) => !isEmpty(record)));
  if (!columns) return null;
  const { first, last, full } = columns;

  function namesIn(record: readonly string[]) {
    if (full !== null) return splitFullName(record[full] ?? '');
    return {
      first_name: first === null ? '' : (record[first] ?? ''),
      last_name: last === null ? '' : (record[last] ?? ''),
    };
  }

  const isHeaderAgain = (record: readonly string[]) =>
    top !== null && record.length === top.length && record.every((cell, place) => cell === top[place]);
  const leftOut: LeftOutLine[] = [];
  const kept: { record: readonly string[]; row: number }[] = [];
  for (const [place, record] of records.entries()) {
    if (isEmpty(record) || place === header?.place) continue;
    const isTitle = header !== null && place < header.place;
    if (isTitle || isHeaderAgain(record) || (header !== null && isNoChild(namesIn(record))))
      leftOut.push({ row: place + 1, text: lineInWords(record) });
    else kept.push({ record, row: place + 1 });
  }
  if (kept.length === 0) return null;
  const filled = kept.map(({ record }) => record);
  const doubtOf = doubtsOf({ header: top, columns, records: filled });

  return {
    columns,
    hasHeader: header !== null,
    unused: unusedColumns(top, filled, columns),
    leftOut,
    asksOrder: header === null && commaOrder && first !== null && last !== null,
    count: kept.length,
    rows: function* readRows(): Generator<CsvRow> {
      for (const { record, row } of kept) {
        const names = namesIn(record);
        const isTooWide = top !== null && record.slice(top.length).some((cell) => cell !== '');
        const problem: RowProblem | null = isTooWide
          ? {
              field: 'last_name',
              reason: 'This row has more columns than the first row. Please check the name',
            }
          : checkRow(names);
        yield { row, ...names, problem, doubt: doubtOf(record, names) };
      }
    },
  };
}

/** What keeps a plan from being followed; null where nothing does. */
export function checkPlan(plan: CsvPlan | null): ProblemDefinition | null {
  if (!plan) return importProblems.empty;
  return plan.count > limits.rowsPerImport ? importProblems.too_many_rows : null;
}

/** All of it in one go: what a file says, row by row, or why it says nothing. */
export function readCsv(bytes: Uint8Array): CsvReading {
  if (bytes.byteLength > limits.csvBytes) return { refused: importProblems.too_large };
  const table = readTable(bytes);
  if (!table) return { refused: importProblems.not_csv };
  const plan = planTable(table);
  const refused = checkPlan(plan);
  if (refused || !plan) return { refused: refused ?? importProblems.empty };
  const { rows, ...facts } = plan;
  const { encoding, separator } = table;
  return { table: { encoding, separator }, plan: facts, rows: [...rows()] };
}
