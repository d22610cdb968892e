import { type Ban, everywhere, type Row } from './arrow.ts';
import { contractRows } from './arrows-of-contract.ts';
import { pageRows } from './arrows-of-pages.ts';
import { serverRows } from './arrows-of-server.ts';
import { type CodeFile, resolve, type Target } from './import-graph.ts';

export interface Finding {
  readonly from: string;
  readonly line: number;
  readonly to: string;
  readonly why: string;
  readonly instead: string;
}

export const rows: readonly Row[] = [
  ...contractRows,
  ...pageRows,
  ...serverRows,
  { from: 'tests/**', file: 'tests/api/students.test.ts', may: ['**'], bans: [] },
  { from: 'vitest.config.ts', file: 'vitest.config.ts', may: ['**'], bans: [] },
  { from: '*.config.ts', file: 'vite.config.ts', may: ['server/**', 'contract/**', 'package:**'], bans: [] },
];

/** What is none of the places, for any row. */
const elsewhere: Ban = {
  to: '**',
  why: 'no arrow leads from here to there.',
  instead:
    'see the allowed arrows in docs/architecture.md; most often the piece moves down a shelf, or comes as a parameter.',
  planted: 'scripts/helper.ts',
};

export function bansOf(row: Row): readonly Ban[] {
  if (row.may.includes('**')) return [];
  return [...everywhere, ...row.bans, ...(row.bans.some(({ to }) => to === '**') ? [] : [elsewhere])];
}

const isTest = (file: string) => /\.test\.tsx?$/u.test(file);

export function rowOf(file: string): Row | undefined {
  return rows.find(({ from }) => matches(from, file));
}

export function checkArrows(files: readonly CodeFile[]): Finding[] {
  return files.filter((file) => !isTest(file.path)).flatMap(checkFile);
}

function checkFile(file: CodeFile): Finding[] {
  const row = rowOf(file.path);
  if (!row) {
    return [
      {
        from: file.path,
        line: 1,
        to: '(anything)',
        why: 'this place is on no shelf.',
        instead:
          'put the file on a shelf of docs/architecture.md, or give the place a row in tests/architecture/arrows.ts.',
      },
    ];
  }
  if (row.may.includes('**')) return [];
  return file.imports.flatMap(({ specifier, typeOnly, line }): Finding[] => {
    if (specifier === null) {
      return [
        {
          from: file.path,
          line,
          to: '(computed)',
          why: 'an import with a computed path cannot be followed.',
          instead: 'write the path as text; for a choice among files, one import() for each.',
        },
      ];
    }
    const target = resolve(file.path, specifier);
    if (target === null) {
      return [
        {
          from: file.path,
          line,
          to: specifier,
          why: 'the path is neither a file of the project nor a package.',
          instead:
            "write '#contract/…', '#src/…' or '#server/…' with the file extension, or './…' in the same folder.",
        },
      ];
    }
    const ban = judge(row, file.path, target, typeOnly);
    return ban ? [{ from: file.path, line, to: target, why: ban.why, instead: ban.instead }] : [];
  });
}

function judge(row: Row, from: string, target: NonNullable<Target>, typeOnly: boolean): Ban | undefined {
  const name = matches(row.from, from)?.[1] ?? '';
  const allowed = [...row.may, ...(row.mayOf?.[name] ?? []), ...(typeOnly ? (row.mayByType ?? []) : [])];
  const never = everywhere.find(({ to }) => matches(to, target));
  if (never) return never;
  if (allowed.some((pattern) => matches(pattern.replace(/<\w+>/u, name), target))) return undefined;
  return bansOf(row).find(({ to }) => matches(to, target));
}

function matches(pattern: string, text: string): RegExpExecArray | null {
  const source = pattern
    .replaceAll(/[.+?^$()[\]{}|\\]/gu, String.raw`\$&`)
    .replaceAll('**', '\0')
    .replaceAll('*', '[^/]*')
    .replaceAll('\0', '.*')
    .replaceAll(/<\w+>/gu, '([^/]+)');
  return new RegExp(`^${source}$`, 'u').exec(text);
}

export function sayFinding({ from, line, to, why, instead }: Finding): string {
  return `${from}:${line} -> ${to}: ${why} Instead: ${instead}`;
}
