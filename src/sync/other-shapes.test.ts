import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { SchoolClass } from '#contract/classes/classes.schema.ts';
import { oneNumber, tableVersions, type Cursor } from '#contract/sync/sync.schema.ts';
import { updatePrivacy, updatePrivacyInput } from '#src/features/students/students.mutations.ts';
import { ourShapes } from '#tests/support/our-shapes.ts';
import { ready, ScriptedReplicas, sync } from '#tests/support/scripted-replicas.ts';
import { inStored, storedRows } from '#tests/support/stored-replica.ts';
import { openTab, settled } from '#tests/support/sync-environment.ts';
import { cedar, ids, maple, student } from '#tests/support/sync-scripted-server.ts';
import { NoNetworkError } from './api-client.ts';

let replicas: ScriptedReplicas;

beforeEach(() => {
  replicas = new ScriptedReplicas();
});

afterEach(() => {
  replicas.close();
});

const owner = { tenant_id: ids.tenant, user_id: ids.teacher };
const environment = () => openTab(replicas.device, replicas.time).environment;

const schoolClass: SchoolClass = {
  id: ids.maple,
  class_id: 'MAPXE247',
  name: 'Maple',
} as unknown as SchoolClass;

/** A tablet with a class and its students, and nothing to send. */
async function pulled(): Promise<void> {
  const { server, open } = replicas;
  server.pages = [
    replicas.page({
      reset: true,
      scopes: [
        {
          scope: maple,
          version: 1,
          replace: true,
          tables: {
            classes: { rows: [schoolClass], removed: [] },
            students: { rows: [student(ids.zoe, 'Zoë'), student(ids.max, 'Max')], removed: [] },
          },
        },
      ],
    }),
  ];
  const replica = await open();
  await sync(replica);
  replica.close();
  server.pulls.length = 0;
}

/** As the version of the app before left it. */
async function leaveBehind(change: Partial<Cursor>): Promise<void> {
  await inStored(environment(), owner, async (stored) => {
    const { cursor, pulls } = await stored.readStateAndCursor();
    if (!cursor) throw new Error('Nothing was pulled');
    stored.writeState({ cursor: { ...cursor, ...change }, pulls, complete: true });
  });
}

const cursorThere = () => inStored(environment(), owner, (stored) => stored.readCursor());

const withOlderStudents = { tables: { ...tableVersions, students: 0 } };

function goOffline(): void {
  replicas.server.failures = Array.from({ length: 50 }, () => new NoNetworkError('off', false));
}

describe('where the version before stored a table in another shape', () => {
  it('its rows are never shown, the others are, and what waits stays', async () => {
    await pulled();
    goOffline();
    const before = await replicas.open();
    await before.enqueue(updatePrivacy, updatePrivacyInput(ids.zoe, 'public'));
    before.close();
    await leaveBehind(withOlderStudents);

    const after = await replicas.open(openTab(replicas.device, replicas.time), replicas.server, {
      expected: { places: [{ scope: maple, table: 'students' }], tables: [] },
    });
    expect(after.read(maple, 'students')).toEqual({ status: 'loading', rows: [] });
    expect(after.readAll('students').status).toBe('loading');
    expect(after.isPopulated('students')).toBe(false);
    expect(after.isPopulated('classes')).toBe(true);
    expect(after.changes()).toMatchObject([{ state: 'waiting' }]);
    after.read(maple, 'classes');
    await settled();
    expect(after.read(maple, 'classes').rows).toMatchObject([{ name: 'Maple' }]);
    expect(await storedRows(environment(), owner, { scope: maple, table: 'students' })).toEqual([]);
  });

  it('that table alone is asked for, and replaced', async () => {
    await pulled();
    await leaveBehind(withOlderStudents);
    const after = await replicas.open();
    const { students: _students, ...others } = tableVersions;
    expect(await cursorThere()).toMatchObject({ schema: 0, tables: others, scopes: { [maple]: 1 } });
    replicas.server.pages = [
      replicas.page({
        scopes: [
          {
            scope: maple,
            version: 1,
            replace: false,
            tables: { students: { rows: [student(ids.zoe, 'Zoë')], removed: [], replace: true } },
          },
        ],
        cursor: { epoch: ids.epoch, schema: 0, tables: tableVersions, scopes: {} },
      }),
    ];
    await sync(after);
    expect(replicas.server.pulls).toMatchObject([{ cursor: { tables: others, scopes: { [maple]: 1 } } }]);
    expect(await ready(after)).toMatchObject([{ first_name: 'Zoë' }]);
    expect(await storedRows(environment(), owner, { scope: maple, table: 'classes' })).toHaveLength(1);
    expect(after.isPopulated('students')).toBe(true);
    expect(await cursorThere()).toMatchObject({ tables: tableVersions, scopes: { [maple]: 1 } });
  });

  it('goes on after a page where it stopped, and begins again where the pages are of another version', async () => {
    await pulled();
    const { students, ...others } = tableVersions;
    const renewing = { tables: { students }, through: maple };
    await leaveBehind({ tables: others, renewing });
    (await replicas.open()).close();
    expect(await cursorThere()).toMatchObject({ tables: others, renewing });
    expect(await storedRows(environment(), owner, { scope: maple, table: 'students' })).toHaveLength(2);

    await leaveBehind({ tables: others, renewing: { tables: { students: 0 }, through: maple } });
    (await replicas.open()).close();
    expect(await cursorThere()).not.toHaveProperty('renewing');
    expect(await storedRows(environment(), owner, { scope: maple, table: 'students' })).toEqual([]);
  });

  it('a page that brings nothing but the word that all is there is stored', async () => {
    await pulled();
    await leaveBehind(withOlderStudents);
    const after = await replicas.open();
    replicas.server.pages = [
      replicas.page({ cursor: { epoch: ids.epoch, schema: 0, tables: tableVersions, scopes: {} } }),
    ];
    await sync(after);
    expect(after.isPopulated('students')).toBe(true);
    expect(await cursorThere()).toMatchObject({ tables: tableVersions, scopes: { [maple]: 1 } });
  });

  it('two tabs that find it at the same moment show none of its rows', async () => {
    await pulled();
    await leaveBehind(withOlderStudents);
    const expected = { places: [{ scope: maple, table: 'students' as const }], tables: [] };
    const tabs = await Promise.all(
      [1, 2].map(() => replicas.open(replicas.deafTab(), replicas.server, { expected })),
    );
    for (const tab of tabs) expect(tab.read(maple, 'students').rows).toEqual([]);
  });
});

describe('where the version before knew one number for all tables', () => {
  it('its rows stay, and its cursor is gone on from', async () => {
    await pulled();
    await leaveBehind({ schema: oneNumber, tables: undefined });
    const after = await replicas.open();
    expect(after.isPopulated('students')).toBe(true);
    expect(await ready(after)).toHaveLength(2);
    await sync(after);
    expect(replicas.server.pulls).toMatchObject([{ cursor: { scopes: { [maple]: 1 } } }]);
  });

  it('and another number than the last, everything is fetched anew', async () => {
    await pulled();
    await leaveBehind({ schema: oneNumber - 1, tables: undefined });
    const after = await replicas.open();
    expect(after.isPopulated()).toBe(false);
    expect(await cursorThere()).toBeNull();
  });
});

describe('a page', () => {
  const changes = (table: object) => [
    { scope: maple, version: 2, replace: false, tables: { students: table } as never },
  ];

  it('that replaces a table leaves nothing of it that is not in it', async () => {
    await pulled();
    const replica = await replicas.open();
    replicas.server.pages = [replicas.page({ scopes: changes({ rows: [], removed: [], replace: true }) })];
    await sync(replica);
    expect(await ready(replica)).toEqual([]);
    expect(await storedRows(environment(), owner, { scope: maple, table: 'students' })).toEqual([]);
  });

  it.each([
    ['in a later version of a table', { tables: { ...tableVersions, students: 99 } }],
    ['with a table that is not known here', { tables: { ...tableVersions, polls: 1 } }],
    ['of a server that knows a later number alone', { schema: oneNumber + 1, tables: undefined }],
  ])('%s is not stored, and its rows neither', async (_what, shape) => {
    await pulled();
    const replica = await replicas.open();
    replicas.server.pages = [
      replicas.page({
        scopes: changes({ rows: [student(ids.zoe, 'Zara')], removed: [] }),
        cursor: { epoch: ids.epoch, ...ourShapes, scopes: { [maple]: 2, [cedar]: 1 }, ...shape },
      }),
    ];
    await sync(replica);
    expect(await ready(replica)).toMatchObject([{ first_name: 'Zoë' }, { first_name: 'Max' }]);
    expect(await cursorThere()).toMatchObject({ scopes: { [maple]: 1 } });
  });
});
