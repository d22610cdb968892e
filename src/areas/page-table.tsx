import type { TablerIcon } from '@tabler/icons-react';
import { createContext, use, type ReactNode } from 'react';
import type { RouteObject } from 'react-router-dom';
import { paths, type DashboardOption } from '#contract/kit/paths.ts';
import type { Role } from '#contract/kit/roles.ts';
import { RequireRole } from '#src/session/require-role.tsx';
import { BackLink } from '#src/ui/back-link.tsx';
import type { MenuBadge, MenuEntry, MenuGroup } from './area-frame.tsx';

/*
 * Tables of pages, a row for each. From them come the routes, the menus, the links back to the list that a page belongs to, who may
 * enter, and the walk of the tests through every page.
 */

/** Where a page is: a pattern of `contract/kit/paths.ts`; on `/dashboard` by an option of its query, "" where there is none. */
export interface Place {
  readonly pattern: string;
  readonly option?: DashboardOption | '';
}

/** Where a page stands in the menu of its area. */
interface MenuPlace {
  readonly icon: TablerIcon;
  /** The name of the entries between which it stands. */
  readonly group?: string;
  /** A list of its own below the menu. */
  readonly heading?: 'money' | 'settings';
  /** Its name there, where that is not the one of the page. */
  readonly label?: string;
  /** What waits behind it, of those that the area counts. */
  readonly badge?: 'toReview' | 'reported' | 'watched';
}

export interface PageRow {
  readonly at: Place;
  /** Its name in the menu, and in links back to it. */
  readonly name?: string;
  /** Left out: to the place leads a link of the menu, and another table has its page. */
  readonly element?: ReactNode;
  /** Who may enter; left out: who may enter the area, and everybody where there is none. */
  readonly roles?: readonly Role[];
  /** Where families read who came in by the community password; left out, they are asked who they are. */
  readonly families?: string;
  /** Decides by itself who sees the page. */
  readonly guard?: ReactNode;
  readonly menu?: MenuPlace;
  /** The page that it belongs to: a link above its title leads back there, and without an entry of its own that one is lit. */
  readonly parent?: Place;
  /** All addresses below it are of a table of their own. */
  readonly isArea?: true;
}

export interface PageTable {
  /** The home of the area; null for the app. */
  readonly under: Place | null;
  readonly rows: readonly PageRow[];
}

/** `/dashboard?option=…` */
export const option = (name: DashboardOption | ''): Place => ({
  pattern: paths.dashboard.pattern,
  option: name,
});

const placeKey = ({ pattern, option: of = '' }: Place) => `${pattern} ${of}`;

/** The address without what differs from page to page. */
function addressOf({ pattern, option: of }: Place): string {
  if (of !== undefined) return paths.dashboard({ option: of });
  const [address = ''] = pattern.split('/:');
  return address;
}

/** The row of the page that a page belongs to; undefined where it belongs to none of the table. */
function parentOf(rows: readonly PageRow[], { parent }: PageRow): PageRow | undefined {
  return parent && rows.find(({ at }) => placeKey(at) === placeKey(parent));
}

const Parent = createContext<PageRow | null>(null);

/** Above the title: the way back to the page that this one belongs to, by its name. */
export function ParentLink() {
  const parent = use(Parent);
  if (!parent) return null;
  return (
    <BackLink to={parent.at.option === '' ? paths.dashboard() : addressOf(parent.at)}>{parent.name}</BackLink>
  );
}

/** A page that knows what it belongs to. */
export function drawPage({ rows }: PageTable, row: PageRow): ReactNode {
  const parent = parentOf(rows, row);
  return parent ? <Parent value={parent}>{row.element}</Parent> : row.element;
}

/** The page that an option of `/dashboard` opens for a person; null where there is none. */
export function pageOfOption(table: PageTable, name: string | null, role: Role | undefined): PageRow | null {
  const isFor = ({ roles }: PageRow) => !roles || (role !== undefined && roles.includes(role));
  return table.rows.find((row) => row.at.option === (name ?? '') && isFor(row)) ?? null;
}

/** For React Router, with what stands at an address that the table does not have. */
export function routesOf(table: PageTable, notFound: ReactNode): RouteObject[] {
  const start = (table.under?.pattern.length ?? 0) + 1;
  const routes = table.rows
    .filter(({ element, at }) => element !== undefined && at.option === undefined)
    .map((row): RouteObject => {
      const path = row.at.pattern.slice(start).replace(/\/$/u, '');
      const element = drawPage(table, row);
      const page: RouteObject =
        path === '' ? { index: true, element } : { path: row.isArea ? `${path}/*` : path, element };
      const { roles, families, guard } = row;
      if (guard !== undefined) return { element: guard, children: [page] };
      if (!roles) return page;
      return {
        element: <RequireRole roles={roles} {...(families !== undefined && { families })} />,
        children: [page],
      };
    });
  return [...routes, { path: '*', element: notFound }];
}

type Badges = Partial<Record<NonNullable<MenuPlace['badge']>, MenuBadge | null>>;

/** The row whose entry of the menu is lit on a page: its own, or that of what it belongs to. */
function rowOfEntry(rows: readonly PageRow[], row: PageRow): PageRow | null {
  if (row.menu) return row;
  const parent = parentOf(rows, row);
  return parent ? rowOfEntry(rows, parent) : null;
}

/** The lists of `AreaFrame`, in the order of the table. */
export function menuOf({ rows }: PageTable, badges: Badges = {}) {
  const lists = {
    menu: [] as (MenuEntry | MenuGroup)[],
    money: [] as MenuEntry[],
    settings: [] as (MenuEntry | MenuGroup)[],
  };
  for (const row of rows) {
    const { at, name = '', menu, roles } = row;
    if (!menu) continue;
    const entry: MenuEntry = {
      label: menu.label ?? name,
      to: addressOf(at),
      icon: menu.icon,
      within: rows.flatMap((each) =>
        each !== row && rowOfEntry(rows, each) === row ? [addressOf(each.at)] : [],
      ),
      badge: menu.badge === undefined ? null : (badges[menu.badge] ?? null),
      ...(roles && { roles }),
    };
    const { group } = menu;
    if (menu.heading === 'money') {
      lists.money.push(entry);
      continue;
    }
    const list = menu.heading === 'settings' ? lists.settings : lists.menu;
    const last = list.at(-1);
    if (group === undefined) list.push(entry);
    else if (last && 'group' in last && last.group === group)
      list[list.length - 1] = { group, entries: [...last.entries, entry] };
    else list.push({ group, entries: [entry] });
  }
  return lists;
}
