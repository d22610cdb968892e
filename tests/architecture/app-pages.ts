import type { DashboardOption } from '#contract/kit/paths.ts';
import type { Role } from '#contract/kit/roles.ts';
import type { PageTable } from '#src/areas/page-table.tsx';
import { isAddressOf } from '../support/app-addresses.ts';
import { readProject } from './import-graph.ts';

/** A page of the app; `roles` is null where everybody may enter it, visitors too. */
export interface AppPage {
  /** With `:name` and `:name?` for what differs. */
  readonly path: string;
  readonly roles: readonly Role[] | null;
}

const isTable = (value: unknown): value is PageTable =>
  typeof value === 'object' && value !== null && 'rows' in value && 'under' in value;

/** Every `*.pages.tsx` of the app. */
async function readTables(): Promise<readonly PageTable[]> {
  const files = [...readProject().keys()].filter((file) => /^src\/.+\.pages\.tsx$/u.test(file));
  const modules = await Promise.all(
    files.map(async (file) => (await import(`../../${file}`)) as Readonly<Record<string, unknown>>),
  );
  const tables = modules.map((found, index) => {
    const own = Object.values(found).filter(isTable);
    if (own.length === 0) throw new Error(`${files[index]} has no table of pages.`);
    return own;
  });
  return tables.flat();
}

const plain = (pattern: string) => (pattern === '/' ? pattern : pattern.replace(/\/$/u, ''));

const tables = await readTables();

/** Who may enter the pages of a table that name nobody themselves. */
function rolesOfArea({ under }: PageTable): readonly Role[] | null {
  const home = tables
    .filter((table) => table.under === null)
    .flatMap(({ rows }) => rows)
    .find(({ at, isArea }) => isArea && at.pattern === under?.pattern);
  return home?.roles ?? null;
}

/** Every page of the app, as its tables say. */
export const appPages: readonly AppPage[] = [
  ...new Map(
    tables.flatMap((table) =>
      table.rows
        .filter(({ at, element, isArea }) => element !== undefined && at.option === undefined && !isArea)
        .map(({ at, roles }) => {
          const path = plain(at.pattern);
          return [path, { path, roles: roles ?? rolesOfArea(table) }] as const;
        }),
    ),
  ).values(),
];

/** What `?option=` opens on the dashboards of children and of those who teach. */
export const optionsOfDashboards: ReadonlySet<DashboardOption> = new Set(
  tables.flatMap(({ rows }) => rows.flatMap(({ at }) => (at.option ? [at.option] : []))),
);

/** The page at an address of the app; null where there is none. */
export function pageAt(address: string): AppPage | null {
  const [pathname = ''] = address.split(/[?#]/u);
  return appPages.find(({ path }) => isAddressOf(path, pathname)) ?? null;
}
