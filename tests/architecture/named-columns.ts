import type { Hit, TextRule } from './house-rules.ts';

/** Made before the rule; a server of an older version may still call what they made. */
const older = /^server\/migrations\/00(?:[0-4]\d|5[01])_/u;

const allColumns =
  /\bselect\s+(?:distinct\s+)?\*|\breturning\s+\*|\b[a-z_]\w*\.\*(?=\s|,|\))|\.(?:select|returning)All\b|\breturns\s+setof\s+(?!record\b)\w+/giu;

const comments = /\/\*[\s\S]*?\*\/|(?<![:'"`])\/\/.*|--.*/gu;

/** For statements that servers keep prepared while the schema changes. */
export const namedColumns: TextRule = {
  name: 'A statement names its columns.',
  instead:
    'write the columns that are needed, and returns table (…) for a function: a column that is added later would change the answer below a prepared statement.',
  isFor: (file) =>
    /^server\/.*\.(?:ts|mjs|sql)$/u.test(file) && !file.endsWith('.test.ts') && !older.test(file),
  inText: (text) => {
    const code = text.replaceAll(comments, (comment) => comment.replaceAll(/[^\n]/gu, ' '));
    return [...code.matchAll(allColumns)].map(({ 0: found, index }): Hit => ({
      line: code.slice(0, index).split('\n').length,
      found,
    }));
  },
};
