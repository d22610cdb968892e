import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { cardEndpoints } from '#contract/cards/cards.endpoints.ts';
import { deviceEndpoints } from '#contract/devices/devices.endpoints.ts';
import { makeStudent } from '#server/seeds/factories.ts';
import { withDeviceDatabase } from '#src/sync/device-database.ts';
import { findByBadge, keepPack, PackKeeper, readPack } from '#src/sync/tablet-pack.ts';
import { openApiWorld, type ApiWorld, type TestSchool } from '../support/api-world.ts';
import { deviceReport } from '../support/device-reports.ts';
import { signInOnDevice, type SignedInDevice } from '../support/sync-device.ts';
import { settled, TestTime } from '../support/sync-environment.ts';

const minute = 60_000;

let world: ApiWorld;
let greenfield: TestSchool;
let riverside: TestSchool;
let time: TestTime;
let opened: { close(): void }[] = [];

beforeAll(async () => {
  world = await openApiWorld();
  ({ greenfield, riverside } = world);
});

beforeEach(() => {
  time = new TestTime();
});

afterEach(() => {
  for (const each of opened) each.close();
  opened = [];
});

afterAll(() => world.close());

async function signIn(school = greenfield): Promise<SignedInDevice> {
  const session = await signInOnDevice(world, time, school.teacher);
  opened.push(session.replica);
  return session;
}

/** The teacher prepares the tablet for the own class, and the app that looks after it starts. */
async function prepare({ tab, api, network }: SignedInDevice, school = greenfield): Promise<string> {
  const { environment } = tab;
  const device_id = await withDeviceDatabase(environment, (device) => device.deviceId());
  const body = { device_id, school_class_ids: [school.ownClass.id] };
  await api.call(deviceEndpoints.report, { body: deviceReport({ device_id }) });
  const prepared = await api.call(deviceEndpoints.prepare, { body });
  await keepPack(environment, { tenant_id: school.tenant.id, ...prepared });
  const keeper = new PackKeeper({
    environment,
    api,
    onFailure: (error) => {
      throw error;
    },
  });
  opened.push(keeper);
  keeper.start();
  await settled();
  expect(network.requests).toBeGreaterThan(0);
  return device_id;
}

async function newCardOf(studentId: string): Promise<string> {
  const input = { params: { studentId } };
  const caller = await world.as(greenfield.teacher);
  return (await world.call(caller, cardEndpoints.issueForStudent, input)).badge;
}

async function holderOn({ tab: { environment } }: SignedInDevice, badge: string) {
  const kept = await readPack(environment, greenfield.tenant.id);
  const found = kept && (await findByBadge(environment, kept.pack, badge));
  return found?.first_name ?? null;
}

describe('a prepared tablet without a network', () => {
  it('knows a child that never used it by its card, and another school’s card as nobody’s', async () => {
    const [zoe] = greenfield.students;
    const badge = await newCardOf(zoe?.id ?? '');
    const inRiverside = await world.call(await world.as(riverside.teacher), cardEndpoints.issueForStudent, {
      params: { studentId: riverside.student.id },
    });
    const tablet = await signIn();
    await prepare(tablet);
    tablet.network.cut = 'before';
    expect(await holderOn(tablet, badge)).toBe('Zoë');
    expect(await holderOn(tablet, inRiverside.badge)).toBeNull();
  });

  it('knows new children, new cards and voided cards as of when it was online last', async () => {
    const tablet = await signIn();
    const zoe = greenfield.students[0]?.id ?? '';
    const voided = await newCardOf(zoe);
    await prepare(tablet);
    tablet.network.cut = 'before';
    const input = { params: { studentId: zoe }, body: {} };
    await world.call(await world.as(greenfield.teacher), cardEndpoints.replaceOfStudent, input);
    const child = await makeStudent(world.context, greenfield.tenant, greenfield.ownClass, {
      first_name: 'Ida',
      last_name: 'Alder',
    });
    const added = await newCardOf(child.id);
    await time.advance(20 * minute);
    expect(await holderOn(tablet, voided)).toBe('Zoë');
    expect(await holderOn(tablet, added)).toBeNull();

    tablet.network.cut = 'no';
    tablet.tab.wake();
    await expect.poll(() => holderOn(tablet, added)).toBe('Ida');
    expect(await holderOn(tablet, voided)).toBeNull();
  });

  it('forgets the children once it hears that the preparation was taken back, and not before', async () => {
    const tablet = await signIn();
    const badge = await newCardOf(greenfield.student.id);
    const id = await prepare(tablet);
    tablet.network.cut = 'before';
    await world.call(await world.as(greenfield.schoolAdmin), deviceEndpoints.endPreparation, {
      params: { id },
    });
    await time.advance(20 * minute);
    tablet.network.cut = 'no';
    tablet.network.impostor = () => new Response('<h1>Welcome to the airport</h1>', { status: 401 });
    tablet.tab.wake();
    await settled();
    expect(await holderOn(tablet, badge)).toBe('Zoë');

    tablet.network.impostor = null;
    tablet.tab.wake();
    await expect.poll(() => readPack(tablet.tab.environment, greenfield.tenant.id)).toBeNull();
  });
});
