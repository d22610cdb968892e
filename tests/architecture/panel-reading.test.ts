import { describe, expect, test } from 'vitest';
import { endpoints } from '#contract/api.ts';
import type { Endpoint } from '#contract/kit/endpoint.ts';
import { product } from '#contract/kit/product.ts';
import { readProject } from './import-graph.ts';

/* Only lists of the platform read all schools by the panel's role (law 1 of the panel). */

type Declared = Pick<Endpoint, 'name' | 'method' | 'path' | 'roles' | 'hosts' | 'offline' | 'reads'>;

/** What is wrong with an endpoint that reads by the panel's role, or should. */
function breachesOf({ name, method, path, roles, hosts, offline, reads }: Declared): string[] {
  const isPanels = path.startsWith('/v1/panel/');
  if (reads !== 'panel') return isPanels && method === 'GET' ? [`${name} is a list of the panel`] : [];
  return [
    ...(isPanels ? [] : [`${name} stands outside of /v1/panel/`]),
    ...(method === 'GET' ? [] : [`${name} is no list`]),
    ...(roles.length === 1 && roles[0] === product.platformRole ? [] : [`${name} is for other roles, too`]),
    ...(hosts === 'platform' ? [] : [`${name} answers on the hosts of schools`]),
    ...(offline === 'online-only' ? [] : [`${name} is kept on devices`]),
  ];
}

/** Modules of what the platform alone sees. */
const panels = [
  'champions',
  'dear-world',
  'list-files',
  'monitoring',
  'numbers',
  'panel',
  'panel-people',
  'panel-works',
];

/** Where the panel's connections may be named. */
const isAllowed = (file: string) =>
  /^server\/(?:main|installation|operations\/drill|wiring\/app-options)\.ts$|^server\/platform\//u.test(
    file,
  ) || panels.some((module) => file.startsWith(`server/modules/${module}/`));
const namesPanel = /platform\/panel(?:-columns)?\.ts'|\bPanelCall\b/u;

function misplaced(files: Iterable<readonly [string, string]>): string[] {
  return [...files].flatMap(([file, text]) =>
    file.startsWith('server/') && !isAllowed(file) && namesPanel.test(text) ? [file] : [],
  );
}

const list = {
  name: 'panel.listThings',
  method: 'GET',
  path: '/v1/panel/things/',
  roles: [product.platformRole],
  hosts: 'platform',
  offline: 'online-only',
  reads: 'panel',
} as const satisfies Declared;

describe('reading by the panel’s role', () => {
  test('is for lists of the platform alone', () => {
    expect(endpoints.flatMap(breachesOf)).toEqual([]);
  });

  test.each<[string, Partial<Declared>]>([
    ['an address elsewhere', { path: '/v1/things/' }],
    ['a write', { method: 'POST' }],
    ['another role', { roles: [product.platformRole, 'organization_admin'] }],
    ['everybody', { roles: 'signed-in' }],
    ['a host of a school', { hosts: 'all' }],
    ['a copy on the device', { offline: 'cached' }],
  ])('is caught with %s', (_what, planted) => {
    expect(breachesOf(list)).toEqual([]);
    expect(breachesOf({ ...list, ...planted })).toHaveLength(1);
  });

  test('is what each list under /v1/panel/ does', () => {
    const { reads: _reads, ...other } = list;
    expect(breachesOf(other)).toEqual(['panel.listThings is a list of the panel']);
  });

  test('stays in the modules of the panel', () => {
    expect(misplaced(readProject())).toEqual([]);
    const planted = "import { openPanel } from '#server/platform/panel.ts';";
    expect(misplaced([['server/modules/works/works.service.ts', planted]])).toHaveLength(1);
    expect(misplaced([['server/modules/panel-people/people.repository.ts', planted]])).toEqual([]);
  });
});
