import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { scopeOf, type Scope } from '#contract/sync/sync.schema.ts';
import { ourShapes } from '#tests/support/our-shapes.ts';
import { ScriptedReplicas, sync } from '#tests/support/scripted-replicas.ts';
import { inStored, storedRows, storedScopes, writeRows } from '#tests/support/stored-replica.ts';
import { openTab, type TestDevice, type TestTime } from '#tests/support/sync-environment.ts';
import {
  cedar,
  ids,
  maple,
  problem,
  type ScriptedServer,
  student,
} from '#tests/support/sync-scripted-server.ts';
import { NoNetworkError } from './api-client.ts';
import type { StoredReplica } from './replica-stores.ts';
import type { Replica } from './replica.ts';

const hour = 60 * 60 * 1000;

let replicas: ScriptedReplicas;
let device: TestDevice;
let time: TestTime;
let server: ScriptedServer;
/** By how much the device's clock was set to another time. */
let shift: number;

beforeEach(() => {
  shift = 0;
  replicas = new ScriptedReplicas();
  ({ device, time, server } = replicas);
});

afterEach(() => replicas.close());

async function open(): Promise<Replica> {
  const tab = openTab(device, time);
  // Nobody looks, so that an hour passes without hundreds of polls; the tests say when there is a pull.
  tab.visible = false;
  tab.environment = { ...tab.environment, now: () => time.now() + shift };
  return await replicas.open(tab);
}

const owner = { tenant_id: ids.tenant, user_id: ids.teacher };

function inDatabase<Result>(work: (stored: StoredReplica) => Promise<Result>): Promise<Result> {
  return inStored(openTab(device, time).environment, owner, work);
}

function studentsOfDevice() {
  return storedRows(openTab(device, time).environment, owner, { scope: maple, table: 'students' });
}

function scopesOfDevice(): Promise<Record<string, number>> {
  return storedScopes(openTab(device, time).environment, owner);
}

/** A school with so many classes, by their scopes in order. */
function classes(count: number): Scope[] {
  const scopes = Array.from({ length: count }, (_, place) =>
    scopeOf.schoolClass(`01900000-0000-7000-8000-0000000001${String(place).padStart(2, '0')}`),
  );
  server.students = new Map(scopes.map((scope) => [scope, [student(ids.zoe, 'Zoë')]]));
  return scopes;
}

const checked = () => server.checks.map(({ scopes }) => Object.keys(scopes));

describe('comparing the snapshot', () => {
  it('happens after the first pull, and then once an hour', async () => {
    const replica = await open();
    await sync(replica);
    expect(server.checks).toHaveLength(1);
    expect(server.checks[0]).toMatchObject({ user_id: ids.teacher, epoch: ids.epoch });
    expect(server.checks[0]?.scopes[maple]).toMatchObject({
      version: 1,
      tables: { students: { count: 2 } },
    });
    for (let passed = 0; passed < 59; passed += 1) {
      await time.advance(60_000);
      await sync(replica);
    }
    expect(server.checks).toHaveLength(1);
    await time.advance(60_000);
    await sync(replica);
    expect(server.checks).toHaveLength(2);
  });

  it('happens once an hour for all tabs together, and once for each that is opened', async () => {
    const [first, other] = [await open(), await open()];
    await sync(first);
    await sync(other);
    expect(server.checks).toHaveLength(2);
    await time.advance(hour);
    await sync(first);
    await sync(other);
    expect(server.checks).toHaveLength(3);
  });

  it('is not put off by a clock that was set back', async () => {
    const replica = await open();
    await sync(replica);
    shift = -24 * hour;
    await sync(replica);
    expect(server.checks).toHaveLength(2);
  });

  it('takes a few scopes at a time, and comes to each of them', async () => {
    const scopes = classes(20);
    const replica = await open();
    await sync(replica);
    for (let turn = 1; turn < 5; turn += 1) {
      await time.advance(hour);
      await sync(replica);
    }
    expect(checked().map((each) => each.length)).toEqual([8, 8, 8, 8, 8]);
    expect(checked().slice(0, 3).flat().slice(0, 20)).toEqual(scopes);
    expect(checked().flat()).toEqual([...scopes, ...scopes]);
  });

  it('goes on with the next scopes after the app was closed', async () => {
    const scopes = classes(20);
    const replica = await open();
    await sync(replica);
    replica.close();
    await sync(await open());
    expect(checked().flat()).toEqual(scopes.slice(0, 16));
  });

  it('waits for the whole of a first download', async () => {
    const replica = await open();
    server.pages = [
      {
        reset: true,
        drop_scopes: [],
        scopes: [],
        confirmed_seq: 0,
        cursor: { epoch: ids.epoch, ...ourShapes, scopes: { [cedar]: 1 } },
        more: true,
      },
    ];
    await sync(replica);
    expect(checked()).toEqual([[maple, cedar]]);
  });
});

describe('a scope that differs', () => {
  it('is asked for whole by the next pull, and its rows stay until they are replaced', async () => {
    const replica = await open();
    await sync(replica);
    const tampered = student(ids.zoe, 'Tampered');
    const written = { scope: maple, table: 'students', rows: [tampered], before: [] } as const;
    await writeRows(openTab(device, time).environment, owner, written);
    server.differing = [maple];
    await time.advance(hour);
    await sync(replica);
    expect(server.pulls.map(({ cursor }) => cursor?.scopes[maple])).toContain(Number.MAX_SAFE_INTEGER);
    const rows = await studentsOfDevice();
    expect(rows).toEqual(server.students.get(maple));
    expect(await scopesOfDevice()).toEqual({ [maple]: 1 });
  });

  it('keeps its rows where the network goes before they are replaced', async () => {
    const replica = await open();
    await sync(replica);
    server.differing = [maple];
    server.afterCheck = () => {
      server.failures = Array.from({ length: 5 }, () => new NoNetworkError('cut', false));
    };
    await time.advance(hour);
    await sync(replica);
    expect(server.failures.length).toBeLessThan(5);
    const rows = await studentsOfDevice();
    expect(rows).toEqual(server.students.get(maple));
    expect(await scopesOfDevice()).toHaveProperty([maple]);
    expect(replica.isPopulated()).toBe(true);
    server.failures = [];
    await sync(replica);
    expect(await scopesOfDevice()).toEqual({ [maple]: 1 });
  });

  it('is left as it is where a newer pull was faster', async () => {
    const replica = await open();
    await sync(replica);
    server.differing = [maple];
    server.afterCheck = async () => {
      server.version += 1;
      await inDatabase(async (stored) => {
        const { cursor: before, ...state } = await stored.readStateAndCursor();
        const cursor = before && { ...before, scopes: { [maple]: server.version } };
        stored.writeState({ ...state, cursor, pulls: state.pulls + 1 });
      });
    };
    await time.advance(hour);
    await sync(replica);
    expect(server.differing).toEqual([]);
    expect(await scopesOfDevice()).toEqual({ [maple]: 2 });
    expect(server.pulls.some((pull) => pull.cursor?.scopes[maple] === Number.MAX_SAFE_INTEGER)).toBe(false);
  });
});

describe('a comparison that fails', () => {
  it.each([
    ['because there is no network', new NoNetworkError('cut', false)],
    ['because the server does not know it', problem(404, 'request.not_found')],
  ])('is let be until the next time: %s', async (_why, failure) => {
    const replica = await open();
    server.checkFailures = [failure];
    await sync(replica);
    expect(replica.status()).toMatchObject({ state: 'all_sent', reachable: true });
    expect(replica.isPopulated()).toBe(true);
    expect(server.checks).toHaveLength(1);
    const pulls = server.pulls.length;
    await time.advance(hour);
    await sync(replica);
    expect(server.checks).toHaveLength(2);
    expect(server.pulls.length).toBeGreaterThan(pulls);
  });
});
