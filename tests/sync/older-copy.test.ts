import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { scopeOf } from '#contract/sync/sync.schema.ts';
import { renameStudent, renameStudentInput } from '#src/features/students/students.mutations.ts';
import { withDeviceDatabase } from '#src/sync/device-database.ts';
import { openApiWorld, type ApiWorld, type TestSchool } from '../support/api-world.ts';
import { copyDevice } from '../support/copy-device.ts';
import { shownRows, signInOnDevice, type SignedInDevice } from '../support/sync-device.ts';
import { TestDevice, TestTime } from '../support/sync-environment.ts';

let world: ApiWorld;
let greenfield: TestSchool;
let time: TestTime;
let opened: SignedInDevice[] = [];

beforeAll(async () => {
  world = await openApiWorld();
  ({ greenfield } = world);
  time = new TestTime();
});

afterEach(() => {
  for (const { replica } of opened) replica.close();
  opened = [];
});

afterAll(() => world.close());

async function signIn(device: TestDevice): Promise<SignedInDevice> {
  const session = await signInOnDevice(world, time, greenfield.teacher, device);
  opened.push(session);
  return session;
}

async function rename({ replica }: SignedInDevice, place: number, first_name: string): Promise<void> {
  const scope = scopeOf.schoolClass(greenfield.ownClass.id);
  const rows = await shownRows(() => replica.read(scope, 'students'));
  const row = rows[place];
  if (!row) throw new Error('There are fewer students');
  await replica.enqueue(renameStudent, renameStudentInput(row.id, { first_name, last_name: 'Fern' }));
}

async function shownNames({ replica }: SignedInDevice): Promise<string[]> {
  const scope = scopeOf.schoolClass(greenfield.ownClass.id);
  const rows = await shownRows(() => replica.read(scope, 'students'));
  return rows.map((row) => row.first_name);
}

function wipeOn({ tab }: SignedInDevice): Promise<unknown> {
  return withDeviceDatabase(tab.environment, (device) => device.readFact('wipe'));
}

async function clientsOfTeacher(): Promise<number> {
  const { rowCount } = await world.testDatabase.administrator.query(
    'select from sync_clients where user_id = $1 and last_seq > 0',
    [greenfield.teacher.id],
  );
  return rowCount ?? 0;
}

describe('a tablet whose storage was put back to an earlier time', () => {
  it('is noticed by what the school has of it, once, and before anything is sent', async () => {
    const session = await signIn(new TestDevice());
    await session.sync();
    await rename(session, 0, 'Before');
    await session.sync();
    const copy = await copyDevice(session.device);
    await rename(session, 0, 'Since');
    await session.sync();
    expect(await wipeOn(session)).toBeUndefined();

    const back = await signIn(copy);
    await back.sync();
    expect(await wipeOn(back)).toEqual({ kind: 'older_copy', lost: 0, told: false, reported: false });
    expect(await shownNames(back)).toContain('Since');
    await withDeviceDatabase(back.tab.environment, (device) => device.deleteFact('wipe'));
    await back.sync();
    expect(await wipeOn(back)).toBeUndefined();
  });

  it('sends what is made on it from then on, each change once and in another name', async () => {
    const session = await signIn(new TestDevice());
    await session.sync();
    await rename(session, 0, 'First');
    await session.sync();
    session.network.cut = 'after';
    await rename(session, 1, 'Sent before the copy');
    await session.sync();
    const copy = await copyDevice(session.device);
    session.network.cut = 'no';
    await rename(session, 0, 'Sent after the copy');
    await session.sync();
    const clients = await clientsOfTeacher();

    const back = await signIn(copy);
    // Its number was used by another call meanwhile.
    await rename(back, 1, 'Made on the copy');
    await back.sync();
    expect(back.replica.changes()).toEqual([]);
    expect(back.replica.status()).toMatchObject({ state: 'all_sent' });
    expect(await wipeOn(back)).toMatchObject({ kind: 'older_copy' });
    expect(await shownNames(back)).toEqual(
      expect.arrayContaining(['Sent after the copy', 'Made on the copy']),
    );
    expect(await clientsOfTeacher()).toBe(clients + 1);
    await session.sync();
    expect(await shownNames(session)).toEqual(await shownNames(back));
  });
});

describe('a tablet with several tabs', () => {
  it('is not taken for one, whichever of them sends', async () => {
    const device = new TestDevice();
    const [one, other] = [await signIn(device), await signIn(device)];
    await one.sync();
    for (const [turn, tab] of [one, other, other, one].entries()) {
      await rename(tab, 2, `Turn ${turn}`);
      await Promise.all([one.sync(), other.sync()]);
    }
    await other.sync();
    expect(await wipeOn(one)).toBeUndefined();
    expect(await shownNames(other)).toContain('Turn 3');
  });
});
