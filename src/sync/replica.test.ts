import { uuidv7 } from 'uuidv7';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { snapshotSchemaVersion, type PullAnswer, type Scope } from '#contract/sync/sync.schema.ts';
import { ready, ScriptedReplicas, sync } from '#tests/support/scripted-replicas.ts';
import { openTab, settled, type TestDevice, type TestTime } from '#tests/support/sync-environment.ts';
import {
  cedar,
  ids,
  maple,
  problem,
  refusal,
  ScriptedServer,
  student,
} from '#tests/support/sync-scripted-server.ts';
import { storedScopes } from '#tests/support/stored-replica.ts';
import { updatePrivacy, updatePrivacyInput } from '#src/features/students/students.mutations.ts';
import { NoNetworkError } from './api-client.ts';
import { NewerDataError } from './connection.ts';
import { ReplicaDatabase } from './replica-database.ts';
import type { Replica } from './replica.ts';

let replicas: ScriptedReplicas;
let device: TestDevice;
let time: TestTime;
let server: ScriptedServer;
let open: ScriptedReplicas['open'];

beforeEach(() => {
  replicas = new ScriptedReplicas();
  ({ device, time, server, open } = replicas);
});

afterEach(() => {
  replicas.close();
});

function preferenceOf(replica: Replica, id = ids.zoe): string | undefined {
  return replica.read(maple, 'students').rows.find((row) => row.id === id)?.privacy_preference;
}

/** A replica that holds the class, with the network gone. */
async function openOffline(): Promise<Replica> {
  const replica = await open();
  await sync(replica);
  await ready(replica);
  server.failures = Array.from({ length: 50 }, () => new NoNetworkError('cut', false));
  return replica;
}

async function rawStorage(): Promise<string> {
  const texts: string[] = [];
  for (const { name } of await device.indexedDb.databases()) {
    const database = await new Promise<IDBDatabase>((resolve, reject) => {
      const request = device.indexedDb.open(name ?? '');
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(new Error(`${name} did not open`));
    });
    for (const store of database.objectStoreNames) {
      if (store === 'rows') continue;
      const rows = await new Promise<unknown[]>((resolve) => {
        const request = database.transaction(store).objectStore(store).getAll();
        request.onsuccess = () => resolve(request.result);
      });
      texts.push(
        JSON.stringify(rows, (_key, value: unknown) =>
          value instanceof ArrayBuffer ? Buffer.from(value).toString('latin1') : value,
        ),
      );
    }
    database.close();
  }
  return texts.join('\n');
}

describe('law 1: a change that was saved survives a crash', () => {
  it('is there after the tab was thrown away the moment it was saved', async () => {
    const replica = await openOffline();
    await replica.enqueue(updatePrivacy, updatePrivacyInput(ids.zoe, 'public'));
    const again = await open();
    await ready(again);
    expect(preferenceOf(again)).toBe('public');
    expect(again.changes()).toMatchObject([{ state: 'waiting', text: 'Zoë Fern set to public' }]);
  });

  it('of a change in several calls all are there, side by side and in their order', async () => {
    const replica = await openOffline();
    const inputs = [ids.zoe, ids.max].map((id) => updatePrivacyInput(id, 'public'));
    const [stored] = await Promise.all([
      replica.enqueueTogether(updatePrivacy, inputs),
      replica.enqueue(updatePrivacy, updatePrivacyInput(ids.cedar, 'public')),
    ]);
    expect(preferenceOf(replica)).toBe('public');
    const again = await open();
    await ready(again);
    expect(
      again
        .changes()
        .slice(0, 2)
        .map(({ mutation_id }) => mutation_id),
    ).toEqual(stored);
    expect(again.changes().map(({ seq }) => seq)).toEqual([1, 2, 3]);
    expect(preferenceOf(again)).toBe('public');
  });

  it('of a change in several calls none is there where the device could not store them', async () => {
    const replica = await openOffline();
    const inputs = [ids.zoe, ids.max].map((id) => updatePrivacyInput(id, 'public'));
    replica.close();
    await expect(replica.enqueueTogether(updatePrivacy, inputs)).rejects.toThrow();
    const again = await open();
    await ready(again);
    expect(again.changes()).toEqual([]);
    expect(preferenceOf(again)).not.toBe('public');
  });
});

describe('law 2 and 3: once and in order', () => {
  it('sends waiting changes in the order they were made, also when they were made at the same moment', async () => {
    const replica = await openOffline();
    const wanted = [ids.zoe, ids.max, ids.cedar, ids.maple];
    await Promise.all(wanted.map((id) => replica.enqueue(updatePrivacy, updatePrivacyInput(id, 'public'))));
    server.failures = [];
    server.pushes.length = 0;
    await sync(replica);
    const sent = [
      ...new Map(server.pushes.flatMap(({ calls }) => calls).map((call) => [call.seq, call])).values(),
    ];
    expect(sent.map((call) => (call.input.params as { id: string }).id)).toEqual(wanted);
    expect(sent.map((call) => call.seq)).toEqual(
      sent.map((call) => call.seq).toSorted((one, other) => one - other),
    );
  });

  it('sends the same call under the same number and id after a lost answer', async () => {
    const replica = await openOffline();
    await replica.enqueue(updatePrivacy, updatePrivacyInput(ids.zoe, 'public'));
    await sync(replica);
    server.failures = [];
    await sync(replica);
    const [first, ...others] = server.pushes.map((push) => push.calls[0]);
    expect(others.length).toBeGreaterThan(0);
    for (const other of others) expect(other).toEqual(first);
    expect(replica.changes()).toEqual([]);
  });

  it('takes another name when the server says that somebody else uses this one, and sends everything again', async () => {
    const replica = await openOffline();
    await replica.enqueue(updatePrivacy, updatePrivacyInput(ids.zoe, 'public'));
    server.failures = [];
    server.pushes.length = 0;
    let forked = false;
    server.decide = () => {
      if (forked) return 'applied';
      forked = true;
      return 'fork';
    };
    await sync(replica);
    const [before, after] = server.pushes;
    expect(after?.client_id).not.toBe(before?.client_id);
    expect(after?.calls[0]?.mutation_id).toBe(before?.calls[0]?.mutation_id);
    expect(replica.status()).toMatchObject({ state: 'all_sent', waiting: 0 });
  });
});

describe('law 5: nothing of a person lies open in the storage', () => {
  it('keeps the words of a change sealed', async () => {
    const replica = await openOffline();
    await replica.enqueue(updatePrivacy, updatePrivacyInput(ids.zoe, 'community'));
    const stored = await rawStorage();
    expect(stored).toContain('students.updatePrivacy');
    expect(stored).not.toContain('Zoë');
    expect(stored).not.toContain(ids.zoe);
    expect(stored).not.toContain('community');
  });

  it('forgets the snapshot at sign-out and keeps what was not sent', async () => {
    const replica = await openOffline();
    await replica.enqueue(updatePrivacy, updatePrivacyInput(ids.zoe, 'public'));
    await replica.forgetSnapshot();
    replica.close();
    const again = await open();
    expect(again.isPopulated()).toBe(false);
    expect(await ready(again)).toEqual([]);
    expect(again.changes()).toHaveLength(1);
  });
});

describe('law 6: every change ends where its owner can see it', () => {
  it('keeps a refused change with the reason, and shows the old truth again', async () => {
    const replica = await openOffline();
    await replica.enqueue(updatePrivacy, updatePrivacyInput(ids.zoe, 'public'));
    server.failures = [];
    server.decide = () => 'refused';
    await sync(replica);
    expect(preferenceOf(replica)).toBe('private');
    expect(replica.status()).toMatchObject({ state: 'needs_you', refused: 1, waiting: 0 });
    expect(replica.changes()).toMatchObject([
      { state: 'refused', problem: refusal, text: 'Zoë Fern set to public' },
    ]);

    server.decide = null;
    const [change] = replica.changes();
    await replica.retry(change?.mutation_id ?? '');
    await sync(replica);
    expect(preferenceOf(replica)).toBe('public');
    expect(replica.changes()).toEqual([]);
  });

  it('compares a change that is taken up again with what stands there now, so that “use mine” holds', async () => {
    const replica = await openOffline();
    await replica.enqueue(updatePrivacy, updatePrivacyInput(ids.zoe, 'public'));
    server.failures = [];
    server.decide = () => 'refused';
    server.students = new Map([[maple, [student(ids.zoe, 'Zoë', { privacy_preference: 'community' })]]]);
    await sync(replica);
    server.decide = null;
    server.pushes.length = 0;
    await replica.retry(replica.changes()[0]?.mutation_id ?? '');
    await sync(replica);
    expect(server.pushes[0]?.calls[0]?.base).toEqual({ privacy_preference: 'community' });
    expect(replica.changes()).toEqual([]);
  });

  it('lets a person discard a change, and only then is it gone', async () => {
    const replica = await openOffline();
    await replica.enqueue(updatePrivacy, updatePrivacyInput(ids.zoe, 'public'));
    await replica.discard(replica.changes()[0]?.mutation_id ?? '');
    expect(replica.changes()).toEqual([]);
    expect(preferenceOf(replica)).toBe('private');
  });

  it('keeps a call that this server does not know yet', async () => {
    const replica = await openOffline();
    await replica.enqueue(updatePrivacy, updatePrivacyInput(ids.zoe, 'public'));
    server.failures = [];
    server.decide = () => 'needs_update';
    await sync(replica);
    expect(replica.changes()).toMatchObject([{ state: 'needs_update' }]);
  });

  it.each([
    ['a call that the answer leaves out', 'missing'],
    ['a call that the server could not decide', 'retry'],
  ] as const)('keeps %s and sends it again later', async (_what, outcome) => {
    const replica = await openOffline();
    await replica.enqueue(updatePrivacy, updatePrivacyInput(ids.zoe, 'public'));
    server.failures = [];
    server.decide = () => outcome;
    await sync(replica);
    expect(replica.status()).toMatchObject({ waiting: 1 });
    server.decide = null;
    await time.advance(20_000);
    expect(replica.status()).toMatchObject({ state: 'all_sent', waiting: 0 });
  });

  it('waits for a sign-in when the session was refused, and loses nothing', async () => {
    const replica = await openOffline();
    server.failures = Array.from({ length: 20 }, () => problem(401, 'request.unauthenticated'));
    await replica.enqueue(updatePrivacy, updatePrivacyInput(ids.zoe, 'public'));
    await sync(replica);
    expect(replica.status()).toMatchObject({ state: 'waiting_for_sign_in', waiting: 1 });
  });

  it.each([400, 409, 429, 500, 503])(
    'keeps the change when the request itself is answered with %i',
    async (status) => {
      const replica = await openOffline();
      server.failures = [problem(status)];
      await replica.enqueue(updatePrivacy, updatePrivacyInput(ids.zoe, 'public'));
      await sync(replica);
      await time.advance(25_000);
      expect(replica.status()).toMatchObject({ state: 'all_sent', waiting: 0 });
      expect(preferenceOf(replica)).toBe('public');
    },
  );
});

describe('law 7: what waits is sent by itself', () => {
  it('within 90 seconds after the server answers again, without a tap', async () => {
    const replica = await openOffline();
    await replica.enqueue(updatePrivacy, updatePrivacyInput(ids.zoe, 'public'));
    await time.advance(30 * 60_000);
    server.failures = [];
    await time.advance(90_000);
    expect(replica.status()).toMatchObject({ state: 'all_sent', waiting: 0 });
  });

  it('at once when the device says that the network is back', async () => {
    const tab = openTab(device, time);
    const replica = await open(tab);
    replica.start();
    await settled();
    server.failures = [new NoNetworkError('cut', false)];
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
    server.failures = [problem(429, 'request.too_many', 40)];
    await replica.enqueue(updatePrivacy, updatePrivacyInput(ids.zoe, 'public'));
    await sync(replica);
    const before = server.pushes.length;
    await time.advance(39_000);
    expect(server.pushes).toHaveLength(before);
    await time.advance(2000);
    expect(replica.status().waiting).toBe(0);
  });

  it('from another tab when the one that holds the lock is frozen', async () => {
    device.held.set(`sync quillshelf:${ids.tenant}:${ids.teacher}`, Symbol('frozen'));
    const replica = await open();
    await replica.enqueue(updatePrivacy, updatePrivacyInput(ids.zoe, 'public'));
    await time.advance(20_000);
    expect(server.pushes).toEqual([]);
    await time.advance(15_000);
    expect(replica.status().waiting).toBe(0);
  });

  it('rests while nobody looks and nothing waits, and polls while somebody does', async () => {
    const tab = openTab(device, time);
    const replica = await open(tab);
    await sync(replica);
    const before = server.pulls.length;
    tab.visible = false;
    await time.advance(60_000);
    expect(server.pulls).toHaveLength(before);
    tab.visible = true;
    await time.advance(31_000);
    expect(server.pulls.length).toBeGreaterThan(before);
  });
});

describe('the browser is asked to wake the worker', () => {
  it('when a change was stored, and again when the page is left while it waits', async () => {
    const tab = openTab(device, time);
    const replica = await open(tab);
    replica.start();
    await sync(replica);
    server.failures = Array.from({ length: 50 }, () => new NoNetworkError('cut', false));
    await replica.enqueue(updatePrivacy, updatePrivacyInput(ids.zoe, 'public'));
    expect(tab.wakeUps).toBe(1);
    tab.leave();
    expect(tab.wakeUps).toBe(2);
  });

  it('not when a page is left that has nothing to send, nor when it was closed before', async () => {
    const tab = openTab(device, time);
    const replica = await open(tab);
    replica.start();
    await sync(replica);
    tab.leave();
    expect(tab.wakeUps).toBe(0);
    server.failures = [new NoNetworkError('cut', false)];
    await replica.enqueue(updatePrivacy, updatePrivacyInput(ids.zoe, 'public'));
    replica.close();
    tab.leave();
    expect(tab.wakeUps).toBe(1);
  });
});

describe('law 8: the screen never shows the old value again', () => {
  it('not even at first: rows that are expected are there with the replica, and what waits lies over them', async () => {
    const replica = await openOffline();
    await replica.enqueue(updatePrivacy, updatePrivacyInput(ids.zoe, 'public'));
    const again = await open(undefined, undefined, {
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
    const replica = await open(undefined, undefined, { expected });
    expect(replica.read(maple, 'students')).toEqual({ status: 'ready', rows: [] });
    await sync(replica);
    expect(preferenceOf(replica)).toBe('private');
  });

  it('and of expected rows that another version of the app stored none is shown', async () => {
    (await openOffline()).close();
    const { cursor } = replicas.page();
    const owner = { tenant_id: ids.tenant, user_id: ids.teacher };
    const database = new ReplicaDatabase(openTab(device, time).environment, owner);
    await database.open();
    const older = { ...cursor, schema: snapshotSchemaVersion - 1 };
    await database.write(async (stored) => stored.writeState({ cursor: older, pulls: 1, complete: true }));
    database.close();
    const expected = { places: [{ scope: maple, table: 'students' as const }], tables: [] };
    const again = await open(undefined, undefined, { expected });
    expect(again.read(maple, 'students').rows).toEqual([]);
  });

  it('neither while a change is sent, nor when it is confirmed', async () => {
    const replica = await openOffline();
    const seen: (string | undefined)[] = [];
    await replica.enqueue(updatePrivacy, updatePrivacyInput(ids.zoe, 'public'));
    replica.subscribe(() => seen.push(preferenceOf(replica)));
    server.failures = [];
    await sync(replica);
    await time.advance(20_000);
    expect(replica.changes()).toEqual([]);
    expect(seen.length).toBeGreaterThan(2);
    expect(new Set(seen)).toEqual(new Set(['public']));
  });

  it('nor while the server has applied it and the pull that shows it is not there yet', async () => {
    const replica = await openOffline();
    await replica.enqueue(updatePrivacy, updatePrivacyInput(ids.zoe, 'public'));
    server.failures = [];
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
      cursor: { epoch: ids.epoch, schema: snapshotSchemaVersion, scopes: { [maple]: 1 } },
    };
    server.pages = [stale];
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
      reset: !server.pulls.length || server.pulls.length === 1,
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
        schema: snapshotSchemaVersion,
        scopes: more ? { [maple]: 1 } : { [maple]: 1, [cedar]: 1 },
      },
    });
    const replica = await open();
    server.pages = [page(maple, true), { ...page(cedar, false), reset: false }];
    await sync(replica);
    expect(server.pulls.map((pull) => Object.keys(pull.cursor?.scopes ?? {}))).toEqual([[], [maple]]);
    expect(replica.isPopulated()).toBe(true);
    expect(await storedScopes(openTab(device, time).environment, replica)).toHaveProperty([cedar]);
    expect(await ready(replica)).toHaveLength(1);
  });

  it('takes changed rows in place, adds new ones and drops removed ones', async () => {
    const replica = await open();
    await sync(replica);
    await ready(replica);
    server.pages = [
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
        cursor: { epoch: ids.epoch, schema: snapshotSchemaVersion, scopes: { [maple]: 2 } },
      },
    ];
    await sync(replica);
    expect((await ready(replica)).map((row) => row.first_name)).toEqual(['Zoe', 'Neu']);
    const again = await open();
    expect((await ready(again)).map((row) => row.first_name)).toEqual(['Zoe', 'Neu']);
  });

  it.each([499, 500, 501, 1000, 1300])(
    'takes changes to the first and the last of %i rows of a class, and a new one after them',
    async (count) => {
      const many = Array.from({ length: count }, () => student(uuidv7(), 'Child'));
      server.students.set(maple, many);
      const replica = await open();
      await sync(replica);
      const [first, last] = [many[0]?.id ?? '', many.at(-1)?.id ?? ''];
      const rows = [student(first, 'First'), student(last, 'Last'), student(ids.zoe, 'New')];
      const scope = { scope: maple, version: 2, replace: false };
      server.pages = [replicas.page({ scopes: [{ ...scope, tables: { students: { rows, removed: [] } } }] })];
      await sync(replica);
      const shown = (await ready(await open())).map((row) => row.first_name);
      expect(shown).toHaveLength(count + 1);
      expect([shown[0], shown[1], shown.at(-2), shown.at(-1)]).toEqual(['First', 'Child', 'Last', 'New']);
    },
  );

  it('has nothing left of a scope that the person may no longer see, on the screen and in the storage', async () => {
    const replica = await open();
    await sync(replica);
    await ready(replica);
    server.students.delete(maple);
    server.drop = [maple];
    await sync(replica);
    expect(replica.read(maple, 'students')).toEqual({ status: 'ready', rows: [] });
    expect(await storedScopes(openTab(device, time).environment, replica)).not.toHaveProperty([maple]);
    const again = await open();
    expect(await ready(again)).toEqual([]);
  });

  it('rebuilds its snapshot after a reset, and keeps the outbox', async () => {
    const replica = await openOffline();
    await replica.enqueue(updatePrivacy, updatePrivacyInput(ids.max, 'public'));
    server.failures = [];
    server.decide = () => 'retry';
    server.epoch = '01900000-0000-7000-8000-0000000000ef';
    server.students = new Map([[maple, [student(ids.max, 'Max')]]]);
    await sync(replica);
    expect((await ready(replica)).map((row) => [row.first_name, row.privacy_preference])).toEqual([
      ['Max', 'public'],
    ]);
    expect(replica.status().waiting).toBe(1);
  });

  it('drops an answer that was asked for before another tab stored a newer one', async () => {
    const replica = await open();
    await sync(replica);
    await ready(replica);
    let letGo = () => undefined as void;
    const slow = new ScriptedServer();
    slow.gate = new Promise((resolve) => {
      letGo = resolve;
    });
    slow.students = new Map([[maple, [student(ids.zoe, 'Old')]]]);
    const other = await open(openTab(device, time), slow);
    other.syncNow();
    await settled();
    device.held.clear();
    server.students = new Map([[maple, [student(ids.zoe, 'New')]]]);
    await sync(replica);
    slow.students = server.students;
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
        cursor: { epoch: ids.epoch, schema: snapshotSchemaVersion, scopes: { [maple]: 1 } },
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
    const one = await open();
    await sync(one);
    await ready(one);
    const other = await open();
    other.start();
    await ready(other);
    server.failures = [new NoNetworkError('cut', false)];
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
    const other = await open();
    await one.enqueue(updatePrivacy, updatePrivacyInput(ids.zoe, 'public'));
    await settled();
    server.failures = [];
    server.pushes.length = 0;
    one.syncNow();
    other.syncNow();
    await time.advance(5000);
    expect(server.pushes.flatMap((push) => push.calls)).toHaveLength(1);
  });
});

describe('a device that an newer version of the app was on', () => {
  it('is not written to by an older one', async () => {
    const replica = await open();
    await sync(replica);
    replica.close();
    const name = `quillshelf:${ids.tenant}:${ids.teacher}`;
    await new Promise<void>((resolve, reject) => {
      const request = device.indexedDb.open(name, 990);
      request.onsuccess = () => {
        request.result.close();
        resolve();
      };
      request.onerror = () => reject(new Error('The newer version did not open'));
    });
    await expect(open()).rejects.toBeInstanceOf(NewerDataError);
  });
});
