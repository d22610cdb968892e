import type { Hit, TextRule } from './house-rules.ts';
import { statementsOf, type Token } from './migrations.ts';

/*
 * A change of the schema runs while servers of the version before go on (CONTRIBUTING.md, "Changing the database"). Here stands
 * what would stop them: by a lock that is held for long, or by taking away what they use.
 */

/** Files from this number on; what is older was made before anybody ran two servers. */
export const firstChecked = 160;

const isChecked = (file: string) => {
  const [, number] = /^server\/migrations\/(\d+)_\w+\.sql$/u.exec(file) ?? [];
  return Number(number) >= firstChecked;
};

interface Statement {
  readonly words: string;
  readonly line: number;
  /** Of `alter table`, `create index` and their kin. */
  readonly table: string | null;
}

const readAll = (sql: string): Statement[] =>
  statementsOf(sql).map((tokens) => ({
    words: tokens.map(({ text }) => text).join(' '),
    line: tokens[0]?.line ?? 1,
    table: tableOf(tokens.map(({ text }: Token) => text)),
  }));

function tableOf(words: readonly string[]): string | null {
  const after = (word: string) =>
    words.slice(words.indexOf(word) + 1).find((each) => !['if', 'exists', 'only', 'not'].includes(each)) ??
    null;
  if (words[0] === 'update') return after('update');
  if (words[0] === 'delete') return after('from');
  if (words[0] === 'insert') return after('into');
  if (words.includes('index') && words.includes('on')) return after('on');
  return words.includes('table') ? after('table') : null;
}

/** In lines of comment right above a statement: why this one stops nobody. */
const reason = /^-- No stop: .{20,}$/u;

function hasReason(sql: string, { line }: Statement): boolean {
  const above = sql.split('\n').slice(0, line - 1);
  while (/^\s*--/u.test(above.at(-1) ?? '')) if (reason.test((above.pop() ?? '').trim())) return true;
  return false;
}

/** A rule about statements; tables that the file makes itself are nobody's yet. */
function aboutStatements(
  told: { name: string; instead: string },
  isBad: (words: string, sql: string) => boolean,
): TextRule {
  return {
    ...told,
    isFor: isChecked,
    inText: (sql): Hit[] => {
      const statements = readAll(sql);
      const made = new Set(
        statements.filter(({ words }) => words.startsWith('create table')).map(({ table }) => table),
      );
      return statements
        .filter(({ words, table }) => !made.has(table) && isBad(words, sql))
        .filter((statement) => !hasReason(sql, statement))
        .map(({ words, line }) => ({ line, found: words.split(' ').slice(0, 8).join(' ') }));
    },
  };
}

const isAlter = (words: string) => words.startsWith('alter table');

/** The parts of `alter table … add …, add …`. */
const addedColumns = (words: string) =>
  isAlter(words)
    ? words.split(' , ').filter((part) => /\badd (?!constraint|primary|unique|check|foreign)/u.test(part))
    : [];

export const schemaChangeRules: readonly TextRule[] = [
  aboutStatements(
    {
      name: 'Nothing is taken away that the version before uses.',
      instead:
        'stop using it in one version and drop it in a later one, with a line "-- No stop: …" above that says since when nobody uses it.',
    },
    (words) =>
      /^drop (?:table|view|materialized view|function|procedure|type|schema)\b/u.test(words) ||
      (isAlter(words) &&
        /\bdrop (?:column|expression|(?!constraint|not|default|identity)\w+ (?:cascade|restrict|,|$))/u.test(
          `${words} `,
        )) ||
      words.startsWith('truncate'),
  ),
  aboutStatements(
    {
      name: 'Nothing gets another name or type.',
      instead: 'add a column beside it, write both, fill it by a task, read the new one, drop the old one.',
    },
    (words) =>
      /^alter \w+ .*\brename\b/u.test(words) ||
      (isAlter(words) && /\balter (?:column )?\w+ (?:set data )?type\b/u.test(words)),
  ),
  aboutStatements(
    {
      name: 'A new column is filled by what does not know it.',
      instead: 'let it be null, or give it a constant default; a function as default writes every row anew.',
    },
    (words) =>
      addedColumns(words).some(
        (part) =>
          (/\bnot null\b/u.test(part) && !/\bdefault\b|\bgenerated\b/u.test(part)) ||
          /\bdefault (?!now \()\w+ \(/u.test(part) ||
          /\bgenerated always as \(.*\) stored\b/u.test(part),
      ),
  ),
  aboutStatements(
    {
      name: 'No constraint reads a whole table under a lock.',
      instead:
        'add it not valid, and validate it in the next file; a column that is never null gets a check first.',
    },
    (words) =>
      isAlter(words) &&
      (/\bset not null\b/u.test(words) ||
        (/\badd (?:constraint \w+ )?(?:check|foreign key)\b/u.test(words) && !/\bnot valid\b/u.test(words)) ||
        (/\badd (?:constraint \w+ )?(?:unique|primary key|exclude)\b/u.test(words) &&
          !/\busing index\b/u.test(words))),
  ),
  aboutStatements(
    {
      name: 'An index is made while others write.',
      instead:
        'write create index concurrently, alone in a file whose first line is "-- No transaction." (server/platform/migrate.ts).',
    },
    (words, sql) => {
      const isConcurrent = /\bconcurrently\b/u.test(words);
      if (/^create (?:unique )?index\b/u.test(words) && isConcurrent)
        return !sql.startsWith('-- No transaction.\n') || statementsOf(sql).length !== 1;
      return (
        /^(?:create (?:unique )?index|drop index|reindex|refresh materialized view)\b/u.test(words) &&
        !isConcurrent
      );
    },
  ),
  aboutStatements(
    {
      name: 'No table is locked or written anew.',
      instead: 'leave locks to what needs them, and maintenance to PostgreSQL.',
    },
    (words) =>
      /^(?:lock|cluster|vacuum)\b/u.test(words) ||
      (isAlter(words) && /\bset (?:un)?logged\b|\bset tablespace\b/u.test(words)),
  ),
  aboutStatements(
    {
      name: 'Rows are changed by a task, tenant by tenant.',
      instead:
        'add a task of a kind that fills it (server/platform/due-work.ts), and read the old place until it is done.',
    },
    (words) =>
      /^(?:update|delete|insert|with|merge)\b/u.test(words) ||
      (words.startsWith('do ') && /\b(?:update|delete from|insert into)\b/iu.test(words)),
  ),
];
