import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { bansOf, checkArrows, rowOf, rows, sayFinding } from './arrows.ts';
import { standsOn } from './arrows-of-server.ts';
import { parseFile, parseTree, readProject, resolve, shelves } from './import-graph.ts';

const files = parseTree(readProject());

/** Every way to write an import; `typeOnly` ones leave nothing at run time. */
const forms = {
  import: (to: string) => `import { thing } from '${to}';`,
  'import of a type among values': (to: string) => `import { type Thing } from '${to}';`,
  'import for its effect': (to: string) => `import '${to}';`,
  'import()': (to: string) => `export const load = () => import('${to}');`,
  'import() with backticks': (to: string) => `export const load = () => import(\`${to}\`);`,
  're-export': (to: string) => `export { thing } from '${to}';`,
  're-export of everything': (to: string) => `export * from '${to}';`,
  'new URL()': (to: string) => `export const worker = new URL('${to}', import.meta.url);`,
};
const typeForms = {
  'import type': (to: string) => `import type { Thing } from '${to}';`,
  're-export of types': (to: string) => `export type { Thing } from '${to}';`,
  'typeof import()': (to: string) => `export type Thing = typeof import('${to}');`,
};

/** Planted imports that are right as `import type`, and wrong in every other form. */
const allowedByType = [
  'server/modules/students/students.service.ts server/modules/tenants/tenants.service.ts',
  'server/modules/tenants/tenants.web.ts server/modules/classes/classes.service.ts',
  'server/modules/tenants/tenants.web.ts package:fastify',
  'server/wiring/platform.ts server/modules/students/students.service.ts',
];

/** Plain Node reads no types, and `new URL()` leads to files alone. */
const valueFormsFor = (from: string, to: string) =>
  Object.fromEntries(
    Object.entries(forms).filter(
      ([form]) =>
        !(form.includes('type') && from.endsWith('.mjs')) &&
        !(form === 'new URL()' && (to.startsWith('package:') || !/\.(?:tsx?|mjs)$/u.test(to))),
    ),
  );

/** `package:ky` as `ky`, `src/lib/color.ts` as `#src/lib/color.ts`. */
const specifierOf = (target: string, from: string) => {
  if (target.startsWith('package:')) return target.slice('package:'.length);
  if (shelves.some((shelf) => target.startsWith(`${shelf}/`))) return `#${target}`;
  return `./${'../'.repeat(from.split('/').length - 1)}${target}`;
};

const plant = (from: string, source: string) => checkArrows(parseTree(new Map([[from, source]])));

describe('the real tree', () => {
  test('has no forbidden import', () => {
    expect(checkArrows(files).map(sayFinding)).toEqual([]);
  });

  test('was read whole: no shelf is empty and every file could be parsed', () => {
    const counts = Object.fromEntries(
      shelves.map((shelf) => [shelf, files.filter(({ path }) => path.startsWith(`${shelf}/`)).length]),
    );
    expect(counts.contract).toBeGreaterThanOrEqual(20);
    expect(counts.src).toBeGreaterThanOrEqual(60);
    expect(counts.server).toBeGreaterThanOrEqual(40);
    expect(counts.sw).toBeGreaterThanOrEqual(1);
    expect(counts.tests).toBeGreaterThanOrEqual(10);
    expect(files.flatMap(({ imports }) => imports).length).toBeGreaterThanOrEqual(400);
    expect(files.flatMap(({ path, errors }) => errors.map((error) => `${path}:${error}`))).toEqual([]);
  });

  test('imports only files that are there', () => {
    const known = new Set(readProject().keys());
    const missing = files.flatMap(({ path, imports }) =>
      imports
        .flatMap(({ specifier }) => (specifier === null ? [] : [resolve(path, specifier) ?? specifier]))
        .filter(
          (target) =>
            /\.(?:tsx?|mjs|css)$/u.test(target) && /^(?:contract|src|sw|server|tests)\//u.test(target),
        )
        .filter((target) => !known.has(target))
        .map((target) => `${path} -> ${target}`),
    );
    expect(missing).toEqual([]);
  });
});

describe('the table', () => {
  test('has no row that fits no file', () => {
    const idle = rows.filter((row) => !files.some(({ path }) => rowOf(path) === row));
    expect(idle.map(({ from }) => from)).toEqual([]);
  });

  test('names only packages that are installed', () => {
    const { dependencies, devDependencies } = JSON.parse(
      readFileSync(new URL('../../package.json', import.meta.url), 'utf8'),
    ) as { dependencies: Record<string, string>; devDependencies: Record<string, string> };
    const known = new Set(Object.keys({ ...dependencies, ...devDependencies }));
    const named = rows
      .flatMap(({ may, mayByType = [] }) => [...may, ...mayByType])
      .filter((pattern) => pattern.startsWith('package:') && !pattern.includes('*'))
      .map((pattern) => pattern.slice('package:'.length));
    expect(named.length).toBeGreaterThan(30);
    expect(named.filter((name) => !known.has(name))).toEqual([]);
  });
});

describe('a module that stands on others', () => {
  const names = Object.keys(standsOn);
  const entries = Object.entries<readonly string[]>(standsOn);

  test('comes after them, so that there is no circle', () => {
    const early = entries.flatMap(([module, below]) =>
      below
        .filter((name) => !names.slice(0, names.indexOf(module)).includes(name))
        .map((name) => `${module} before ${name}`),
    );
    expect(early).toEqual([]);
  });

  test('imports each of them', () => {
    const moduleOf = (file: string | null) => /^server\/modules\/([^/]+)\//u.exec(file ?? '')?.[1];
    const idle = entries.flatMap(([module, below]) => {
      const used = files
        .filter(({ path }) => moduleOf(path) === module && !path.endsWith('.test.ts'))
        .flatMap(({ path, imports }) =>
          imports
            .filter(({ typeOnly }) => !typeOnly)
            .map(({ specifier }) => moduleOf(specifier === null ? null : resolve(path, specifier))),
        );
      return below.filter((name) => !used.includes(name)).map((name) => `${module} needs no ${name}`);
    });
    expect(idle).toEqual([]);
  });

  test('reaches those and no others, and they do not reach it', () => {
    const from = 'server/modules/reviews/reviews.service.ts';
    const source = (file: string) => `import { thing } from '#${file}';`;
    expect(plant(from, source('server/modules/works/reader.ts'))).toEqual([]);
    expect(plant(from, source('server/modules/catalogue/catalogue.service.ts'))).toHaveLength(1);
    expect(plant('server/modules/works/works.service.ts', source(from))).toHaveLength(1);
    const web = 'server/modules/media/assets.web.ts';
    expect(plant(web, source('server/modules/works/request-reading.web.ts'))).toEqual([]);
    expect(plant(web, source(from))).toHaveLength(1);
  });
});

describe('a planted import', () => {
  const cases = rows.flatMap((row) =>
    bansOf(row).map((ban) => ({ row, ban, from: row.file, to: ban.planted })),
  );

  test.each(cases)('from $from to $to is caught and told what to do instead', ({ row, ban, from, to }) => {
    expect(rowOf(from)).toBe(row);
    for (const [form, write] of Object.entries(valueFormsFor(from, to))) {
      const found = plant(from, write(specifierOf(to, from)));
      expect(found, form).toEqual([{ from, line: 1, to, why: ban.why, instead: ban.instead }]);
    }
    for (const [form, write] of Object.entries(from.endsWith('.mjs') ? {} : typeForms)) {
      const found = plant(from, write(specifierOf(to, from))).map(({ why }) => why);
      expect(found, form).toEqual(allowedByType.some((pair) => pair === `${from} ${to}`) ? [] : [ban.why]);
    }
  });

  test('that a row allows passes, whatever its form', () => {
    const allowed = rows.flatMap((row) =>
      row.may.map((pattern) => ({
        from: row.file,
        to: pattern
          .replace(
            /<\w+>/u,
            row.file.split('/')[row.from.split('/').findIndex((part) => part.startsWith('<'))] ?? '',
          )
          .replace('*/*.schema.ts', 'tenants/tenants.schema.ts')
          .replace(/\*\*$/u, 'folder/thing.ts')
          .replace(/\/\*$/u, '/thing')
          .replace('*', 'core'),
      })),
    );
    const found = allowed.flatMap(({ from, to }) =>
      Object.values({ ...valueFormsFor(from, to), ...typeForms }).flatMap((write) =>
        plant(from, write(specifierOf(to, from))),
      ),
    );
    expect(allowed.length).toBeGreaterThan(60);
    expect(found.map(sayFinding)).toEqual([]);
  });

  test('is seen beside others, on its own line', () => {
    const source =
      "import * as v from 'valibot';\n\nexport const Name = v.string();\nexport { now } from '#server/platform/clock.ts';\n";
    expect(plant('contract/kit/text.ts', source)).toMatchObject([
      { line: 4, to: 'server/platform/clock.ts' },
    ]);
  });

  test('is seen through a relative path', () => {
    expect(plant('src/ui/screen.tsx', "import '../features/classes/class-card.tsx';")).toMatchObject([
      { to: 'src/features/classes/class-card.tsx' },
    ]);
    expect(plant('src/ui/screen.tsx', "import '../lib/color.ts';")).toEqual([]);
  });

  test('is seen through a subpath of a package and through a query', () => {
    expect(plant('src/sync/outbox.ts', "import 'react-dom/client';")).toMatchObject([
      { to: 'package:react-dom' },
    ]);
    expect(plant('src/ui/theme.ts', "import '@mantine/core/styles/Menu.css';")).toEqual([]);
    expect(plant('src/app/worker.ts', "import address from '#server/main.ts?url';")).toMatchObject([
      { to: 'server/main.ts' },
    ]);
    expect(plant('contract/kit/id.ts', "import { randomUUID } from 'crypto';")).toMatchObject([
      { to: 'package:node:crypto' },
    ]);
  });

  test('with a path that cannot be followed is caught', () => {
    for (const source of [
      'export const load = (name: string) => import(name);',
      'export const load = (name: string) => import(`./${name}.ts`);',
      "import '/src/lib/color.ts';",
      "import '#elsewhere/thing.ts';",
      "import '../../../outside.ts';",
    ]) {
      expect(plant('src/lib/color.ts', source), source).toHaveLength(1);
    }
  });

  test('in a test beside the code may reach anything', () => {
    const source =
      "import { world } from '#tests/support/api-world.ts';\nimport { thing } from '#server/main.ts';";
    expect(plant('src/lib/color.test.ts', source)).toEqual([]);
    expect(plant('src/lib/color.ts', source)).toHaveLength(2);
  });

  test('in a place that is on no shelf is caught', () => {
    expect(plant('src/helpers/thing.ts', '')).toHaveLength(1);
    expect(plant('server/helpers/thing.ts', '')).toHaveLength(1);
    expect(plant('scripts/thing.ts', '')).toHaveLength(1);
  });

  test('in a file that cannot be parsed is reported as unread', () => {
    expect(parseFile('src/lib/color.ts', "import { from '#server/main.ts';").errors).toHaveLength(1);
  });
});

/*
 * The table of docs/architecture.md once more, written by hand: a row of arrows.ts that was loosened by mistake shows
 * here. A file of every place is imported from every place.
 */
describe('the arrows between places', () => {
  const places = {
    kit: 'contract/kit/problem.ts',
    schema: 'contract/classes/classes.schema.ts',
    rules: 'contract/classes/classes.rules.ts',
    lib: 'src/lib/color.ts',
    ui: 'src/ui/screen.tsx',
    sync: 'src/sync/outbox.ts',
    session: 'src/session/tokens.ts',
    desk: 'src/desk/sheet.tsx',
    document: 'src/document/document-view.tsx',
    drawing: 'src/drawing/drawing-pad.tsx',
    panel: 'src/panel/school-choice.tsx',
    recording: 'src/recording/voice-panel.tsx',
    feature: 'src/features/students/students.table.tsx',
    otherFeature: 'src/features/classes/class-card.tsx',
    area: 'src/areas/site/site.routes.tsx',
    app: 'src/app/router.tsx',
    sw: 'sw/service-worker.ts',
    platform: 'server/platform/serve.ts',
    module: 'server/modules/students/students.service.ts',
    otherModule: 'server/modules/classes/classes.service.ts',
    serverApp: 'server/app.ts',
    tests: 'tests/support/factories.ts',
  };
  type Place = keyof typeof places;
  const contract: Place[] = ['kit', 'schema', 'rules'];
  const shared: Place[] = ['desk', 'document', 'drawing', 'panel', 'recording'];
  const allowed: Record<Place, readonly Place[]> = {
    kit: ['kit'],
    schema: ['kit', 'schema', 'rules'],
    rules: ['kit', 'schema', 'rules'],
    lib: [...contract, 'lib'],
    ui: ['lib', 'ui'],
    sync: [...contract, 'lib', 'sync'],
    session: [...contract, 'lib', 'sync', 'session'],
    desk: [...contract, 'lib', 'ui', 'sync', 'session', 'desk'],
    document: [...contract, 'lib', 'ui', 'sync', 'session', 'document'],
    drawing: [...contract, 'lib', 'ui', 'sync', 'session', 'desk', 'drawing'],
    panel: [...contract, 'lib', 'ui', 'sync', 'session', 'panel'],
    recording: [...contract, 'lib', 'ui', 'sync', 'session', 'desk', 'recording'],
    feature: [...contract, 'lib', 'ui', 'sync', 'session', ...shared, 'feature'],
    otherFeature: [...contract, 'lib', 'ui', 'sync', 'session', ...shared, 'otherFeature'],
    area: [...contract, 'lib', 'ui', 'session', ...shared, 'feature', 'otherFeature', 'area'],
    app: [...contract, 'lib', 'ui', 'sync', 'session', ...shared, 'feature', 'otherFeature', 'area', 'app'],
    sw: [...contract, 'lib', 'sync', 'sw'],
    platform: ['kit', 'platform'],
    module: [...contract, 'platform', 'module'],
    otherModule: [...contract, 'platform', 'otherModule'],
    serverApp: [...contract, 'platform', 'module', 'otherModule', 'serverApp'],
    tests: Object.keys(places) as Place[],
  };

  test.each(Object.keys(places) as Place[])('lead from %s where the table says and nowhere else', (from) => {
    const reached = (Object.keys(places) as Place[]).filter(
      (to) => plant(places[from], `import { thing } from '#${places[to]}';`).length === 0,
    );
    expect(reached.toSorted()).toEqual(allowed[from].toSorted());
  });

  test('lead from module to module by `import type` alone', () => {
    const to = `#${places.otherModule}`;
    expect(plant(places.module, `import type { ClassService } from '${to}';`)).toEqual([]);
    expect(plant(places.module, `import { type ClassService } from '${to}';`)).toHaveLength(1);
    expect(plant(places.module, `import { ClassService } from '${to}';`)).toHaveLength(1);
  });
});
