import { webcrypto } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { Student } from '../students/students.schema.ts';
import { digestTables, hashRows, isSameDigest, type Sha256 } from './sync.hash.ts';

const sha256: Sha256 = (bytes) => webcrypto.subtle.digest('SHA-256', bytes);

function student(id: string, first_name: string): Student {
  return {
    id: `01900000-0000-7000-8000-0000000000${id}`,
    first_name,
    last_name: 'Fern',
    username: null,
    email: null,
    avatar: null,
    privacy_preference: 'private',
    stu_class: { id: '01900000-0000-7000-8000-00000000000a', class_id: 'MAPXE247', name: 'Maple' },
    no_of_books: 0,
    date_joined: '2026-09-01T08:00:00.000Z',
    last_login: null,
    archived_at: null,
    archived_by: null,
  };
}

const zoe = student('a1', 'Zoë');
const max = student('a2', 'Max');

/** The same row with its fields, and those in it, the other way round. */
function backwards<T extends object>(row: T): T {
  const turned = (value: unknown): unknown =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(
          Object.entries(value)
            .toReversed()
            .map(([key, inner]) => [key, turned(inner)]),
        )
      : value;
  return turned(row) as T;
}

describe('the hash of rows', () => {
  it('is the same in whichever order rows and fields are kept', async () => {
    const one = await hashRows('students', [zoe, max], sha256);
    expect(one).toMatchObject({ count: 2, hash: expect.stringMatching(/^[0-9a-f]{64}$/u) });
    expect(await hashRows('students', [max, zoe], sha256)).toEqual(one);
    expect(await hashRows('students', [backwards(max), backwards(zoe)], sha256)).toEqual(one);
  });

  it('passes over what the contract does not know', async () => {
    const more = { ...zoe, password: 'sunny-otter-42' };
    expect(await hashRows('students', [more], sha256)).toEqual(await hashRows('students', [zoe], sha256));
  });

  it('is another where any value is another, however deep', async () => {
    const { hash } = await hashRows('students', [zoe], sha256);
    const others: Student[] = [
      { ...zoe, first_name: 'Zoe' },
      { ...zoe, last_login: '2026-09-02T08:00:00.000Z' },
      { ...zoe, no_of_books: 1 },
      { ...zoe, stu_class: null },
      { ...zoe, stu_class: { id: zoe.id, class_id: 'MAPXE247', name: 'Maple' } },
    ];
    const hashes = await Promise.all(
      others.map(async (row) => (await hashRows('students', [row], sha256)).hash),
    );
    expect(new Set([hash, ...hashes]).size).toBe(others.length + 1);
  });

  it('takes a row that is no row of the contract as one that differs', async () => {
    const { first_name: _name, ...broken } = zoe;
    const { hash } = await hashRows('students', [broken as Student], sha256);
    expect(hash).not.toBe((await hashRows('students', [zoe], sha256)).hash);
  });
});

describe('what a scope holds', () => {
  it('is the same with a table that has no rows as without it', async () => {
    const without = await digestTables(new Map([['students', [zoe]]]), sha256);
    const withEmpty = await digestTables(
      new Map([
        ['students', [zoe]],
        ['classes', []],
      ]),
      sha256,
    );
    expect(withEmpty).toEqual(without);
    expect(isSameDigest(withEmpty, without)).toBe(true);
  });

  it('is another where a table has other rows, or is there on one side alone', async () => {
    const both = await digestTables(new Map([['students', [zoe, max]]]), sha256);
    const one = await digestTables(new Map([['students', [zoe]]]), sha256);
    expect(isSameDigest(both, one)).toBe(false);
    expect(isSameDigest(both, {})).toBe(false);
    expect(isSameDigest({}, one)).toBe(false);
    expect(isSameDigest({}, {})).toBe(true);
  });
});
