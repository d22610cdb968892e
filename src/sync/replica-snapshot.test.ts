import { uuidv7 } from 'uuidv7';
import { describe, expect, it } from 'vitest';
import { oneNumber, type PullAnswer, type Scope } from '#contract/sync/sync.schema.ts';
import { updatePrivacy, updatePrivacyInput } from '#src/features/students/students.mutations.ts';
import { ourShapes } from '#tests/support/our-shapes.ts';
import { preferenceOf, replicaOfFile } from '#tests/support/replica-of-file.ts';
import { ready, sync } from '#tests/support/scripted-replicas.ts';
import { storedScopes } from '#tests/support/stored-replica.ts';
import { openTab, settled } from '#tests/support/sync-environment.ts';
import { cedar, ids, maple, problem, ScriptedServer, student } from '#tests/support/sync-scripted-server.ts';
import { NoNetworkError } from './api-client.ts';
import { ReplicaDatabase } from './replica-database.ts';

const { now, openOffline } = replicaOfFile();

describe('law 7: what waits is sent by itself', () => {
  it('within 90 seconds after the server answers again, without a tap', async () => {
    const replica = await openOffline();
    await replica.enqueue(updatePrivacy, updatePrivacyInput(ids.zoe, 'public'));
    await now.time.advance(30 * 60_000);
    now.server.failures = [];
    await now.time.advance(90_000);
    expect(replica.status()).toMatchObject({ state: 'all_sent', waiting: 0 });
  });

  it('at once when the device says that the network is back', async () => {
    const tab = openTab(now.device, now.time);
    const replica = await now.open(tab);
    replica.start();
    await settled();
    now.server.failures = [new NoNetworkError('cut', false)];
    await replica.enqueue(updatePrivacy, updatePrivacyInput(ids.zoe, 'public'));
    await settled();
    expect(replica.status().waiting).toBe(1);
    tab.wake();
    await settled();
    await settled();
    expect(replica.status().waiting).toBe(0);
  });

  it('not before the time that the server asked for', async () => {
    const replica = await openOffline();
    now.server.failures = [problem(429, 'request.too_many', 40)];
    await replica.enqueue(updatePrivacy, updatePrivacyInput(ids.zoe, 'public'));
    await sync(replica);
    const before = now.server.pushes.length;
    await now.time.advance(39_000);
    expect(now.server.pushes).toHaveLength(before);
    await now.time.advance(2000);
    expect(replica.status().waiting).toBe(0);
  });

  it('from another tab when the one that holds the lock is frozen', async () => {
    now.device.held.set(`sync quillshelf:${ids.tenant}:${ids.teacher}`, Symbol('frozen'));
    const replica = await now.open();
    await replica.enqueue(updatePrivacy, updatePrivacyInput(ids.zoe, 'public'));
    await now.time.advance(20_000);
    expect(now.server.pushes).toEqual([]);
    await now.time.advance(15_000);
    expect(replica.status().waiting).toBe(0);
  });

  it('rests while nobody looks and nothing waits, and polls while somebody does', async () => {
    const tab = openTab(now.device, now.time);
    const replica = await now.open(tab);
    await sync(replica);
    const before = now.server.pulls.length;
    tab.visible = false;
    await now.time.advance(60_000);
    expect(now.server.pulls).toHaveLength(before);
    tab.visible = true;
    await now.time.advance(31_000);
    expect(now.server.pulls.length).toBeGreaterThan(before);
  });
});

describe('law 8: the screen never shows the old value again', () => {
  it('not even at first: rows that are expected are there with the replica, and what waits lies over them', async () => {
    const replica = await openOffline();
    await replica.enqueue(updatePrivacy, updatePrivacyInput(ids.zoe, 'public'));
    const again = await now.open(undefined, undefined, {
      expected: { places: [{ scope: maple, table: 'students' }], tables: ['classes'] },
    });
    expect(again.read(maple, 'students').status).toBe('ready');
    expect(preferenceOf(again)).toBe('public');
    expect(again.readAll('classes').status).toBe('ready');
    expect(again.read(cedar, 'students').status).toBe('loading');
    await settled();
  });

  it('where nothing was fetched yet, what is expected comes with the first pull', async () => {
    const expected = { places: [{ scope: maple, table: 'students' as const }], tables: [] };
    const replica = await now.open(undefined, undefined, { expected });
    expect(replica.read(maple, 'students')).toEqual({ status: 'ready', rows: [] });
    await sync(replica);
    expect(preferenceOf(replica)).toBe('private');
  });

  it('and of expected rows that another version of the app stored none is shown', async () => {
    (await openOffline()).close();
    const { cursor } = now.replicas.page();
    const owner = { tenant_id: ids.tenant, user_id: ids.teacher };
    const database = new ReplicaDatabase(openTab(now.device, now.time).environment, owner);
    await database.open();
    const older = { epoch: cursor.epoch, schema: oneNumber - 1, scopes: cursor.scopes };
    await database.write(async (stored) => stored.writeState({ cursor: older, pulls: 1, complete: true }));
    database.close();
    const expected = { places: [{ scope: maple, table: 'students' as const }], tables: [] };
    const again = await now.open(undefined, undefined, { expected });
    expect(again.read(maple, 'students').rows).toEqual([]);
  });

  it('neither while a change is sent, nor when it is confirmed', async () => {
    const replica = await openOffline();
    const seen: (string | undefined)[] = [];
    await replica.enqueue(updatePrivacy, updatePrivacyInput(ids.zoe, 'public'));
    replica.subscribe(() => seen.push(preferenceOf(replica)));
    now.server.failures = [];
    await sync(replica);
    await now.time.advance(20_000);
    expect(replica.changes()).toEqual([]);
    expect(seen.length).toBeGreaterThan(2);
    expect(new Set(seen)).toEqual(new Set(['public']));
  });

  it('nor while the server has applied it and the pull that shows it is not there yet', async () => {
    const replica = await openOffline();
    await replica.enqueue(updatePrivacy, updatePrivacyInput(ids.zoe, 'public'));
    now.server.failures = [];
    const stale: PullAnswer = {
      reset: false,
      drop_scopes: [],
      confirmed_seq: 0,
      more: false,
      scopes: [
        {
          scope: maple,
          version: 1,
          replace: true,
          tables: { students: { rows: [student(ids.zoe, 'Zoë')], removed: [] } },
        },
      ],
      cursor: { epoch: ids.epoch, ...ourShapes, scopes: { [maple]: 1 } },
    };
    now.server.pages = [stale];
    await sync(replica);
    expect(replica.status().waiting).toBe(0);
    expect(replica.changes()).toMatchObject([{ state: 'applied' }]);
    expect(preferenceOf(replica)).toBe('public');
    await sync(replica);
    expect(replica.changes()).toEqual([]);
    expect(preferenceOf(replica)).toBe('public');
  });
});

describe('law 4, 9 and 10: the snapshot follows the server', () => {
  it('stores a first download page by page and is whole only with the last', async () => {
    const page = (scope: Scope, more: boolean): PullAnswer => ({
      reset: !now.server.pulls.length || now.server.pulls.length === 1,
      drop_scopes: [],
      confirmed_seq: 0,
      more,
      scopes: [
        {
          scope,
          version: 1,
          replace: true,
          tables: { students: { rows: [student(ids.zoe, 'Zoë')], removed: [] } },
        },
      ],
      cursor: {
        epoch: ids.epoch,
        ...ourShapes,
        scopes: more ? { [maple]: 1 } : { [maple]: 1, [cedar]: 1 },
      },
    });
    const replica = await now.open();
    now.server.pages = [page(maple, true), { ...page(cedar, false), reset: false }];
    await sync(replica);
    expect(now.server.pulls.map((pull) => Object.keys(pull.cursor?.scopes ?? {}))).toEqual([[], [maple]]);
    expect(replica.isPopulated()).toBe(true);
    expect(await storedScopes(openTab(now.device, now.time).environment, replica)).toHaveProperty([cedar]);
    expect(await ready(replica)).toHaveLength(1);
  });

  it('takes changed rows in place, adds new ones and drops removed ones', async () => {
    const replica = await now.open();
    await sync(replica);
    await ready(replica);
    now.server.pages = [
      {
        reset: false,
        drop_scopes: [],
        confirmed_seq: 0,
        more: false,
        scopes: [
          {
            scope: maple,
            version: 2,
            replace: false,
            tables: {
              students: { rows: [student(ids.cedar, 'Neu'), student(ids.zoe, 'Zoe')], removed: [ids.max] },
            },
          },
        ],
        cursor: { epoch: ids.epoch, ...ourShapes, scopes: { [maple]: 2 } },
      },
    ];
    await sync(replica);
    expect((await ready(replica)).map((row) => row.first_name)).toEqual(['Zoe', 'Neu']);
    const again = await now.open();
    expect((await ready(again)).map((row) => row.first_name)).toEqual(['Zoe', 'Neu']);
  });

  it.each([499, 500, 501, 1000, 1300])(
    'takes changes to the first and the last of %i rows of a class, and a new one after them',
    async (count) => {
      const many = Array.from({ length: count }, () => student(uuidv7(), 'Child'));
      now.server.students.set(maple, many);
      const replica = await now.open();
      await sync(replica);
      const [first, last] = [many[0]?.id ?? '', many.at(-1)?.id ?? ''];
      const rows = [student(first, 'First'), student(last, 'Last'), student(ids.zoe, 'New')];
      const scope = { scope: maple, version: 2, replace: false };
      now.server.pages = [
        now.replicas.page({ scopes: [{ ...scope, tables: { students: { rows, removed: [] } } }] }),
      ];
      await sync(replica);
      const shown = (await ready(await now.open())).map((row) => row.first_name);
      expect(shown).toHaveLength(count + 1);
      expect([shown[0], shown[1], shown.at(-2), shown.at(-1)]).toEqual(['First', 'Child', 'Last', 'New']);
    },
  );

  it('has nothing left of a scope that the person may no longer see, on the screen and in the storage', async () => {
    const replica = await now.open();
    await sync(replica);
    await ready(replica);
    now.server.students.delete(maple);
    now.server.drop = [maple];
    await sync(replica);
    expect(replica.read(maple, 'students')).toEqual({ status: 'ready', rows: [] });
    expect(await storedScopes(openTab(now.device, now.time).environment, replica)).not.toHaveProperty([
      maple,
    ]);
    const again = await now.open();
    expect(await ready(again)).toEqual([]);
  });

  it('rebuilds its snapshot after a reset, and keeps the outbox', async () => {
    const replica = await openOffline();
    await replica.enqueue(updatePrivacy, updatePrivacyInput(ids.max, 'public'));
    now.server.failures = [];
    now.server.decide = () => 'retry';
    now.server.epoch = '01900000-0000-7000-8000-0000000000ef';
    now.server.students = new Map([[maple, [student(ids.max, 'Max')]]]);
    await sync(replica);
    expect((await ready(replica)).map((row) => [row.first_name, row.privacy_preference])).toEqual([
      ['Max', 'public'],
    ]);
    expect(replica.status().waiting).toBe(1);
  });

  it('drops an answer that was asked for before another tab stored a newer one', async () => {
    const replica = await now.open();
    await sync(replica);
    await ready(replica);
    let letGo = () => undefined as void;
    const slow = new ScriptedServer();
    slow.gate = new Promise((resolve) => {
      letGo = resolve;
    });
    slow.students = new Map([[maple, [student(ids.zoe, 'Old')]]]);
    const other = await now.open(openTab(now.device, now.time), slow);
    other.syncNow();
    await settled();
    now.device.held.clear();
    now.server.students = new Map([[maple, [student(ids.zoe, 'New')]]]);
    await sync(replica);
    slow.students = now.server.students;
    slow.pages = [
      {
        reset: false,
        drop_scopes: [],
        confirmed_seq: 0,
        more: false,
        scopes: [
          {
            scope: maple,
            version: 1,
            replace: true,
            tables: { students: { rows: [student(ids.zoe, 'Old')], removed: [] } },
          },
        ],
        cursor: { epoch: ids.epoch, ...ourShapes, scopes: { [maple]: 1 } },
      },
    ];
    letGo();
    await settled();
    await settled();
    expect((await ready(other)).map((row) => row.first_name)).toEqual(['New']);
    expect((await ready(replica)).map((row) => row.first_name)).toEqual(['New']);
  });
});

describe('two tabs of one person', () => {
  it('show each other’s changes, waiting and confirmed', async () => {
    const one = await now.open();
    await sync(one);
    await ready(one);
    const other = await now.open();
    other.start();
    await ready(other);
    now.server.failures = [new NoNetworkError('cut', false)];
    await one.enqueue(updatePrivacy, updatePrivacyInput(ids.zoe, 'public'));
    await settled();
    expect(preferenceOf(other)).toBe('public');
    expect(other.status().waiting).toBe(1);
    await sync(one);
    expect(one.status().waiting).toBe(0);
    await settled();
    expect(other.status().waiting).toBe(0);
    expect(preferenceOf(other)).toBe('public');
  });

  it('send a change once though both drain at the same moment', async () => {
    const one = await openOffline();
    const other = await now.open();
    await one.enqueue(updatePrivacy, updatePrivacyInput(ids.zoe, 'public'));
    await settled();
    now.server.failures = [];
    now.server.pushes.length = 0;
    one.syncNow();
    other.syncNow();
    await now.time.advance(5000);
    expect(now.server.pushes.flatMap((push) => push.calls)).toHaveLength(1);
  });
});
