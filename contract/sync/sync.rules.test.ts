import { createHash } from 'node:crypto';
import { toJsonSchema } from '@valibot/to-json-schema';
import { describe, expect, it } from 'vitest';
import { isInOurShapes, tablesToRenew, versionsIn } from './sync.rules.ts';
import { oneNumber, snapshotSchemaVersion, snapshotTableNames, snapshotTables } from './sync.schema.ts';

const ours = { students: 2, works: 1 };

describe('the tables that a device fetches anew', () => {
  it.each<[what: string, tables: Record<string, number>, anew: string[]]>([
    ['none where all are ours', { students: 2, works: 1 }, []],
    ['the one of an earlier version', { students: 1, works: 1 }, ['students']],
    ['the one of a later version, after the app was put back', { students: 3, works: 1 }, ['students']],
    ['one that there was not', { students: 2 }, ['works']],
    ['none for one that we do not know', { students: 2, works: 1, gone: 1 }, []],
  ])('are %s', (_what, tables, anew) => {
    expect(tablesToRenew({ schema: 0, tables }, ours)).toEqual(anew);
  });

  it('are none for rows of the last number that all tables shared, but for those that changed or came since', () => {
    const before = { schema: oneNumber };
    expect(tablesToRenew(before, { students: 1, works: 1 })).toEqual([]);
    expect(tablesToRenew(before, { students: 1, works: 2, polls: 2 })).toEqual(['works', 'polls']);
    expect(versionsIn({ ...before, tables: ours })).toEqual(ours);
  });

  it('are all for rows of any other number', () => {
    for (const schema of [oneNumber - 1, oneNumber + 1])
      expect(tablesToRenew({ schema }, ours)).toEqual(['students', 'works']);
  });
});

describe('an answer', () => {
  const through = `class:${crypto.randomUUID()}` as const;

  it.each<[what: string, stood: Parameters<typeof isInOurShapes>[0], is: boolean]>([
    ['in our versions', { schema: 0, tables: ours }, true],
    [
      'with a part of a table',
      { schema: 0, tables: { works: 1 }, renewing: { tables: { students: 2 }, through } },
      true,
    ],
    ['of a later version', { schema: 0, tables: { students: 3, works: 1 } }, false],
    [
      'with a part of a later version',
      { schema: 0, tables: { works: 1 }, renewing: { tables: { students: 3 }, through } },
      false,
    ],
    ['with a table that we do not know', { schema: 0, tables: { ...ours, polls: 1 } }, false],
    ['without a table that we know', { schema: 0, tables: { works: 1 } }, false],
    ['of a server that knows one number', { schema: oneNumber }, false],
  ])('%s is taken or not', (_what, stood, is) => {
    expect(isInOurShapes(stood, ours)).toBe(is);
  });

  it('of a server that knows one number is taken while that says the same', () => {
    expect(isInOurShapes({ schema: oneNumber }, { students: 1, works: 1 })).toBe(true);
  });
});

const limits = new Set([
  'minLength',
  'maxLength',
  'minimum',
  'maximum',
  'minItems',
  'maxItems',
  'pattern',
  'format',
]);

/** Fields and their types, as a JSON schema says it: how long a text may be is no matter of stored rows. */
function shapeOf(table: (typeof snapshotTableNames)[number]): string {
  const schema = toJsonSchema(snapshotTables[table].row, { errorMode: 'ignore', typeMode: 'output' });
  const text = JSON.stringify(schema, (key, value: unknown) => (limits.has(key) ? undefined : value));
  return createHash('sha256').update(text).digest('hex').slice(0, 8);
}

describe('the tables of a snapshot', () => {
  /** Where this fails, raise the version of the table in `snapshotTables` and note both here. */
  const known: Record<string, [version: number, shape: string]> = {
    classes: [1, 'a7e85a1e'],
    students: [1, '6458aad2'],
    imports: [1, 'c78218d8'],
    profile: [1, '7ff5937c'],
    works: [2, '8a65c8c9'],
    chapters: [1, 'c380fb15'],
    reading: [1, '3ab79aa8'],
    reader_settings: [1, 'f89fe24d'],
    cart: [1, '8eda2d7d'],
    learning: [1, '3e2389ec'],
    assignments: [1, 'd31c998b'],
  };

  it.each(snapshotTableNames)('have the shape of their version: %s', (table) => {
    expect([snapshotTables[table].version, shapeOf(table)]).toEqual(known[table]);
  });

  it('make the one number that earlier apps go by', () => {
    const beyond = snapshotTableNames.map((table) => snapshotTables[table].version - 1);
    expect(snapshotSchemaVersion).toBe(oneNumber + beyond.reduce((one, other) => one + other, 0));
  });
});
