import { Visitor, type JSXElement, type Node } from 'oxc-parser';
import { authors, classStaff, roles as allRoles, type Role } from '#contract/kit/roles.ts';
import { areaRoles } from '#src/session/dashboards.ts';
import { parseFile, type Tree } from './import-graph.ts';

/** A page of the app; `roles` is null where everybody may enter it, visitors too. */
export interface AppPage {
  /** With `:name` and `:name?` for what differs. */
  readonly path: string;
  readonly roles: readonly Role[] | null;
}

function nameOf({ openingElement: { name } }: JSXElement): string | null {
  return name.type === 'JSXIdentifier' ? name.name : null;
}

/** What an attribute is set to, as it is written; null where it is missing. */
function attributeOf(element: JSXElement, name: string, source: string): string | null {
  for (const attribute of element.openingElement.attributes) {
    if (attribute.type !== 'JSXAttribute' || attribute.name.name !== name) continue;
    return attribute.value === null ? '' : source.slice(attribute.value.start, attribute.value.end);
  }
  return null;
}

/** `<RequireRole roles={[...authors]} />`, as it stands in the list of routes; null where nobody is asked. */
function rolesNamedIn(element: string): readonly Role[] | null {
  if (!element.includes('<RequireRole')) return null;
  const areas: Readonly<Record<string, readonly Role[]>> = areaRoles;
  const groups: Readonly<Record<string, readonly Role[]>> = { authors, classStaff };
  const named = [
    ...[...element.matchAll(/areaRoles\.(\w+)/gu)].flatMap(([, area = '']) => areas[area] ?? []),
    ...Object.keys(groups).flatMap((name) => (element.includes(`...${name}`) ? (groups[name] ?? []) : [])),
    ...allRoles.filter((role) => element.includes(`'${role}'`)),
  ];
  if (named.length === 0) throw new Error(`Nobody knows who may pass ${element}`);
  return named;
}

const isElement = (node: Node): node is JSXElement => node.type === 'JSXElement';

function pagesIn(tree: Tree, file: string, within: string, area: readonly Role[] | null): AppPage[] {
  const source = tree.get(file);
  if (source === undefined) throw new Error(`There is no ${file}`);
  const pages: AppPage[] = [];

  function walk(element: JSXElement, guard: readonly Role[] | null): void {
    const may = rolesNamedIn(attributeOf(element, 'element', source ?? '') ?? '') ?? guard;
    const path = attributeOf(element, 'path', source ?? '')?.slice(1, -1) ?? null;
    const [, folder] = /^([\w-]+)\/\*$/u.exec(path ?? '') ?? [];
    if (attributeOf(element, 'index', source ?? '') !== null) pages.push({ path: within || '/', roles: may });
    if (folder !== undefined) pages.push(...pagesIn(tree, `src/areas/${folder}.area.tsx`, `/${folder}`, may));
    else if (path !== null && path !== '*') pages.push({ path: `${within}/${path}`, roles: may });
    for (const child of element.children) if (isElement(child)) walk(child, may);
  }

  new Visitor({
    JSXElement: (element) => {
      if (nameOf(element) === 'Routes') walk(element, area);
    },
    CallExpression: ({ callee, arguments: [first] }) => {
      if (callee.type !== 'Identifier' || callee.name !== 'createRoutesFromElements') return;
      if (first?.type === 'JSXElement') walk(first, area);
    },
  }).visit(parseFile(file, source).program);
  return pages;
}

/** Every page of the app, as its routes say. */
export function appPages(tree: Tree): readonly AppPage[] {
  return pagesIn(tree, 'src/app/pages.tsx', '', null);
}

/** The page at an address of the app; null where there is none. */
export function pageAt(pages: readonly AppPage[], address: string): AppPage | null {
  const [pathname = ''] = address.split(/[?#]/u);
  return (
    pages.find(({ path }) => {
      const pattern = path.replaceAll(/\/:\w+\?/gu, '(?:/[^/]+)?').replaceAll(/:\w+/gu, '[^/]+');
      return new RegExp(`^${pattern}/?$`, 'u').test(pathname);
    }) ?? null
  );
}
