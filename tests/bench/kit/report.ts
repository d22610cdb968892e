import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { cpus, loadavg, totalmem } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { sayFigure, sayRatio, sayTarget, verdictOf, type Row } from './figures.ts';

/** A part of the bench that can run alone: `npm run bench -- client`. */
export type Part =
  | 'client'
  | 'server'
  | 'app'
  | 'pages'
  | 'office'
  | 'books'
  | 'pictures'
  | 'media'
  | 'money'
  | 'panel'
  | 'bell'
  /** Written by hand. */
  | 'workshop'
  | Drill;

/** One that is run by itself: `npm run drills -- server-killed`. */
export type Drill =
  | 'server-killed'
  | 'database-killed'
  | 'disk-full'
  | 'slow-disk'
  | 'network-cut'
  | 'clocks-apart'
  | 'store-away'
  | 'pooler-away'
  | 'two-versions'
  | 'bell-two-servers';

export interface Table {
  readonly title: string;
  /** What stands in the column of the contestant; unset where there is none. */
  readonly against?: string;
  readonly rows: readonly Row[];
  /** What one has to know to read the figures. */
  readonly notes?: readonly string[];
}

const page = fileURLToPath(new URL('../../../docs/benchmarks.md', import.meta.url));

const parts: Record<Part, string> = {
  client: 'The offline core',
  server: 'The server',
  app: 'The whole app',
  pages: 'Pages that anybody opens',
  office: 'The school office',
  books: 'Books',
  pictures: 'Hostile pictures',
  media: 'Media',
  money: 'Buying',
  bell: 'The bell',
  panel: 'The platform’s panel',
  workshop: 'The workshop',
  'server-killed': 'Drill: one of two servers is killed',
  'database-killed': 'Drill: PostgreSQL is killed',
  'disk-full': 'Drill: the disk of PostgreSQL is full',
  'slow-disk': 'Drill: the disk of PostgreSQL is slow',
  'network-cut': 'Drill: the network to PostgreSQL is cut',
  'clocks-apart': 'Drill: the clock of a server is wrong',
  'store-away': 'Drill: the store of media is away',
  'pooler-away': 'Drill: the pooler is away',
  'two-versions': 'Drill: servers of two versions',
  'bell-two-servers': 'Drill: the bell, and one of two servers is killed behind HAProxy and PgBouncer',
};

const intro = `# Benchmarks

Written by \`npm run bench\`; only The workshop is written by hand. \`npm run bench -- client\`, \`-- server\`, \`-- app\`, \`-- pages\`, \`-- office\`, \`-- books\`, \`-- pictures\`, \`-- media\`, \`-- money\`, \`-- panel\` or \`-- bell\` measures
one part anew and leaves the others as they are. Nothing in it asserts a duration: it fails only where something breaks. \`npm run drills\` does the same for drills, which fail where something
did not hold.

Each figure is the median of five rounds, with the smallest and the largest in brackets, after a round that does not
count; one without brackets was taken once. The offline core begins each round with an empty device. What is compared
runs in turns, in the same round, on the same page, with production builds; a ratio is median over median. Chromium is
driven by Playwright, without a window.`;

/** How much else the machine had to do when the part began; 0 where the system does not tell. */
const [loadBefore] = loadavg();

function sayMachine(): string {
  const [processor] = cpus();
  const memory = Math.round(totalmem() / 2 ** 30);
  return `${processor?.model.trim() ?? 'unknown processor'}, ${cpus().length} cores, ${memory} GB, ${process.platform} ${process.arch}, load average ${loadBefore?.toFixed(1)} before it began`;
}

/** Prints the tables and puts them into docs/benchmarks.md in place of what that part said before. */
export async function report(part: Part, measuredWith: string, tables: readonly Table[]): Promise<void> {
  const date = new Date().toISOString().slice(0, 10);
  const written = [
    `## ${parts[part]}`,
    `${date}. ${sayMachine()}. ${measuredWith}, Node ${process.versions.node}.`,
    ...tables.map(writeTable),
  ].join('\n\n');
  console.log(`\n${tables.map(printTable).join('\n\n')}\n`);
  // Exploring plays drills on a machine that does much else.
  if (process.env['DRILL_FIGURES'] !== 'said') await replaceSection(part, written);
}

function cells({ against, rows }: Table): string[][] {
  const isCompared = against !== undefined;
  const head = ['', 'Quillshelf', ...(isCompared ? [against, 'ratio'] : []), 'target', ''];
  return [head, ...rows.map((row) => cellsOf(row, isCompared))];
}

function cellsOf(row: Row, isCompared: boolean): string[] {
  const { what, ours, against, target } = row;
  const comparison = isCompared ? [against ? sayFigure(against) : '', sayRatio(row)] : [];
  return [
    what,
    typeof ours === 'string' ? ours : sayFigure(ours),
    ...comparison,
    target ? sayTarget(target, ours) : '',
    verdictOf(row) ?? '',
  ];
}

function writeTable(table: Table): string {
  const [head = [], ...rows] = cells(table);
  const line = (words: readonly string[]) => `| ${words.join(' | ')} |`;
  const notes = (table.notes ?? []).map((note) => `- ${note}`);
  return [
    `### ${table.title}\n`,
    line(head),
    line(head.map(() => '---')),
    ...rows.map(line),
    ...(notes.length > 0 ? ['', ...notes] : []),
  ].join('\n');
}

function printTable(table: Table): string {
  const rows = cells(table);
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const lines = rows.map((row) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  '));
  return [table.title, ...lines.map((line) => `  ${line.trimEnd()}`)].join('\n');
}

async function replaceSection(part: Part, written: string): Promise<void> {
  const before = existsSync(page) ? await readFile(page, 'utf8') : '';
  const sections = (Object.keys(parts) as Part[]).flatMap((name) => {
    const section = name === part ? written : readSection(before, name);
    return section === null ? [] : [`${opening(name)}\n\n${section}\n\n${closing(name)}`];
  });
  await writeFile(page, `${[intro, ...sections].join('\n\n')}\n`);
  console.log(`Written to ${path.relative(process.cwd(), page)}`);
}

const opening = (part: Part) => `<!-- ${part} -->`;
const closing = (part: Part) => `<!-- end of ${part} -->`;

function readSection(text: string, part: Part): string | null {
  const from = text.indexOf(opening(part));
  const to = text.indexOf(closing(part));
  return from < 0 || to < from ? null : text.slice(from + opening(part).length, to).trim();
}
