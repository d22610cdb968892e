import { endpoints } from '#contract/api.ts';
import type { Endpoint } from '#contract/kit/endpoint.ts';
import type { EndpointName, MatrixEntry, Outcome, WholeEntry } from './authorization-matrix.ts';

/**
 * What champions get of a call, on the platform's host, where its entry does not say: they are refused. What is for anyone
 * answers them as it answers whoever else asks there.
 */
function usualOutcomes(
  { hosts, roles, champions }: Endpoint,
  { targets, cells }: MatrixEntry,
): readonly Outcome[] {
  const all = (outcome: Outcome) => targets.map(() => outcome);
  if (champions !== undefined) throw new Error('An entry has to say what champions get of their own calls');
  const isServed = hosts === 'all' || hosts === 'platform' || hosts === 'any';
  if (!isServed) return all('request.not_found');
  return roles === 'anyone' ? cells.platform_admin_on_own_host : all('request.forbidden');
}

/** Every entry with the cells of champions. */
export function withChampions(
  declared: Readonly<Record<EndpointName, MatrixEntry>>,
): Readonly<Record<EndpointName, WholeEntry>> {
  const whole = Object.entries(declared).map(([name, { champions, ...entry }]) => {
    const endpoint = endpoints.find((each) => each.name === name);
    if (!endpoint) throw new Error(`${name} is no endpoint`);
    const of = (caller: 'superpower_teacher' | 'superpower_parent') =>
      champions?.[caller] ?? usualOutcomes(endpoint, entry);
    const cells = {
      ...entry.cells,
      superpower_teacher: of('superpower_teacher'),
      superpower_parent: of('superpower_parent'),
    };
    return [name, { ...entry, cells }];
  });
  return Object.fromEntries(whole) as Record<EndpointName, WholeEntry>;
}
