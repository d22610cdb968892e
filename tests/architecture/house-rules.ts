import path from 'node:path';
import { Visitor, type Node } from 'oxc-parser';
import { parseTree, shelves, type CodeFile, type Tree } from './import-graph.ts';

export interface Hit {
  readonly line: number;
  /** What was found there. */
  readonly found: string;
}

interface RuleBase {
  /** The law, as a sentence. */
  readonly name: string;
  readonly instead: string;
  readonly isFor: (file: string) => boolean;
}

export interface CodeRule extends RuleBase {
  readonly inCode: (file: CodeFile) => Hit[];
}

/** For rules that need no syntax, and for files that are no code. */
export interface TextRule extends RuleBase {
  readonly inText: (text: string, file: string, code: CodeFile | undefined) => Hit[];
}

export type Rule = CodeRule | TextRule;

export interface Breach extends Hit {
  readonly file: string;
  readonly rule: Rule;
}

const isTest = (file: string) => /\.test\.tsx?$/u.test(file) || file.startsWith('tests/');
const isConfig = (file: string) => /^[\w.-]+\.config\.ts$/u.test(file);
const isTypeScript = (file: string) => /\.tsx?$/u.test(file);
const isCode = (file: string) => /\.(?:tsx?|mjs)$/u.test(file);
const isInBrowser = (file: string) =>
  /^(?:src|sw|contract|public)\/|^index\.html$/u.test(file) && !isTest(file);

const defaultExports: CodeRule = {
  name: 'Nothing is exported as default.',
  instead: 'export it by its name, which is then the same wherever it is used.',
  isFor: (file) => isCode(file) && !isConfig(file),
  inCode: (file) => {
    const hits: Hit[] = [];
    new Visitor({
      ExportDefaultDeclaration: (node) => hits.push(hit(file, node, 'export default')),
      ExportSpecifier: ({ exported, start }) => {
        if ('name' in exported && exported.name === 'default')
          hits.push(hit(file, { start }, 'export { … as default }'));
      },
    }).visit(file.program);
    return hits;
  },
};

const barrels: CodeRule = {
  name: 'No file only passes on what other files export.',
  instead: 'import from the file that has the thing, and delete this one.',
  isFor: isCode,
  inCode: (file) => {
    const statements = file.program.body;
    const all = statements.find(({ type }) => type === 'ExportAllDeclaration');
    if (all) return [hit(file, all, 'export *')];
    const imported = new Set(
      statements.flatMap((statement) =>
        statement.type === 'ImportDeclaration' ? statement.specifiers.map(({ local }) => local.name) : [],
      ),
    );
    const passesOn = (statement: (typeof statements)[number]) =>
      statement.type === 'ExportNamedDeclaration' &&
      statement.declaration === null &&
      statement.specifiers.length > 0 &&
      (statement.source !== null ||
        statement.specifiers.every(({ local }) => 'name' in local && imported.has(local.name)));
    const first = statements.find(passesOn);
    const isBarrel = statements.every(
      (statement) => statement.type === 'ImportDeclaration' || passesOn(statement),
    );
    return first && isBarrel ? [hit(file, first, 'only re-exports')] : [];
  },
};

const anyType: CodeRule = {
  name: 'Nothing is typed any.',
  instead: 'write the type; for what comes from outside, take unknown and parse it with valibot.',
  isFor: isTypeScript,
  inCode: (file) => {
    const hits: Hit[] = [];
    new Visitor({ TSAnyKeyword: (node) => hits.push(hit(file, node, 'any')) }).visit(file.program);
    return hits;
  },
};

const silencers =
  /@ts-(?:ignore|nocheck|expect-error)|(?:ox|es)lint-disable|(?:v8|c8|istanbul) ignore|biome-ignore/u;

const enumsAndNamespaces: CodeRule = {
  name: 'A type leaves nothing behind at run time.',
  instead: 'for an enum write an array of texts `as const`, or v.picklist; for a namespace write a file.',
  isFor: isTypeScript,
  inCode: (file) => {
    const hits: Hit[] = [];
    new Visitor({
      TSEnumDeclaration: (node) => hits.push(hit(file, node, 'enum')),
      // `declare module 'vitest'` and `declare global` only add to types.
      TSModuleDeclaration: (node) => {
        if (node.kind === 'namespace' && !node.declare) hits.push(hit(file, node, 'namespace'));
      },
    }).visit(file.program);
    return hits;
  },
};

const suppressions: CodeRule = {
  name: 'No comment silences a checker.',
  instead: 'change the code, or the rule for everyone, in its configuration and with the reason.',
  isFor: isCode,
  inCode: (file) =>
    file.comments.flatMap((comment) => {
      const [found] = silencers.exec(comment.value.trimStart()) ?? [];
      return found === undefined ? [] : [hit(file, comment, found)];
    }),
};

const testFunctions = new Set(['test', 'it', 'describe', 'suite', 'bench']);
const switches = new Set(['skip', 'only', 'todo', 'fails', 'skipIf', 'runIf']);

const sleepingTests: CodeRule = {
  name: 'Every test runs.',
  instead: 'make it pass, or delete it and write down in the issue what is missing.',
  isFor: (file) => isTest(file) && isTypeScript(file),
  inCode: (file) => {
    const hits: Hit[] = [];
    new Visitor({
      MemberExpression: (node) => {
        const name = nameOf(node.property);
        const base = baseOf(node.object);
        if (switches.has(name) && testFunctions.has(base)) hits.push(hit(file, node, `${base}.${name}`));
      },
      CallExpression: (node) => {
        const callee = nameOf(node.callee);
        if (['xit', 'xtest', 'xdescribe', 'fit', 'fdescribe'].includes(callee))
          hits.push(hit(file, node, callee));
        // `test('…', { skip: true }, …)`, and `context.skip()` inside of a test.
        if (
          node.callee.type === 'MemberExpression' &&
          nameOf(node.callee.property) === 'skip' &&
          isTestContext(node.callee.object)
        ) {
          hits.push(hit(file, node, 'skip()'));
        }
        if (!testFunctions.has(baseOf(node.callee))) return;
        for (const argument of node.arguments) {
          if (argument.type !== 'ObjectExpression') continue;
          for (const property of argument.properties) {
            if (property.type === 'Property' && switches.has(nameOf(property.key))) {
              hits.push(hit(file, property, `{ ${nameOf(property.key)} }`));
            }
          }
        }
      },
    }).visit(file.program);
    return hits;
  },
};

const fileNames: TextRule = {
  name: 'Files and folders are named in kebab-case, as <thing>.<role>.',
  instead: 'write lower case with hyphens between words and dots before roles: student-list.table.tsx.',
  isFor: (file) => shelves.some((shelf) => file.startsWith(`${shelf}/`)) && !file.endsWith('.md'),
  inText: (_, file) => {
    const kebab = /^[a-z0-9]+(?:-[a-z0-9]+)*(?:\.[a-z0-9]+(?:-[a-z0-9]+)*)*$/u;
    // Migrations carry their number in front: 0001_tenants.sql.
    const migration = /^server\/migrations\/\d{4}_[a-z0-9_]+\.sql$/u;
    const wrong = migration.test(file) ? undefined : file.split('/').find((part) => !kebab.test(part));
    return wrong === undefined ? [] : [{ line: 1, found: wrong }];
  },
};

const componentNames: CodeRule = {
  name: 'A component that has a file to itself is the PascalCase of it.',
  instead:
    'give the file the name of its component, or the component that of its file: student-list.table.tsx has StudentListTable.',
  isFor: (file) => file.startsWith('src/') && file.endsWith('.tsx') && !isTest(file),
  inCode: (file) => {
    const exported = file.program.body.flatMap((statement) => {
      if (statement.type !== 'ExportNamedDeclaration' || statement.exportKind === 'type') return [];
      if (statement.declaration?.type === 'FunctionDeclaration')
        return [statement.declaration.id?.name ?? ''];
      return ['something else'];
    });
    const pascal = (words: string) =>
      words.replaceAll(/(?:^|[.-])(\w)/gu, (_, letter: string) => letter.toUpperCase());
    const expected = pascal(path.posix.basename(file.path, '.tsx'));
    const [name = ''] = exported;
    const isOneComponent = exported.length === 1 && /^[A-Z]/u.test(name);
    return isOneComponent && name !== expected ? [{ line: 1, found: `${name}, not ${expected}` }] : [];
  },
};

/** Names of formats, addresses that lead nowhere, our own address, and the word "https://" in a sentence. */
const harmlessHosts = new RegExp(
  [
    String.raw`^www\.w3\.org$`,
    String.raw`^(?:www\.idpf|purl)\.org$`,
    String.raw`^127\.0\.0\.1$`,
    String.raw`^(?:[\w-]+\.)*(?:localhost|example|invalid|test)$`,
    String.raw`^\$\{(?:window\.)?location\.host(?:name)?\}$`,
    String.raw`^\W?$`,
  ].join('|'),
  'u',
);

const thirdParties: TextRule = {
  name: 'The web app asks no third party for anything.',
  instead:
    'serve it ourselves: install the package or put the file into public/, and have the server call other services.',
  isFor: (file) => isInBrowser(file) && !file.endsWith('.csv'),
  inText: (text, file, code) =>
    linesOf(withoutComments(text, file, code)).flatMap(({ line, content }) =>
      Array.from(
        content.matchAll(
          /https?:\/\/(\$\{[^}]*\}|[^/\s'"`)<>:?#]*)|(?:["'(=]|url\()\/\/([\w-]+(?:\.[\w-]+)+)/giu,
        ),
      )
        .filter(([, host, bare]) => !harmlessHosts.test((host ?? bare ?? '').toLowerCase()))
        .map(([found]) => ({ line, found })),
    ),
};

const layeredSheets: TextRule = {
  name: 'A library’s style sheet is in a layer.',
  instead: 'import its .layer.css: what our own sheets say must hold, whichever file comes first.',
  isFor: (file) => isInBrowser(file),
  inText: (text) =>
    linesOf(text).flatMap(({ line, content }) =>
      Array.from(content.matchAll(/@mantine\/[\w/-]+(?<!\.layer)\.css/gu), ([found]) => ({ line, found })),
    ),
};

const signsOfWaiting: TextRule = {
  name: 'What says by a picture that something is being done has a role.',
  instead:
    'write role="status" before its aria-label: words on an element without a role are read to nobody.',
  isFor: (file) => file.startsWith('src/') && file.endsWith('.tsx'),
  inText: (text) =>
    linesOf(text).flatMap(({ line, content }) =>
      Array.from(content.matchAll(/<(?:Loader|Skeleton)\b(?!.*\brole=).*\baria-label/gu), ([found]) => ({
        line,
        found,
      })),
    ),
};

const pagePlaces: TextRule = {
  name: 'No prop says where a page is.',
  instead: 'ask contract/kit/paths.ts for its address where the link is.',
  isFor: (file) => file.startsWith('src/') && file.endsWith('.tsx'),
  inText: (text) =>
    linesOf(text).flatMap(({ line, content }) =>
      Array.from(content.matchAll(/\b\w+Href(?=\??:|=[{"])/gu), ([found]) => ({ line, found })),
    ),
};

const machinePaths: TextRule = {
  name: 'No path of somebody’s machine is written down.',
  instead: 'build the path from import.meta.url, from a setting or from os.tmpdir().',
  // The samples that this rule must catch stand in the tests beside it.
  isFor: (file) => !/^tests\/architecture\/.*\.test\.ts$/u.test(file),
  inText: (text) =>
    linesOf(text).flatMap(({ line, content }) =>
      Array.from(
        content.matchAll(
          /(?<![\w.:$)}\]*/-])(?:\/(?:tmp|work|root|home|Users)\/(?=[\w.])|[A-Z]:\\+Users\b)/gu,
        ),
        ([found]) => ({ line, found }),
      ),
    ),
};

const relativeImports: CodeRule = {
  name: 'A relative import stays on its shelf.',
  instead: "write '#contract/…', '#src/…', '#server/…' or '#tests/…' with the file extension.",
  isFor: (file) => isTypeScript(file) && !isConfig(file),
  inCode: (file) => {
    const [shelf] = file.path.split('/');
    return file.imports.flatMap(({ specifier, line }) =>
      specifier?.startsWith('.') &&
      !path.posix.join(path.posix.dirname(file.path), specifier).startsWith(`${shelf}/`)
        ? [{ line, found: specifier }]
        : [],
    );
  },
};

const clocks: CodeRule = {
  name: 'Rules, modules and the offline core are told the time.',
  instead: 'take `now` from the call or the clock from the environment, so that a test can set it.',
  isFor: (file) =>
    /^(?:contract|server\/modules|src\/sync)\//u.test(file) &&
    !isTest(file) &&
    file !== 'src/sync/browser-environment.ts',
  inCode: (file) => {
    const hits: Hit[] = [];
    const isDate = (node: Node) => node.type === 'Identifier' && node.name === 'Date';
    new Visitor({
      NewExpression: (node) => {
        if (isDate(node.callee) && node.arguments.length === 0) hits.push(hit(file, node, 'new Date()'));
      },
      CallExpression: (node) => {
        if (isDate(node.callee)) hits.push(hit(file, node, 'Date()'));
      },
      MemberExpression: (node) => {
        const name = `${nameOf(node.object)}.${nameOf(node.property)}`;
        if (name === 'Date.now' || name === 'performance.now') hits.push(hit(file, node, name));
      },
    }).visit(file.program);
    return hits;
  },
};

export const rules: readonly Rule[] = [
  defaultExports,
  barrels,
  anyType,
  enumsAndNamespaces,
  suppressions,
  sleepingTests,
  fileNames,
  componentNames,
  thirdParties,
  layeredSheets,
  signsOfWaiting,
  pagePlaces,
  machinePaths,
  relativeImports,
  clocks,
];

export function checkHouseRules(tree: Tree, files: readonly CodeFile[] = parseTree(tree)): Breach[] {
  const byPath = new Map(files.map((file) => [file.path, file]));
  return rules.flatMap((rule): Breach[] => {
    if ('inCode' in rule) {
      return files
        .filter(({ path: file }) => rule.isFor(file))
        .flatMap((file) => rule.inCode(file).map((found) => ({ ...found, file: file.path, rule })));
    }
    return [...tree]
      .filter(([file]) => rule.isFor(file))
      .flatMap(([file, text]) =>
        rule.inText(text, file, byPath.get(file)).map((found) => ({ ...found, file, rule })),
      );
  });
}

export function sayBreach({ file, line, found, rule }: Breach): string {
  return `${file}:${line}: ${found}. ${rule.name} Instead: ${rule.instead}`;
}

function hit(file: CodeFile, { start }: { start: number }, found: string): Hit {
  return { line: file.lineAt(start), found };
}

/** The name of an identifier or of a text key, and nothing for any other expression. */
function nameOf(node: Node): string {
  if (node.type === 'Identifier') return node.name;
  return node.type === 'Literal' && typeof node.value === 'string' ? node.value : '';
}

/** `test` of `test.each(cases)` and of `test.concurrent.skip`. */
function baseOf(node: Node): string {
  if (node.type === 'MemberExpression') return baseOf(node.object);
  return node.type === 'CallExpression' ? baseOf(node.callee) : nameOf(node);
}

function isTestContext(node: Node): boolean {
  return /^(?:context|ctx|t|task)$/u.test(nameOf(node));
}

/** A comment may name a source; spaces take its place, so that lines stay lines. */
function withoutComments(text: string, file: string, code: CodeFile | undefined): string {
  const blank = (comment: string) => comment.replaceAll(/[^\n]/gu, ' ');
  if (file.endsWith('.css')) return text.replaceAll(/\/\*[\s\S]*?\*\//gu, blank);
  if (/\.(?:html|svg)$/u.test(file)) return text.replaceAll(/<!--[\s\S]*?-->/gu, blank);
  let rest = text;
  for (const { start, end } of code?.comments ?? []) {
    rest = rest.slice(0, start) + blank(rest.slice(start, end)) + rest.slice(end);
  }
  return rest;
}

function linesOf(text: string): { line: number; content: string }[] {
  return text.split('\n').map((content, index) => ({ line: index + 1, content }));
}
