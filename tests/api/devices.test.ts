import { randomBytes } from 'node:crypto';
import { uuidv7 } from 'uuidv7';
import { describe, expect, it } from 'vitest';
import { deviceEndpoints } from '#contract/devices/devices.endpoints.ts';
import type { DeviceReport, SignedDeviceReport } from '#contract/devices/devices.schema.ts';
import { limits } from '#contract/kit/limits.ts';
import { grantMessage } from '#contract/sync/grants.rules.ts';
import { product } from '#contract/kit/product.ts';
import { makeMember, makeTenant } from '#server/seeds/factories.ts';
import type { Person } from '../support/api-world.ts';
import { deviceReport, reportAs, signedReport } from '../support/device-reports.ts';
import { SigningTablet } from '../support/grants.ts';
import { worldOfFile } from '../support/world-of-file.ts';

const { world, greenfield, riverside } = worldOfFile();

async function report(person: Person, fields: Partial<DeviceReport> = {}): Promise<string> {
  const body = deviceReport(fields);
  await world.call(await world.as(person), deviceEndpoints.report, { body });
  return body.device_id;
}

async function list(person: Person, query: { school_class?: string; limit?: number; offset?: number } = {}) {
  return await world.call(await world.as(person), deviceEndpoints.list, { query });
}

async function idsSeenBy(person: Person, school_class?: string): Promise<string[]> {
  const all = { limit: limits.pageMaximum };
  const { results } = await list(person, school_class === undefined ? all : { ...all, school_class });
  return results.map(({ id }) => id);
}

async function found(person: Person, id: string) {
  const { results } = await list(person, { limit: limits.pageMaximum });
  return results.find((device) => device.id === id);
}

describe('a report', () => {
  const known = () => randomBytes(32).toString('base64url');
  const refusal = async (person: Person, body: SignedDeviceReport) =>
    await world.refusal(await world.as(person), deviceEndpoints.report, { body });
  const notThisTablet = { status: 403, code: 'devices.not_this_tablet' };
  const factsOf = ({ public_key: _key, known_by: _known, signature: _made, ...facts }: SignedDeviceReport) =>
    facts;

  it('is taken from its own tablet alone, whoever is signed in', async () => {
    const said = deviceReport({ unsent: 3, unsent_people: 1 });
    await world.call(await world.as(greenfield.student), deviceEndpoints.report, { body: said });
    const lie = { ...factsOf(said), unsent: 0, unsent_people: 0 };
    const other = { key: new SigningTablet(), known_by: known() };
    // By another tablet, changed on the way, and with the tablet's key but another's signature.
    for (const body of [
      signedReport(lie, other),
      { ...said, unsent: 0 },
      { ...signedReport(lie, other), public_key: said.public_key },
      signedReport({ ...lie, storage_wiped: true }, other),
    ])
      for (const person of [greenfield.student, greenfield.schoolAdmin])
        expect(await refusal(person, body)).toMatchObject(notThisTablet);
    expect(await found(greenfield.schoolAdmin, said.device_id)).toMatchObject({
      unsent: 3,
      last_user: { id: greenfield.student.id },
      storage_wiped_at: null,
    });
    // The same id at another school is another tablet.
    await world.call(await world.as(riverside.teacher), deviceEndpoints.report, {
      body: signedReport(lie, other),
    });
    expect(await found(greenfield.schoolAdmin, said.device_id)).toMatchObject({ unsent: 3 });
  });

  it('is not shown to be a tablet’s by what it signed for something else', async () => {
    const tablet = { key: new SigningTablet(), known_by: known() };
    const said = signedReport(factsOf(deviceReport()), tablet);
    const signature = tablet.key.signMessage(grantMessage(said.device_id, JSON.stringify(factsOf(said))));
    expect(await refusal(greenfield.teacher, { ...said, signature })).toMatchObject(notThisTablet);
    expect(await found(greenfield.schoolAdmin, said.device_id)).toBeUndefined();
  });

  it('brings a new key after the tablet’s databases were cleared, by what was kept beside them', async () => {
    const facts = factsOf(deviceReport());
    const known_by = known();
    const caller = await world.as(greenfield.teacher);
    const say = (body: SignedDeviceReport) => world.call(caller, deviceEndpoints.report, { body });
    await say(signedReport(facts, { key: new SigningTablet(), known_by }));
    const next = { key: new SigningTablet(), known_by };
    await say(signedReport({ ...facts, storage_wiped: true }, next));
    // And something new to be known by, where that was cleared and the key is there.
    await say(signedReport({ ...facts, unsent: 2, unsent_people: 1 }, { ...next, known_by: known() }));
    expect(await found(greenfield.teacher, facts.device_id)).toMatchObject({
      unsent: 2,
      storage_wiped_at: world.clock.now().toISOString(),
    });
    expect(
      await refusal(greenfield.teacher, signedReport(facts, { key: new SigningTablet(), known_by })),
    ).toMatchObject(notThisTablet);
  });

  it('of a tablet that is on the list from before says which key is its own', async () => {
    const said = deviceReport();
    const caller = await world.as(greenfield.teacher);
    await world.call(caller, deviceEndpoints.report, { body: said });
    await world.testDatabase.administrator.query(
      'update devices set public_key = null, known_by_hash = null where id = $1',
      [said.device_id],
    );
    await world.call(caller, deviceEndpoints.report, { body: said });
    const other = signedReport(factsOf(said), { key: new SigningTablet(), known_by: known() });
    expect(await refusal(greenfield.teacher, other)).toMatchObject(notThisTablet);
  });
});

describe('a tablet', () => {
  it('stands in the list as it described itself, with the person who used it and the time of the school', async () => {
    const id = await report(greenfield.teacher, {
      device_id: '01900000-0000-7000-8000-00000000a7f3',
      unsent: 3,
      unsent_people: 2,
      free_bytes: 2 ** 40,
      storage_persisted: false,
    });
    expect(await found(greenfield.teacher, id)).toEqual({
      id,
      name: 'Tablet A7F3',
      last_seen_at: world.clock.now().toISOString(),
      last_user: { id: greenfield.teacher.id, first_name: 'teacher', last_name: 'greenfield' },
      app_version: product.version,
      is_current_version: true,
      unsent: 3,
      unsent_people: 2,
      free_bytes: 2 ** 40,
      storage_persisted: false,
      storage_wiped_at: null,
      preparation: null,
    });
  });

  it('is one row however often it reports, as it was last', async () => {
    const device_id = await report(greenfield.teacher, { unsent: 5, unsent_people: 1 });
    world.clock.advance(60_000);
    await report(greenfield.teacherAdmin, { device_id, free_bytes: null, app_version: '0.0.9' });
    const rows = (await list(greenfield.schoolAdmin, { limit: limits.pageMaximum })).results.filter(
      ({ id }) => id === device_id,
    );
    expect(rows).toHaveLength(1);
    expect(rows[0]).toMatchObject({
      last_seen_at: world.clock.now().toISOString(),
      last_user: { id: greenfield.teacherAdmin.id },
      unsent: 0,
      free_bytes: null,
      is_current_version: false,
    });
  });

  it('keeps the moment at which it said that its storage had been cleared', async () => {
    const device_id = await report(greenfield.teacher, { storage_wiped: true });
    const then = world.clock.now().toISOString();
    world.clock.advance(60_000);
    await report(greenfield.teacher, { device_id });
    expect(await found(greenfield.teacher, device_id)).toMatchObject({ storage_wiped_at: then });
  });

  it('may have the id of a tablet of the other school, and is another', async () => {
    const device_id = uuidv7();
    await report(greenfield.teacher, { device_id, unsent: 1 });
    await report(riverside.teacher, { device_id, unsent: 2 });
    expect(await found(greenfield.teacher, device_id)).toMatchObject({ unsent: 1 });
    expect(await found(riverside.teacher, device_id)).toMatchObject({ unsent: 2 });
  });

  it.each(['student', 'parent', 'teacher', 'schoolAdmin', 'organizationAdmin'] as const)(
    'reports whoever is signed in: a %s',
    async (who) => {
      const id = await report(greenfield[who]);
      expect(await found(greenfield.schoolAdmin, id)).toMatchObject({
        last_user: { id: greenfield[who].id },
      });
    },
  );

  it.each([
    ['unsent', -1],
    ['unsent', 1.5],
    ['free_bytes', -1],
    ['app_version', '<b>'],
    ['device_id', 'tablet'],
  ] as const)('is refused with %s %s', async (field, value) => {
    const body = { ...deviceReport(), [field]: value };
    const refusal = await world.refusal(await world.as(greenfield.teacher), deviceEndpoints.report, { body });
    expect(refusal).toMatchObject({ status: 400, code: 'request.invalid' });
    expect(Object.keys(refusal.errors)).toEqual([field]);
  });

  it('is forgotten when the same person used too many others since', async () => {
    const tenant = await makeTenant(world.context, { subdomain: 'many' });
    const admin = await makeMember(world.context, tenant, { role: 'school_admin' });
    const first = await reportAs(world, admin);
    for (let made = 1; made < limits.devicesPerPerson; made += 1) {
      world.clock.advance(1000);
      await reportAs(world, admin);
    }
    const caller = await world.signIn('many.localhost', admin.email, 'Quill-demo-1');
    const listed = () => world.call(caller, deviceEndpoints.list, { query: { limit: 1000 } });
    expect((await listed()).results.map(({ id }) => id)).toContain(first);
    world.clock.advance(1000);
    const latest = await reportAs(world, admin);
    const { count, results } = await listed();
    expect(count).toBe(limits.devicesPerPerson);
    expect(results[0]?.id).toBe(latest);
    expect(results.map(({ id }) => id)).not.toContain(first);
  });
});

describe('the tablets that a person sees', () => {
  it('are, for a teacher, the own ones and those that a child of the own classes used last', async () => {
    const own = await report(greenfield.teacher);
    const ofChild = await report(greenfield.student);
    const colleagues = await report(greenfield.otherTeacher);
    const ofOtherClass = await reportAs(world, {
      id: greenfield.otherStudents[0]?.id ?? '',
      tenant_id: greenfield.tenant.id,
    });
    const inRiverside = await report(riverside.student);

    const seen = await idsSeenBy(greenfield.teacher);
    expect(seen).toEqual(expect.arrayContaining([own, ofChild]));
    for (const id of [colleagues, ofOtherClass, inRiverside]) expect(seen).not.toContain(id);
    expect(await idsSeenBy(greenfield.otherTeacher)).toEqual(
      expect.arrayContaining([colleagues, ofOtherClass]),
    );
    for (const who of ['teacherAdmin', 'schoolAdmin', 'organizationAdmin'] as const) {
      const all = await idsSeenBy(greenfield[who]);
      expect(all).toEqual(expect.arrayContaining([own, ofChild, colleagues, ofOtherClass]));
      expect(all).not.toContain(inRiverside);
    }
  });

  it('leave with the child that leaves the class', async () => {
    const child = greenfield.students[2];
    const id = await reportAs(world, { id: child?.id ?? '', tenant_id: greenfield.tenant.id });
    expect(await idsSeenBy(greenfield.teacher)).toContain(id);
    await world.testDatabase.administrator.query(
      'update enrollments set ended_at = now() where student_id = $1',
      [child?.id],
    );
    expect(await idsSeenBy(greenfield.teacher)).not.toContain(id);
    expect(await idsSeenBy(greenfield.schoolAdmin)).toContain(id);
  });

  it('can be those of one class: its children’s and its teachers’', async () => {
    const own = await report(greenfield.teacher);
    const ofChild = await report(greenfield.student);
    const colleagues = await report(greenfield.otherTeacher);
    const maple = await idsSeenBy(greenfield.schoolAdmin, greenfield.ownClass.id);
    expect(maple).toEqual(expect.arrayContaining([own, ofChild]));
    expect(maple).not.toContain(colleagues);
    expect(await idsSeenBy(greenfield.schoolAdmin, greenfield.otherClass.id)).toContain(colleagues);
  });

  it('are refused for a class that the person does not run', async () => {
    for (const school_class of [greenfield.otherClass.id, riverside.ownClass.id, uuidv7()]) {
      const refusal = await world.refusal(await world.as(greenfield.teacher), deviceEndpoints.list, {
        query: { school_class },
      });
      expect(refusal).toMatchObject({ status: 404, code: 'classes.not_found' });
    }
  });

  it.each(['student', 'parent'] as const)('are none for a %s', async (who) => {
    const refusal = await world.refusal(await world.as(greenfield[who]), deviceEndpoints.list, { query: {} });
    expect(refusal).toMatchObject({ status: 403, code: 'request.forbidden' });
  });

  it('come in pages, those seen last first', async () => {
    const ids: string[] = [];
    for (const _ of [1, 2, 3]) {
      world.clock.advance(1000);
      ids.unshift(await report(riverside.student));
    }
    const school_class = riverside.ownClass.id;
    const first = await list(riverside.teacher, { school_class, limit: 2 });
    expect(first.results.map(({ id }) => id)).toEqual(ids.slice(0, 2));
    expect(first.next).toBe(`?limit=2&offset=2&school_class=${school_class}`);
    const { body } = await world.request(
      await world.as(riverside.teacher),
      'GET',
      `/api/devices/${first.next}`,
    );
    expect((body as typeof first).results.map(({ id }) => id)[0]).toBe(ids[2]);
  });
});

describe('a tablet’s name', () => {
  async function rename(person: Person, id: string, name: string) {
    return await world.call(await world.as(person), deviceEndpoints.rename, {
      params: { id },
      body: { name },
    });
  }

  it('is given by whoever sees the tablet, stays when it reports again, and is written in the audit', async () => {
    const device_id = await report(greenfield.student);
    expect(await rename(greenfield.teacher, device_id, '  Tablet   3 ')).toMatchObject({ name: 'Tablet 3' });
    await report(greenfield.student, { device_id });
    expect(await found(greenfield.teacher, device_id)).toMatchObject({ name: 'Tablet 3' });
    const { rows } = await world.testDatabase.administrator.query(
      'select action, actor_id, details from audit_entries where subject_id = $1',
      [device_id],
    );
    expect(rows).toMatchObject([
      { action: 'devices.renamed', actor_id: greenfield.teacher.id, details: { to: 'Tablet 3' } },
    ]);
  });

  it('is not given by anybody else', async () => {
    const id = await report(greenfield.otherTeacher);
    const input = { params: { id }, body: { name: 'Mine' } };
    for (const person of [greenfield.teacher, riverside.schoolAdmin]) {
      const refusal = await world.refusal(await world.as(person), deviceEndpoints.rename, input);
      expect(refusal).toMatchObject({ status: 404, code: 'devices.not_found', error: 'Tablet not found' });
    }
  });

  it('is some text, and not too long', async () => {
    const id = await report(greenfield.teacher);
    for (const name of ['   ', 'x'.repeat(limits.deviceNameLength + 1)]) {
      const refusal = await world.refusal(await world.as(greenfield.teacher), deviceEndpoints.rename, {
        params: { id },
        body: { name },
      });
      expect(refusal).toMatchObject({ status: 400, errors: { name: [expect.any(String)] } });
    }
  });
});

describe('a tablet that is not used any more', () => {
  async function forget(person: Person, id: string) {
    return await world.call(await world.as(person), deviceEndpoints.forget, { params: { id } });
  }

  it('is taken off the list, and comes back when it is used', async () => {
    const device_id = await report(greenfield.student);
    expect(await forget(greenfield.teacher, device_id)).toEqual({});
    expect(await found(greenfield.schoolAdmin, device_id)).toBeUndefined();
    await report(greenfield.student, { device_id });
    expect(await found(greenfield.teacher, device_id)).toMatchObject({ id: device_id });
  });

  it('is not taken off by anybody who does not see it', async () => {
    const id = await report(greenfield.otherTeacher);
    for (const person of [greenfield.teacher, riverside.schoolAdmin]) {
      const refusal = await world.refusal(await world.as(person), deviceEndpoints.forget, { params: { id } });
      expect(refusal).toMatchObject({ status: 404, code: 'devices.not_found' });
    }
    expect(await found(greenfield.otherTeacher, id)).toMatchObject({ id });
  });
});
