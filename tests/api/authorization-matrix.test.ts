import { describe, expect, it } from 'vitest';
import { endpoints } from '#contract/api.ts';
import type { Endpoint } from '#contract/kit/endpoint.ts';
import { product } from '#contract/kit/product.ts';
import { declaredNames, entryOf } from '../support/matrix/matrix.ts';
import { callerNames } from '../support/matrix/names.ts';
import { describeMatrix, rlsAndFilters } from '../support/matrix/rls-and-filters.ts';

describe('the authorization matrix', () => {
  it('declares every endpoint of the contract and no other', () => {
    expect(declaredNames.toSorted()).toEqual(endpoints.map((endpoint) => endpoint.name).toSorted());
  });

  it.each(endpoints.map((endpoint) => endpoint.name))('declares every cell of %s', (name) => {
    const { targets, cells } = entryOf(name);
    expect(Object.keys(cells).toSorted()).toEqual(callerNames.toSorted());
    for (const row of Object.values(cells)) expect(row).toHaveLength(targets.length);
  });

  it('lets nobody through whose role the endpoint does not name', () => {
    const roleOf: Partial<Record<string, string>> = {
      teacher_of_birch: 'teacher',
      organization_admin_on_own_host: 'organization_admin',
      platform_admin_on_own_host: product.platformRole,
    };
    const through = endpoints.flatMap((endpoint) =>
      callerNames
        .filter((name) => entryOf(endpoint.name).cells[name].includes('ok'))
        .filter((name) => !names(endpoint, roleOf[name] ?? name))
        .map((name) => `${endpoint.name} ${name}`),
    );
    expect(through).toEqual([]);
  });
});

function names({ roles, champions = [] }: Endpoint, role: string): boolean {
  if (roles === 'anyone') return true;
  if (role === 'superpower_teacher' || role === 'superpower_parent')
    return champions.some((kind) => role === `superpower_${kind}`);
  if (role === 'visitor' || role === 'anyone_signed_in_elsewhere') return false;
  return roles === 'signed-in' || (roles as readonly string[]).includes(role);
}

// Behind each of them alone: tests/slow/authorization-matrix.test.ts.
describeMatrix(rlsAndFilters);
