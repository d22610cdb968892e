import { afterEach, describe, expect, it } from 'vitest';
import { studentEndpoints } from '#contract/students/students.endpoints.ts';
import { scopeOf, type Scope, type SnapshotRow } from '#contract/sync/sync.schema.ts';
import type { StoredReplica } from '#src/sync/replica-stores.ts';
import type { MadeMember } from '#server/seeds/factories.ts';
import { inStored, storedRows, storedScopes, writeRows } from '../support/stored-replica.ts';
import { shownRows, signInOnDevice, type SignedInDevice } from '../support/sync-device.ts';
import { TestTime } from '../support/sync-environment.ts';
import { worldOfFile } from '../support/world-of-file.ts';

const { world, greenfield } = worldOfFile();
let time: TestTime;
const devices: SignedInDevice[] = [];

afterEach(() => {
  for (const { replica } of devices.splice(0)) replica.close();
});

async function signIn(member: MadeMember, device?: SignedInDevice['device']): Promise<SignedInDevice> {
  time = new TestTime();
  const signedIn = await signInOnDevice(world, time, member, device);
  devices.push(signedIn);
  // Nobody looks: what is fetched is what a test asks for.
  signedIn.tab.visible = false;
  return signedIn;
}

function inDatabase<Result>(
  { tab, replica }: SignedInDevice,
  work: (stored: StoredReplica) => Promise<Result>,
): Promise<Result> {
  return inStored(tab.environment, replica, work);
}

function rowsOf({ tab, replica }: SignedInDevice, scope: Scope): Promise<SnapshotRow<'students'>[]> {
  return storedRows(tab.environment, replica, { scope, table: 'students' }) as Promise<
    SnapshotRow<'students'>[]
  >;
}

function cursorOf({ tab, replica }: SignedInDevice): Promise<Record<string, number>> {
  return storedScopes(tab.environment, replica);
}

async function tamper(
  device: SignedInDevice,
  scope: Scope,
  change: (rows: SnapshotRow<'students'>[]) => SnapshotRow<'students'>[],
): Promise<void> {
  const before = await rowsOf(device, scope);
  const rows = change([...before]);
  await writeRows(device.tab.environment, device.replica, { scope, table: 'students', rows, before });
}

const isBroken = (cursor: Record<string, number>) => Object.values(cursor).includes(Number.MAX_SAFE_INTEGER);

/** Compares an hour later, and fetches what the comparison asks for. */
async function compareAndPull(device: SignedInDevice): Promise<void> {
  await time.advance(60 * 60 * 1000);
  await device.sync();
  await device.sync();
}

describe('the rows on a device', () => {
  const maple = () => scopeOf.schoolClass(greenfield.ownClass.id);
  const birch = () => scopeOf.schoolClass(greenfield.otherClass.id);

  it.each<[string, (rows: SnapshotRow<'students'>[]) => SnapshotRow<'students'>[]]>([
    ['that were changed', (rows) => rows.map((row) => ({ ...row, first_name: 'Tampered' }))],
    ['that went missing', (rows) => rows.slice(1)],
    [
      'that became too many',
      (rows) => [...rows, ...rows.map((row) => ({ ...row, id: crypto.randomUUID() }))],
    ],
  ])('%s without the server are mended by the next comparison', async (_what, change) => {
    const device = await signIn(greenfield.schoolAdmin);
    await device.sync();
    const right = await rowsOf(device, maple());
    expect(right.length).toBeGreaterThan(1);
    const { [birch()]: versionOfBirch } = await cursorOf(device);
    await tamper(device, maple(), change);
    await device.sync();
    expect(await rowsOf(device, maple())).not.toEqual(right);

    await compareAndPull(device);
    expect(await rowsOf(device, maple())).toEqual(right);
    expect(await shownRows(() => device.replica.read(maple(), 'students'))).toEqual(right);
    const cursor = await cursorOf(device);
    expect(isBroken(cursor)).toBe(false);
    expect(cursor[birch()]).toBe(versionOfBirch);
  });

  it('that are right are never fetched again, however they came', async () => {
    const device = await signIn(greenfield.schoolAdmin);
    await device.sync();
    const caller = await world.as(greenfield.schoolAdmin);
    for (let turn = 0; turn < 3; turn += 1) {
      await world.call(caller, studentEndpoints.rename, {
        params: { id: greenfield.students[turn]?.id ?? '' },
        body: { first_name: `Turn ${turn}`, last_name: 'Ångström' },
      });
      await world.call(caller, studentEndpoints.addToClass, {
        params: { classId: greenfield.otherClass.id },
        body: { students: [{ first_name: `New ${turn}` }] },
      });
      await device.sync();
      const standing = (stored: StoredReplica) => stored.readStateAndCursor();
      const before = await inDatabase(device, standing);
      await compareAndPull(device);
      expect(await inDatabase(device, standing)).toEqual(before);
    }
  });

  it('of a class that the person loses before they are mended are gone all the same', async () => {
    const device = await signIn(greenfield.otherTeacher);
    await device.sync();
    // As a comparison leaves it that found a difference, when the network goes right after it.
    await inDatabase(device, async (stored) => {
      const { cursor, pulls, complete } = await stored.readStateAndCursor();
      if (!cursor) throw new Error('Nothing was pulled');
      const scopes = { ...cursor.scopes, [birch()]: Number.MAX_SAFE_INTEGER };
      stored.writeState({ cursor: { ...cursor, scopes }, pulls: pulls + 1, complete });
    });
    expect(await rowsOf(device, birch())).not.toEqual([]);
    await world.testDatabase.administrator.query('delete from class_teachers where teacher_id = $1', [
      greenfield.otherTeacher.id,
    ]);
    await device.sync();
    expect(Object.keys(await cursorOf(device))).toEqual([scopeOf.user(greenfield.otherTeacher.id)]);
    expect(await rowsOf(device, birch())).toEqual([]);
  });
});
