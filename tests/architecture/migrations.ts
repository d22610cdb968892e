import type { Hit, TextRule } from './house-rules.ts';

/*
 * Reads the SQL of the migrations for what holds tenants apart. The server asks PostgreSQL again when it starts
 * (server/platform/self-test.ts); here the way out is said before a database is there.
 */

/** Tables that belong to no tenant, and why. */
export const tablesOfNobody = new Map([
  ['tenants', 'the tenants themselves, under policies of their own'],
  ['modes', 'of the platform, for all schools to read; what a school makes of them stands in mode_locks'],
  ['mode_pictures', 'of modes, for all schools to show'],
  ['causes', 'for all schools to read, under policies of their own'],
  ['cause_pictures', 'of causes, read where the cause is'],
  ['cause_updates', 'of causes, read where the cause is'],
  ['cause_sums', 'sums that a school writes and the platform adds up'],
  ['cause_totals', 'of all schools together, for all to read'],
  ['payouts', 'of the platform, which pays out for all schools; their parts stand in payout_parts'],
  ['payout_proofs', 'of payouts, read where the payout is'],
  ['seller', 'of the platform, who sells for all schools'],
  ['bank_accounts', 'of the platform, for all schools to tell their buyers'],
  ['tax_rates', 'of the platform, for all schools to read'],
  ['subscription_plans', 'of the platform, for all schools to choose from'],
  ['subscription_variants', 'of plans, read where the plan is'],
  ['subscription_rules', 'one row of the platform: whether schools need a plan'],
  ['shop_codes', 'no two schools have the same; each sees its own'],
  ['mail_suppressions', 'hashes of addresses that no school writes to'],
  ['watched_words', 'of the platform, looked for in what every school publishes'],
  ['installation', 'one row about the data as a whole'],
  ['login_roles', 'how servers sign in; read by the owner alone'],
]);

export interface Token {
  /** In lower case, without the quotes of a quoted name; a text and a `$$` body keep theirs. */
  readonly text: string;
  readonly line: number;
}

interface Key {
  readonly kind: 'primary key' | 'unique' | 'foreign key';
  readonly table: string;
  readonly columns: readonly string[];
  /** Of a foreign key: where it leads. */
  readonly target: { readonly table: string; readonly columns: readonly string[] } | null;
  readonly line: number;
}

interface Table {
  readonly name: string;
  readonly columns: readonly string[];
  readonly line: number;
}

const isMigration = (file: string) => file.startsWith('server/migrations/') && file.endsWith('.sql');
const ofTenants = (table: string) => !tablesOfNobody.has(table);

const tenantColumn: TextRule = {
  name: 'A row belongs to a tenant.',
  instead:
    'give the table tenant_id uuid not null references tenants (id); a table of nobody is named, with the reason, in tests/architecture/migrations.ts.',
  isFor: isMigration,
  inText: (sql) =>
    tablesOf(sql)
      .filter(({ name, columns }) => ofTenants(name) && !columns.includes('tenant_id'))
      .map(({ name, line }) => ({ line, found: `${name} has no tenant_id` })),
};

const tenantFirst: TextRule = {
  name: 'The keys of a tenant’s table begin with tenant_id.',
  instead:
    'write primary key (tenant_id, …), unique (tenant_id, …) and foreign key (tenant_id, …) references other (tenant_id, …).',
  isFor: isMigration,
  inText: (sql) => {
    const keys = keysOf(sql).filter(({ table }) => ofTenants(table));
    const wrong = keys
      .filter(({ columns, target }) => {
        if (target !== null && !ofTenants(target.table)) return false;
        return columns[0] !== 'tenant_id' || (target !== null && target.columns[0] !== 'tenant_id');
      })
      .map(({ kind, table, columns, line }) => ({
        line,
        found: `${table}: ${kind} (${columns.join(', ')})`,
      }));
    const keyed = new Set(keys.filter(({ kind }) => kind === 'primary key').map(({ table }) => table));
    const keyless = tablesOf(sql)
      .filter(({ name }) => ofTenants(name) && !keyed.has(name))
      .map(({ name, line }) => ({ line, found: `${name}: no primary key` }));
    return [...wrong, ...keyless];
  },
};

const protectedTables: TextRule = {
  name: 'A tenant’s table is protected by the migration that makes it.',
  instead: "write call protect_tenant_table('<table>', '<privileges>') below it, in the same file.",
  isFor: isMigration,
  inText: (sql) => {
    const safe = new Set(
      statementsOf(sql).flatMap(([call, procedure, open, name]) =>
        call?.text === 'call' && procedure?.text === 'protect_tenant_table' && open?.text === '(' && name
          ? [name.text.slice(1, -1)]
          : [],
      ),
    );
    return tablesOf(sql)
      .filter(({ name }) => ofTenants(name) && !safe.has(name))
      .map(({ name, line }) => ({ line, found: `${name} is not protected` }));
  },
};

const plainTables: TextRule = {
  name: 'A table is made by a plain create table.',
  instead:
    'list its columns and keys in create table <name> (…), outside of any function, so that they can be checked.',
  isFor: isMigration,
  inText: (sql) => {
    const made = statementsOf(sql).flatMap((statement): Hit[] => {
      const words = statement.map(({ text }) => text);
      const [first] = statement;
      if (!first || words[0] !== 'create') return [];
      const at = words.indexOf('table');
      const isTable = at > 0 && at < 4 && words.slice(1, at).every((word) => word !== 'function');
      const plain =
        at === 1 && words[3] === '(' && words[4] !== 'like' && outside(statement, ')') === words.length - 1;
      return isTable && !plain ? [{ line: first.line, found: words.slice(0, 6).join(' ') }] : [];
    });
    const hidden = tokensOf(sql)
      .filter(({ text }) => /^\$\w*\$/u.test(text) && /\bcreate\s+(?:\w+\s+)?table\b/u.test(text))
      .map(({ line }) => ({ line, found: 'create table in the body of a function' }));
    const later = statementsOf(sql).flatMap((statement): Hit[] => {
      const words = statement.map(({ text }) => text).join(' ');
      const found = /^alter table .*\badd (?:column )?(?:if not exists )?tenant_id\b/u.exec(words);
      return found && statement[0] ? [{ line: statement[0].line, found: 'tenant_id added afterwards' }] : [];
    });
    return [...made, ...hidden, ...later];
  },
};

const firmWalls: TextRule = {
  name: 'Nothing goes round row-level security.',
  instead:
    'add a policy that is as narrow as the case, as tenants_by_host is, and a test that shows its edge.',
  isFor: isMigration,
  inText: (sql) =>
    tokensOf(sql).flatMap((token, index, tokens): Hit[] => {
      const words = tokens.slice(index, index + 5).map(({ text }) => text);
      const said = words.join(' ');
      const [found] =
        /^(?:disable row level security|no force row level security|bypassrls|security definer|to public\b)/u.exec(
          said,
        ) ?? [];
      return found === undefined ? [] : [{ line: token.line, found }];
    }),
};

export const migrationRules: readonly TextRule[] = [
  tenantColumn,
  tenantFirst,
  protectedTables,
  plainTables,
  firmWalls,
];

/** Every rule asks for the same text: the last one is read once. */
let lastRead: { sql: string; tokens: readonly Token[] } = { sql: '', tokens: [] };

/** Without comments. A dollar-quoted body is one token. */
function tokensOf(sql: string): readonly Token[] {
  if (lastRead.sql !== sql) lastRead = { sql, tokens: readTokens(sql) };
  return lastRead.tokens;
}

function readTokens(sql: string): Token[] {
  const pattern =
    /--.*|\/\*[\s\S]*?\*\/|\$(\w*)\$[\s\S]*?\$\1\$|'(?:[^']|'')*'|"[^"]*"|[a-z_][\w$]*|\d+|\S/giu;
  const tokens: Token[] = [];
  let line = 1;
  let seen = 0;
  for (const { 0: text, index } of sql.matchAll(pattern)) {
    line += sql.slice(seen, index).split('\n').length - 1;
    seen = index;
    if (text.startsWith('--') || text.startsWith('/*')) continue;
    const bare = text.startsWith('"') ? text.slice(1, -1) : text;
    tokens.push({ text: bare.startsWith("'") ? bare : bare.toLowerCase(), line });
  }
  return tokens;
}

export function statementsOf(sql: string): Token[][] {
  return splitOutside(tokensOf(sql), ';');
}

/** Cuts at the separators that are in no parentheses; empty pieces are left out. */
function splitOutside(tokens: readonly Token[], separator: string): Token[][] {
  const pieces: Token[][] = [[]];
  let depth = 0;
  for (const token of tokens) {
    if (token.text === '(') depth += 1;
    if (token.text === ')') depth -= 1;
    if (depth === 0 && token.text === separator) pieces.push([]);
    else pieces.at(-1)?.push(token);
  }
  return pieces.filter((piece) => piece.length > 0);
}

/** The pieces between the commas of `create table <name> (…)`. */
function partsOf(statement: readonly Token[]): { name: string; line: number; parts: Token[][] } | null {
  const [create, table, name, open] = statement;
  if (create?.text !== 'create' || table?.text !== 'table' || !name || open?.text !== '(') return null;
  return { name: name.text, line: create.line, parts: splitOutside(statement.slice(4, -1), ',') };
}

const keyWords = new Set(['primary', 'unique', 'foreign', 'constraint', 'check', 'exclude', 'like']);

function tablesOf(sql: string): Table[] {
  return statementsOf(sql).flatMap((statement) => {
    const made = partsOf(statement);
    if (made === null) return [];
    const columns = made.parts.flatMap(([first]) => (first && !keyWords.has(first.text) ? [first.text] : []));
    return [{ name: made.name, line: made.line, columns }];
  });
}

function keysOf(sql: string): Key[] {
  return statementsOf(sql).flatMap((statement) => {
    const made = partsOf(statement);
    if (made !== null) return made.parts.flatMap((part) => keysIn(part, made.name));
    return [...addedKeys(statement), ...uniqueIndex(statement)];
  });
}

/** `alter table <name> add …, add …` */
function addedKeys(statement: readonly Token[]): Key[] {
  const words = statement.map(({ text }) => text);
  if (words[0] !== 'alter' || words[1] !== 'table') return [];
  const table = words.slice(2).find((word) => !['if', 'exists', 'only'].includes(word));
  const at = words.indexOf('add');
  if (at === -1 || table === undefined) return [];
  return splitOutside(statement.slice(at), ',').flatMap((part) => {
    const rest = part.filter(({ text }, index) => !(index < 2 && ['add', 'column'].includes(text)));
    return keysIn(rest, table);
  });
}

/** `create unique index <name> on <table> (…)` */
function uniqueIndex(statement: readonly Token[]): Key[] {
  const words = statement.map(({ text }) => text);
  if (words[0] !== 'create' || words[1] !== 'unique' || words[2] !== 'index') return [];
  const table = words[words.indexOf('on') + 1];
  if (table === undefined) return [];
  return [
    {
      kind: 'unique',
      table,
      columns: namesAfter(statement, words.indexOf('on')),
      target: null,
      line: lineOf(statement),
    },
  ];
}

/** Of one column with what is written behind it, or of one constraint. */
function keysIn(part: readonly Token[], table: string): Key[] {
  const words = part.map(({ text }) => text);
  const isConstraint = keyWords.has(words[0] ?? '');
  const line = lineOf(part);
  const keys: Key[] = [];
  const columnsAt = (index: number) => (isConstraint ? namesAfter(part, index) : words.slice(0, 1));
  const primary = outside(part, 'primary');
  const unique = outside(part, 'unique');
  const references = outside(part, 'references');
  if (primary >= 0)
    keys.push({ kind: 'primary key', table, columns: columnsAt(primary), target: null, line });
  if (unique >= 0) keys.push({ kind: 'unique', table, columns: columnsAt(unique), target: null, line });
  if (references >= 0) {
    const other = words[references + 1] ?? '';
    const named = words[references + 2] === '(' ? namesAfter(part, references) : [];
    const target = { table: other, columns: named };
    keys.push({ kind: 'foreign key', table, columns: columnsAt(outside(part, 'foreign')), target, line });
  }
  return keys;
}

/** Where a word stands in no parentheses; -1 when it does not. */
function outside(tokens: readonly Token[], word: string): number {
  let depth = 0;
  return tokens.findIndex(({ text }) => {
    if (text === '(') depth += 1;
    if (text === ')') depth -= 1;
    return depth === 0 && text === word;
  });
}

/** The names in the first parentheses behind the token. */
function namesAfter(tokens: readonly Token[], index: number): string[] {
  const texts = tokens.slice(Math.max(index, 0)).map(({ text }) => text);
  const open = texts.indexOf('(');
  return open === -1 ? [] : texts.slice(open + 1, texts.indexOf(')', open)).filter((text) => text !== ',');
}

function lineOf(tokens: readonly Token[]): number {
  return tokens[0]?.line ?? 1;
}
