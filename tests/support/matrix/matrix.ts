import { endpoints } from '#contract/api.ts';
import type { Endpoint } from '#contract/kit/endpoint.ts';
import type { ApiWorld } from '../api-world.ts';
import type { MatrixCaller } from './callers.ts';
import type { CellInput, DomainOfMatrix, MatrixEntry, WhoMay, WholeEntry } from './entry.ts';
import type { Outcome } from './names.ts';
import { makeSharedRows } from './rows.ts';
import { refusedByRole, self } from './who-may.ts';

/** Each folder of tests/domains brings its own; nothing else has to name it. */
const found = import.meta.glob<DomainOfMatrix>('../../domains/*/cells.ts', { eager: true });
const domains = Object.entries(found).map(
  ([file, domain]) => [/([\w-]+)\/cells\.ts$/u.exec(file)?.[1] ?? '', domain] as const,
);

/**
 * What champions get of a call, on the platform's host, where its entry does not say: they are refused. What is for anyone
 * answers them as it answers whoever else asks there.
 */
function usualOfChampions(
  { hosts, roles, champions }: Endpoint,
  targets: readonly string[],
  cells: WhoMay,
): readonly Outcome[] {
  const all = (outcome: Outcome) => targets.map(() => outcome);
  if (champions !== undefined) throw new Error('An entry has to say what champions get of their own calls');
  const isServed = hosts === 'all' || hosts === 'platform' || hosts === 'any';
  if (!isServed) return all('request.not_found');
  return roles === 'anyone' ? cells.platform_admin_on_own_host : all('request.forbidden');
}

function writtenOut(name: string, domain: string, entry: MatrixEntry<never>): WholeEntry {
  const endpoint = endpoints.find((each) => each.name === name);
  if (!endpoint) throw new Error(`${name} is no endpoint`);
  const { targets = self, input = (): CellInput => ({}), champions } = entry;
  const cells: WhoMay = { ...refusedByRole(targets.length), ...entry.cells };
  return {
    domain,
    targets,
    input,
    cells: {
      ...cells,
      superpower_teacher: champions?.superpower_teacher ?? usualOfChampions(endpoint, targets, cells),
      superpower_parent: champions?.superpower_parent ?? usualOfChampions(endpoint, targets, cells),
    },
  };
}

const entries = domains.flatMap(([domain, { cells }]) =>
  Object.entries(cells).map(([name, entry]) => [name, writtenOut(name, domain, entry)] as const),
);

/** The names that the domains declare, each as often as one of them does. */
export const declaredNames: readonly string[] = entries.map(([name]) => name);

const matrix = new Map(entries);

/** What the matrix declares of an endpoint: each caller × each target. A new one is declared by its domain before anything passes. */
export function entryOf(name: string): WholeEntry {
  const entry = matrix.get(name);
  if (!entry) throw new Error(`${name} is in no tests/domains/*/cells.ts`);
  return entry;
}

/** Makes what cells of a call are sent with, from rows of a world. */
export type CellMaker = (entry: WholeEntry, target: string, userId: string) => CellInput;

/** Makes all rows of a world that cells are about: shared ones, and those of each domain. */
export async function makeRows(world: ApiWorld, callers: readonly MatrixCaller[]): Promise<CellMaker> {
  const shared = await makeSharedRows(world);
  const rowsOf = new Map<string, object>();
  for (const [domain, { makeRows: makeOwn }] of domains)
    rowsOf.set(domain, { ...shared, ...(await makeOwn?.(world, callers, shared)) });
  return ({ domain, input }, target, userId) => input(target, world, rowsOf.get(domain) as never, userId);
}
