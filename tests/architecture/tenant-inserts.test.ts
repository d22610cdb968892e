import { describe, expect, it } from 'vitest';
import { readProject } from './import-graph.ts';
import { findTenantInserts } from './tenant-inserts.ts';

/*
 * Rows of all schools can lie on many machines where each statement says first whose they are. Keys and indexes are asked of PostgreSQL by
 * tests/api/tenant-first.test.ts; here it is what puts rows in.
 */

/**
 * `insert … select` of tenants' tables, each with why it is one. Citus takes those whose tenant comes from the same column of what they look up;
 * others it refuses under row-level security. What we send goes in by `values`, in few sizes (`inBatches`).
 */
const selecting: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  'rows of the same school are looked up': {
    'server/modules/closings/write-offs.repository.ts': ['written_off_shares'],
    'server/modules/offers/offers.repository.ts': ['assets'],
  },
  'the platform counts, in no call that a school waits for': {
    'server/modules/numbers/platform-days.ts': ['platform_days'],
    'server/modules/numbers/tenant-numbers.ts': ['tenant_numbers', 'tenant_days'],
    'server/modules/numbers/work-numbers.ts': ['tenant_work_numbers', 'tenant_work_days'],
  },
};

const inserts = findTenantInserts(readProject());
const all = [...inserts].flatMap(([file, each]) => each.map((one) => ({ file, ...one })));

describe('what puts a row into a table of tenants', () => {
  it('says first whose it is', () => {
    expect(all.length).toBeGreaterThan(15);
    expect(all.filter(({ column }) => column !== 'tenant_id')).toEqual([]);
  });

  it('says so with a value that it was given, not with one that it looks up', () => {
    const isGiven = (value: string) => /^\$\{(?:[\w.]*tenant_?id|platformId|id)\}$/iu.test(value);
    const looked = all.filter(({ value }) => !isGiven(value));
    expect(looked.map(({ table, value }) => `${table}: ${value}`).toSorted()).toEqual([
      // Pages of an offered book, of the tenant that is asked for.
      'assets: page.tenant_id',
      // Its first part gathers the works of the school that it was given.
      'tenant_work_numbers: counted',
      // Shares of the tenant that is asked for.
      'written_off_shares: share.tenant_id',
    ]);
  });

  it('is an answer of a question where it is named here, and nowhere else', () => {
    const found = [...inserts].map(([file, each]) => [
      file,
      each.filter(({ isValues }) => !isValues).map(({ table }) => table),
    ]);
    const named = Object.assign({}, ...Object.values(selecting)) as Record<string, readonly string[]>;
    expect(Object.fromEntries(found.filter(([, tables]) => (tables?.length ?? 0) > 0))).toEqual(named);
  });

  it.each([
    ['insert into users (id, tenant_id) values (${id}, ${tenantId})', { column: 'id', isValues: true }],
    [
      'insert into works as work (tenant_id, id) select other.tenant_id, other.id from other',
      { column: 'tenant_id', value: 'other.tenant_id', isValues: false },
    ],
    ['insert into works select * from other', { column: '', isValues: false }],
  ])('is seen in %s', (text, expected) => {
    const found = findTenantInserts([['server/modules/works/planted.ts', text]]);
    expect(found.get('server/modules/works/planted.ts')).toEqual([expect.objectContaining(expected)]);
  });
});
