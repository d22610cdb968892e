import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { bansOf, rows } from './arrows.ts';
import { checkHouseRules, rules, sayBreach } from './house-rules.ts';
import { parseTree, readProject } from './import-graph.ts';

interface Sample {
  readonly path: string;
  readonly source: string;
}

const tree = readProject();
const files = parseTree(tree);
const breachesOfTree = checkHouseRules(tree, files);
const root = new URL('../../', import.meta.url);

const linter = JSON.parse(
  readFileSync(new URL('.oxlintrc.json', root), 'utf8').replaceAll(/^\s*\/\/.*$/gmu, ''),
) as { overrides: { rules: Record<string, unknown> }[] };

const breachesOf = ({ path, source }: Sample) =>
  checkHouseRules(new Map([[path, source]])).map(({ rule, line }) => ({ rule: rule.name, line }));

/** By the name of the rule: what it has to catch, and its nearest neighbours that are right. */
const samples: Record<string, { readonly bad: readonly Sample[]; readonly good: readonly Sample[] }> = {
  'Nothing is exported as default.': {
    bad: [
      { path: 'src/ui/screen.ts', source: 'export default function Screen() {}' },
      { path: 'server/bin/build.mjs', source: 'const build = 1;\nexport { build as default };' },
      { path: 'src/ui/screen.ts', source: "export { default } from './other.ts';\nexport const x = 1;" },
    ],
    good: [
      { path: 'vite.config.ts', source: 'export default {};' },
      { path: 'src/ui/screen.tsx', source: 'export function Screen() {}' },
    ],
  },
  'No file only passes on what other files export.': {
    bad: [
      {
        path: 'src/ui/index.ts',
        source: "export { Screen } from './screen.tsx';\nexport type { Column } from './table.ts';",
      },
      { path: 'src/lib/all.ts', source: "export * from './color.ts';\nexport const more = 1;" },
      { path: 'src/lib/all.ts', source: "import { color } from './color.ts';\nexport { color };" },
    ],
    good: [
      { path: 'src/lib/color.ts', source: "export { red } from './red.ts';\nexport const blue = '#00f';" },
      { path: 'src/ui/styles.ts', source: "import './screen.css';" },
    ],
  },
  'Nothing is typed any.': {
    bad: [{ path: 'contract/kit/id.ts', source: 'export const read = (row: unknown) => row as any;' }],
    good: [{ path: 'contract/kit/id.ts', source: '/* any */ export const any: unknown = "any";' }],
  },
  'A type leaves nothing behind at run time.': {
    bad: [
      { path: 'contract/kit/roles.ts', source: "export enum Role { teacher = 'teacher' }" },
      { path: 'src/lib/color.ts', source: 'const enum Hue { red }' },
      { path: 'src/lib/color.ts', source: 'export namespace Colors { export const red = 1; }' },
    ],
    good: [
      { path: 'contract/kit/roles.ts', source: "export const roles = ['teacher'] as const;" },
      {
        path: 'tests/support/setup.ts',
        source: "declare module 'vitest' { interface ProvidedContext { url: string } }",
      },
      { path: 'sw/service-worker.ts', source: 'declare global { interface Window { build: string } }' },
    ],
  },
  'No comment silences a checker.': {
    bad: [
      { path: 'src/lib/color.ts', source: '// @ts-ignore\nexport const a = 1;' },
      { path: 'src/lib/color.ts', source: '/* oxlint-disable no-console */' },
      { path: 'tests/run.mjs', source: '// eslint-disable-next-line' },
      { path: 'server/app.test.ts', source: '// @ts-expect-error for now' },
    ],
    good: [{ path: 'src/lib/color.ts', source: 'export const text = "oxlint-disable";' }],
  },
  'Every test runs.': {
    bad: [
      { path: 'src/lib/color.test.ts', source: "test.skip('reads', () => {});" },
      { path: 'src/lib/color.test.ts', source: "describe.only('reads', () => {});" },
      { path: 'src/lib/color.test.ts', source: "it.todo('reads');" },
      { path: 'src/lib/color.test.ts', source: "test.concurrent.skip('reads', () => {});" },
      { path: 'tests/api/x.test.ts', source: "test.skipIf(process.env.CI)('reads', () => {});" },
      { path: 'tests/api/x.test.ts', source: "test.each([1])('reads', { skip: true }, () => {});" },
      { path: 'tests/api/x.test.ts', source: "test('reads', (context) => { context.skip(); });" },
      { path: 'tests/api/x.test.ts', source: "xit('reads', () => {});" },
    ],
    good: [
      {
        path: 'tests/api/x.test.ts',
        source: "test.each([1])('reads', () => { pages.skip(3); list.only; });",
      },
    ],
  },
  'Files and folders are named in kebab-case, as <thing>.<role>.': {
    bad: [
      { path: 'src/ui/DataTable.tsx', source: '' },
      { path: 'src/features/schoolClasses/card.tsx', source: '' },
      { path: 'server/modules/students/students_service.ts', source: '' },
      { path: 'server/migrations/tenants_first.sql', source: '' },
    ],
    good: [
      { path: 'src/ui/data-table.rows.test.ts', source: '' },
      { path: 'server/migrations/0001_tenants.sql', source: '' },
      { path: 'src/ui/copy-field.module.css', source: '' },
    ],
  },
  'A component that has a file to itself is the PascalCase of it.': {
    bad: [
      { path: 'src/ui/data-table.tsx', source: 'export interface GridProps {}\nexport function Grid() {}' },
      { path: 'src/features/students/students.table.tsx', source: 'export function Students() {}' },
    ],
    good: [
      { path: 'src/ui/data-table.tsx', source: 'export function DataTable() {}\nfunction Row() {}' },
      { path: 'src/features/students/students.table.tsx', source: 'export function StudentsTable() {}' },
      { path: 'src/ui/pictures/animals.tsx', source: 'export function Otter() {}\nexport function Fox() {}' },
      { path: 'src/ui/notify.tsx', source: 'export const notify = 1;' },
    ],
  },
  'The web app asks no third party for anything.': {
    bad: [
      { path: 'index.html', source: '<script src="https://cdn.jsdelivr.net/npm/x.js"></script>' },
      { path: 'index.html', source: '<link href="//fonts.googleapis.com/css" rel="stylesheet">' },
      { path: 'src/ui/global.css', source: "@import url('https://fonts.example.com/a.css');" },
      { path: 'src/ui/global.css', source: 'a { background: url(//img.example.com/a.png); }' },
      { path: 'src/lib/map.ts', source: 'export const tiles = `https://${host}/tiles`;' },
      { path: 'sw/service-worker.ts', source: 'const from = "http://tracker.io";' },
      { path: 'public/icons/a.svg', source: '<svg><image href="https://img.io/a.png"/></svg>' },
    ],
    good: [
      {
        path: 'index.html',
        source: '<!-- https://vite.dev --><script type="module" src="/src/main.tsx"></script>',
      },
      { path: 'public/icons/a.svg', source: '<svg xmlns="http://www.w3.org/2000/svg"></svg>' },
      {
        path: 'src/lib/color.ts',
        source: '/** @see https://bottosson.github.io/posts/oklab/ */\nexport const a = 1; // https://x.io',
      },
      {
        path: 'src/sync/api.ts',
        source: 'export const origin = "http://greenfield.localhost:8080"; const half = 1 / 2;',
      },
      { path: 'src/app/notice.tsx', source: 'export const text = <p>It begins with https://.</p>;' },
      { path: 'src/app/secure.ts', source: 'export const there = `https://${window.location.host}/`;' },
      { path: 'server/main.ts', source: 'const api = "https://api.stripe.com";' },
      { path: 'src/lib/color.test.ts', source: 'const from = "https://elsewhere.io";' },
    ],
  },
  'A library’s style sheet is in a layer.': {
    bad: [
      { path: 'src/ui/menu-styles.ts', source: "import '@mantine/core/styles/Menu.css';" },
      { path: 'src/app/toasts.tsx', source: "import '@mantine/notifications/styles.css';" },
    ],
    good: [
      { path: 'src/ui/menu-styles.ts', source: "import '@mantine/core/styles/Menu.layer.css';" },
      { path: 'src/ui/screen.tsx', source: "import styles from './screen.module.css';" },
    ],
  },
  'What says by a picture that something is being done has a role.': {
    bad: [{ path: 'src/ui/desk.tsx', source: 'const desk = <Loader aria-label="Opening" />;' }],
    good: [
      { path: 'src/ui/desk.tsx', source: 'const desk = <Loader role="status" aria-label="Opening" />;' },
      { path: 'src/ui/menu.tsx', source: 'const menu = <Loader size={18} />;' },
    ],
  },
  'No prop says where a page is.': {
    bad: [
      {
        path: 'src/features/a/list.tsx',
        source: 'interface ListProps { editHref?: (id: string) => string }',
      },
      { path: 'src/areas/a.page.tsx', source: 'const page = <List newHref="/new" />;' },
    ],
    good: [
      { path: 'src/features/a/list.tsx', source: 'const list = <Link to={paths.school.users()} />;' },
      { path: 'src/features/a/list.tsx', source: 'const listHref = paths.school.users();' },
      { path: 'src/ui/card.tsx', source: 'interface CardProps { href: string }' },
    ],
  },
  'No path of somebody’s machine is written down.': {
    bad: [
      { path: 'server/platform/settings.ts', source: "const folder = '/tmp/data';" },
      { path: 'server/bin/build.mjs', source: "const folder = '/work/out';" },
      { path: 'src/lib/color.ts', source: '// see /home/ada/notes' },
      { path: 'tests/support/browser.ts', source: "const folder = '/tmp/data';" },
      { path: 'docs/architecture.md', source: 'The sources are in `/work/house`.' },
    ],
    good: [
      {
        path: 'contract/works/works.endpoints.ts',
        source: "const path = '/works/:id/'; const one = '/work/:id/';",
      },
      {
        path: 'contract/works/works.endpoints.ts',
        source: "const path = '/api/work/list'; const page = '/home';",
      },
      { path: 'tests/architecture/house-rules.test.ts', source: "const folder = '/tmp/data';" },
    ],
  },
  'A relative import stays on its shelf.': {
    bad: [
      { path: 'src/lib/color.ts', source: "import { Id } from '../../contract/kit/id.ts';" },
      { path: 'tests/api/x.test.ts', source: "import { app } from '../../server/app.ts';" },
    ],
    good: [
      { path: 'contract/students/students.schema.ts', source: "import { Id } from '../kit/id.ts';" },
      { path: 'src/lib/color.ts', source: "import { Id } from '#contract/kit/id.ts';" },
    ],
  },
  'Rules, modules and the offline core are told the time.': {
    bad: [
      { path: 'server/modules/orders/orders.service.ts', source: 'const now = new Date();' },
      { path: 'src/sync/drain.ts', source: 'const now = Date.now();' },
      { path: 'contract/orders/orders.rules.ts', source: 'const now = Date();' },
    ],
    good: [
      { path: 'server/modules/orders/orders.service.ts', source: 'const day = new Date(row.created_at);' },
      { path: 'server/platform/clock.ts', source: 'const now = new Date();' },
      { path: 'src/sync/browser-environment.ts', source: 'const now = () => Date.now();' },
      { path: 'src/sync/drain.test.ts', source: 'const now = Date.now();' },
    ],
  },
};

test.each(rules)('in the real tree: $name', (rule) => {
  expect(breachesOfTree.filter((breach) => breach.rule === rule).map(sayBreach)).toEqual([]);
});

test('every rule looks at files of the real tree', () => {
  const idle = rules.filter(({ isFor }) => ![...tree.keys()].some(isFor));
  expect(idle.map(({ name }) => name)).toEqual([]);
});

describe('planted samples', () => {
  test('there are bad and good ones for every rule', () => {
    expect(Object.keys(samples)).toEqual(rules.map(({ name }) => name));
    expect(Object.values(samples).filter(({ bad, good }) => bad.length === 0 || good.length === 0)).toEqual(
      [],
    );
  });

  const cases = Object.entries(samples).flatMap(([rule, { bad, good }]) => [
    ...bad.map((sample) => ({ rule, sample, verdict: 'caught' })),
    ...good.map((sample) => ({ rule, sample, verdict: 'let through' })),
  ]);
  test.each(cases)('$sample.path with "$sample.source" is $verdict', ({ rule, sample, verdict }) => {
    const found = breachesOf(sample).filter((breach) => breach.rule === rule);
    expect(found.length > 0 ? 'caught' : 'let through').toBe(verdict);
  });

  test('a breach names its file, line, law and way out', () => {
    const [breach] = checkHouseRules(new Map([['src/lib/a.ts', 'export const a = 1;\nexport let b: any;']]));
    expect(breach && sayBreach(breach)).toBe(
      'src/lib/a.ts:2: any. Nothing is typed any. Instead: write the type; for what comes from outside, take unknown and parse it with valibot.',
    );
  });
});

describe('what a ban says', () => {
  /** A way out is at least a short sentence that starts in the middle of one, after "Instead:". */
  const wayOut = /^['a-z].{20,}\.$/u;

  test('every forbidden arrow says why and what to do instead', () => {
    const bans = rows.flatMap(bansOf);
    expect(bans.length).toBeGreaterThan(80);
    expect(bans.filter(({ why, instead }) => !/^[a-z].{15,}\.$/u.test(why) || !wayOut.test(instead))).toEqual(
      [],
    );
  });

  test('every house rule says what to do instead', () => {
    expect(rules.filter(({ instead }) => !wayOut.test(instead)).map(({ name }) => name)).toEqual([]);
  });

  test('every name that the linter forbids comes with what to do instead', () => {
    const bans = linter.overrides.flatMap(({ rules: settings }) =>
      Object.entries(settings).flatMap(([name, setting]) => {
        const [, ...banned]: unknown[] = name.startsWith('no-restricted-') ? [setting].flat() : [];
        return banned;
      }),
    );
    expect(bans.length).toBeGreaterThan(5);
    for (const ban of bans)
      expect(ban).toMatchObject({ message: expect.stringMatching(/\. [A-Z].{15,}\.$/u) });
  });
});

test('package.json maps #shelf/ to the shelves that the checker knows', () => {
  const { imports } = JSON.parse(readFileSync(new URL('package.json', root), 'utf8')) as {
    imports: Record<string, string>;
  };
  for (const [alias, place] of Object.entries(imports)) expect(place).toBe(`./${alias.slice(1)}`);
  expect(Object.keys(imports)).toEqual(
    expect.arrayContaining(['#contract/*', '#src/*', '#server/*', '#tests/*']),
  );
});
