import { describe, expect, it } from 'vitest';
import type { User } from '#contract/identity/identity.schema.ts';
import { usualSettings } from '#contract/works/reading.schema.ts';
import { markTutorialSeen, markTutorialSeenInput } from '#src/features/identity/tutorials.mutations.ts';
import { writeAboutMe, writeAboutMeInput } from '#src/features/profiles/profiles.mutations.ts';
import { chooseInput, chooseSettings } from '#src/document/reading.mutations.ts';
import { renameStudent } from '#src/features/students/students.mutations.ts';
import { openTab, settled, TestDevice, TestTime } from '#tests/support/sync-environment.ts';
import { queuedCalls } from '#tests/support/sync-device.ts';
import { ids, ScriptedServer } from '#tests/support/sync-scripted-server.ts';
import { NoNetworkError } from './api-client.ts';
import { openReplica } from './open-replica.ts';
import type { Replica } from './replica.ts';
import { forgetPerson, nameForOthers, rememberPerson, unsentOnThisDevice, watchUnsent } from './unsent.ts';

const rosa: User = {
  id: ids.teacher,
  tenant_id: ids.tenant,
  first_name: 'Rosa',
  last_name: 'Field',
  email: 'rosa@greenfield.test',
  username: null,
  role: 'teacher',
  country: null,
  avatar: null,
};
const ada: User = { ...rosa, id: ids.zoe, first_name: 'Ada', last_name: 'Marsh', role: 'student' };

function openTablet() {
  const device = new TestDevice();
  const time = new TestTime();
  const { environment } = openTab(device, time);
  return { device, time, environment };
}

/** Changes a child's name so many times, with nobody there to send it to. */
async function changeOffline(
  { environment }: ReturnType<typeof openTablet>,
  user: User,
  count: number,
  server = new ScriptedServer(),
): Promise<Replica> {
  server.failures = Array.from({ length: 50 }, () => new NoNetworkError('none', false));
  await rememberPerson(environment, user);
  const options = { environment, api: server, user, definitions: queuedCalls, onFailure: () => undefined };
  const replica = await openReplica(options);
  for (let made = 0; made < count; made += 1) {
    await replica.enqueue(renameStudent, {
      params: { id: made % 2 === 0 ? ids.zoe : ids.max },
      body: { first_name: `Name ${made}`, last_name: 'Fern' },
    });
  }
  await settled();
  return replica;
}

describe('whose changes wait on a tablet', () => {
  it('is nobody on a new one, and looking leaves nothing behind', async () => {
    const { device, environment } = openTablet();
    expect(await unsentOnThisDevice(environment)).toEqual([]);
    expect(await device.indexedDb.databases()).toEqual([]);
  });

  it('is said by name, with how many and since when', async () => {
    const tablet = openTablet();
    const began = new Date(tablet.time.now()).toISOString();
    (await changeOffline(tablet, rosa, 1)).close();
    (await changeOffline(tablet, ada, 2)).close();
    expect(await unsentOnThisDevice(tablet.environment, ids.tenant)).toEqual([
      { user_id: ada.id, name: 'Ada M.', changes: 2, waiting_since: began },
      { user_id: rosa.id, name: 'Rosa Field', changes: 1, waiting_since: began },
    ]);
    expect(await unsentOnThisDevice(tablet.environment, ids.epoch)).toEqual([]);
  });

  it('is known where the browser is too old to say what lies on it', async () => {
    const tablet = openTablet();
    (await changeOffline(tablet, rosa, 1)).close();
    const { indexedDB, IDBKeyRange } = tablet.environment.indexedDb;
    const old = { open: indexedDB.open.bind(indexedDB) } as IDBFactory;
    const environment = { ...tablet.environment, indexedDb: { indexedDB: old, IDBKeyRange } };
    expect(await unsentOnThisDevice(environment)).toMatchObject([{ user_id: rosa.id, changes: 1 }]);
  });

  it('is nobody where only a tour was seen: it is sent, and is no work', async () => {
    const tablet = openTablet();
    const server = new ScriptedServer();
    const replica = await changeOffline(tablet, rosa, 0, server);
    await replica.enqueue(markTutorialSeen, markTutorialSeenInput('classes'));
    await replica.enqueue(chooseSettings, chooseInput({ ...usualSettings, size: 3 }));
    await settled();
    expect(replica.status()).toMatchObject({ waiting: 0, state: 'all_sent' });
    expect(replica.changes()).toMatchObject([
      { state: 'waiting', is_quiet: true },
      { state: 'waiting', is_quiet: true },
    ]);
    expect(await unsentOnThisDevice(tablet.environment)).toEqual([]);
    await replica.enqueue(writeAboutMe, writeAboutMeInput('I like birds'));
    expect(replica.status().waiting).toBe(1);
    expect(await unsentOnThisDevice(tablet.environment)).toMatchObject([{ user_id: rosa.id, changes: 1 }]);
    server.failures = [];
    await tablet.time.advance(60_000);
    const sent = server.pushes.at(-1)?.calls.map(({ name }) => name);
    expect(sent).toEqual(
      [markTutorialSeen, chooseSettings, writeAboutMe].map(({ endpoint }) => endpoint.name),
    );
    expect(replica.changes()).toEqual([]);
    replica.close();
  });

  it('is over when all is sent', async () => {
    const tablet = openTablet();
    const server = new ScriptedServer();
    const replica = await changeOffline(tablet, rosa, 2, server);
    server.failures = [];
    await tablet.time.advance(60_000);
    expect(replica.status().waiting).toBe(0);
    replica.close();
    expect(await unsentOnThisDevice(tablet.environment)).toEqual([]);
  });

  it('goes on for what the school refused, because it is nowhere else', async () => {
    const tablet = openTablet();
    const server = new ScriptedServer();
    const replica = await changeOffline(tablet, rosa, 1, server);
    server.failures = [];
    server.decide = () => 'refused';
    await tablet.time.advance(60_000);
    expect(replica.status().refused).toBe(1);
    replica.close();
    expect(await unsentOnThisDevice(tablet.environment)).toMatchObject([{ name: 'Rosa Field', changes: 1 }]);
  });
});

describe('whoever watches whose changes wait', () => {
  it('hears when they are sent by another tab, until they look away', async () => {
    const tablet = openTablet();
    const server = new ScriptedServer();
    const replica = await changeOffline(tablet, rosa, 2, server);
    const found: number[] = [];
    const unexpected: unknown[] = [];
    const stop = watchUnsent(
      openTab(tablet.device, tablet.time).environment,
      ids.tenant,
      (people) => found.push(people.length),
      (error) => unexpected.push(error),
    );
    await settled();
    expect(found).toEqual([1]);
    server.failures = [];
    await tablet.time.advance(60_000);
    await settled();
    expect(found.at(-1)).toBe(0);
    const looks = found.length;
    stop();
    await replica.enqueue(writeAboutMe, writeAboutMeInput('I like birds'));
    await tablet.time.advance(60_000);
    expect(found).toHaveLength(looks);
    expect(unexpected).toEqual([]);
    replica.close();
  });

  it('is told of nobody on a tablet on which nobody ever was, and leaves it so', async () => {
    const { device, environment } = openTablet();
    const found: unknown[] = [];
    const stop = watchUnsent(
      environment,
      ids.tenant,
      (people) => found.push(people),
      () => undefined,
    );
    await settled();
    stop();
    expect(found).toEqual([[]]);
    expect(await device.indexedDb.databases()).toEqual([]);
  });

  it('hears of what cannot be read', async () => {
    const tablet = openTablet();
    (await changeOffline(tablet, rosa, 1)).close();
    const { indexedDB, IDBKeyRange } = tablet.environment.indexedDb;
    const broken = {
      databases: () => indexedDB.databases(),
      open: () => {
        throw new DOMException('It is broken', 'UnknownError');
      },
    } as unknown as IDBFactory;
    const failures: unknown[] = [];
    const environment = { ...tablet.environment, indexedDb: { indexedDB: broken, IDBKeyRange } };
    const stop = watchUnsent(
      environment,
      ids.tenant,
      () => undefined,
      (error) => failures.push(error),
    );
    await settled();
    stop();
    expect(failures).toHaveLength(1);
  });
});

describe('the name of a person on a tablet', () => {
  it('cannot be read in the raw storage', async () => {
    const tablet = openTablet();
    await rememberPerson(tablet.environment, rosa);
    const facts = await new Promise<unknown[]>((resolve, reject) => {
      const request = tablet.device.indexedDb.open('quillshelf:device');
      request.onerror = () => reject(new Error('It does not open'));
      request.onsuccess = () => {
        const all = request.result.transaction('facts').objectStore('facts').getAll();
        all.onsuccess = () => {
          request.result.close();
          resolve(all.result as unknown[]);
        };
      };
    });
    const [fact] = facts as [{ value: { data: ArrayBuffer } }];
    expect(new TextDecoder().decode(fact.value.data)).not.toContain('Rosa');
  });

  it('is forgotten with the sign-out, unless changes of theirs wait', async () => {
    const tablet = openTablet();
    const owner = { tenant_id: rosa.tenant_id, user_id: rosa.id };
    const server = new ScriptedServer();
    const replica = await changeOffline(tablet, rosa, 1, server);
    await forgetPerson(tablet.environment, owner);
    expect(await unsentOnThisDevice(tablet.environment)).toMatchObject([{ name: 'Rosa Field' }]);

    server.failures = [];
    await tablet.time.advance(60_000);
    await forgetPerson(tablet.environment, owner);
    server.failures = [new NoNetworkError('none', false)];
    await replica.enqueue(renameStudent, {
      params: { id: ids.zoe },
      body: { first_name: 'Later', last_name: 'Fern' },
    });
    await settled();
    replica.close();
    expect(await unsentOnThisDevice(tablet.environment)).toMatchObject([{ name: null, changes: 1 }]);
  });

  it.each([
    [rosa, 'Rosa Field'],
    [ada, 'Ada M.'],
    [{ ...ada, last_name: '田中' }, 'Ada 田.'],
    [{ ...ada, last_name: '' }, 'Ada'],
  ])('is the whole one of an adult, and of a child the first name and an initial', (user, name) => {
    expect(nameForOthers(user)).toBe(name);
  });
});
