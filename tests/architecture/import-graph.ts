import { readdirSync, readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseSync, Visitor, type Comment, type Program } from 'oxc-parser';

/** Path from the root of the project, with slashes, to the text of the file. */
export type Tree = ReadonlyMap<string, string>;

export const shelves = ['contract', 'src', 'sw', 'server', 'tests'] as const;

export interface ImportSite {
  /** As written, without a query such as `?url`; null where it is computed and cannot be read. */
  readonly specifier: string | null;
  /** True when nothing of it is left at run time: `import type`, `export type … from`, `typeof import(…)`. */
  readonly typeOnly: boolean;
  /** First line is 1. */
  readonly line: number;
}

export interface CodeFile {
  readonly path: string;
  readonly source: string;
  readonly program: Program;
  readonly comments: readonly Comment[];
  readonly imports: readonly ImportSite[];
  /** What the parser could not read. A file with an entry here has not been checked. */
  readonly errors: readonly string[];
  lineAt(offset: number): number;
}

/** What a specifier means: a path in the tree, `package:<name>` (`package:node:fs`), or null when it is neither. */
export type Target = string | null;

const root = path.resolve(fileURLToPath(import.meta.url), '../../..');
const texts = /\.(?:ts|tsx|mjs|css|html|sql|json|md|svg|csv|webmanifest)$/u;
const code = /\.(?:ts|tsx|mjs)$/u;
const rootFiles = /^(?:[\w.-]+\.config\.ts|index\.html|[\w.]+\.md|(?!package-lock)[\w.-]+\.json)$/u;

/** The shelves, the public files, the documents, and of the root the page, the texts and the configuration. */
export function readProject(): Tree {
  const tree = new Map<string, string>();
  const add = (file: string) => {
    if (texts.test(file)) tree.set(file, readFileSync(path.join(root, file), 'utf8'));
  };
  for (const folder of [...shelves, 'public', 'docs']) {
    for (const entry of readdirSync(path.join(root, folder), { recursive: true, withFileTypes: true })) {
      if (!entry.isFile()) continue;
      add(path.relative(root, path.join(entry.parentPath, entry.name)).split(path.sep).join('/'));
    }
  }
  for (const name of readdirSync(root)) if (rootFiles.test(name)) add(name);
  return tree;
}

export function parseTree(tree: Tree): CodeFile[] {
  return [...tree].filter(([file]) => code.test(file)).map(([file, source]) => parseFile(file, source));
}

export function parseFile(file: string, source: string): CodeFile {
  const { program, comments, errors } = parseSync(file, source);
  const lineStarts = [0, ...Array.from(source.matchAll(/\n/gu), ({ index }) => index + 1)];
  const lineAt = (offset: number) => lineStarts.findLastIndex((start) => start <= offset) + 1;
  return {
    path: file,
    source,
    program,
    comments,
    imports: importsOf(program, lineAt),
    errors: errors.map(({ message, labels }) => `${lineAt(labels[0]?.start ?? 0)}: ${message}`),
    lineAt,
  };
}

function importsOf(program: Program, lineAt: (offset: number) => number): ImportSite[] {
  const sites: ImportSite[] = [];
  const add = (start: number, specifier: string | null, typeOnly: boolean) => {
    sites.push({ line: lineAt(start), specifier: specifier?.replace(/\?.*$/u, '') ?? null, typeOnly });
  };
  new Visitor({
    // `import { type A }` leaves the import itself in the output (verbatimModuleSyntax), so it is no type import here.
    ImportDeclaration: (node) => add(node.start, node.source.value, node.importKind === 'type'),
    ExportAllDeclaration: (node) => add(node.start, node.source.value, node.exportKind === 'type'),
    ExportNamedDeclaration: (node) => {
      if (node.source) add(node.start, node.source.value, node.exportKind === 'type');
    },
    ImportExpression: (node) => add(node.start, literal(node.source), false),
    TSImportType: (node) => add(node.start, node.source.value, true),
    TSExternalModuleReference: (node) => add(node.start, node.expression.value, false),
    CallExpression: (node) => {
      if (node.callee.type === 'Identifier' && node.callee.name === 'require') {
        add(node.start, literal(node.arguments[0]), false);
      }
    },
    // Workers and assets: `new URL('./drain.worker.ts', import.meta.url)` takes the file along as an import does.
    NewExpression: (node) => {
      const [address, base] = node.arguments;
      if (node.callee.type !== 'Identifier' || node.callee.name !== 'URL' || !isOwnAddress(base)) return;
      const specifier = literal(address);
      if (specifier !== null && code.test(specifier)) add(node.start, specifier, false);
    },
  }).visit(program);
  return sites;
}

interface AnyNode {
  readonly type: string;
}

function literal(node: AnyNode | undefined): string | null {
  if (node?.type === 'Literal' && 'value' in node && typeof node.value === 'string') return node.value;
  if (node?.type !== 'TemplateLiteral' || !('quasis' in node) || !Array.isArray(node.quasis)) return null;
  const parts: readonly { value: { cooked: string | null } }[] = node.quasis;
  return parts.length === 1 ? (parts[0]?.value.cooked ?? null) : null;
}

function isOwnAddress(node: AnyNode | undefined): boolean {
  if (node?.type !== 'MemberExpression' || !('object' in node) || !('property' in node)) return false;
  const { object, property } = node as unknown as { object: AnyNode; property: { name?: string } };
  return object.type === 'MetaProperty' && property.name === 'url';
}

/** Follows the `imports` of package.json, which map `#shelf/…` to `./shelf/…`. */
export function resolve(from: string, specifier: string): Target {
  const alias = /^#(\w+)\/(.+)$/u.exec(specifier);
  if (alias) return shelves.some((shelf) => shelf === alias[1]) ? `${alias[1]}/${alias[2]}` : null;
  if (/^\.{1,2}\//u.test(specifier)) {
    const target = path.posix.join(path.posix.dirname(from), specifier);
    return target.startsWith('../') ? null : target;
  }
  if (/^[#./]/u.test(specifier)) return null;
  if (isBuiltin(specifier)) return `package:${specifier.startsWith('node:') ? '' : 'node:'}${specifier}`;
  const name = /^(?:@[^/]+\/)?[^/]+/u.exec(specifier)?.[0];
  return name === undefined ? null : `package:${name}`;
}
