import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { uuidv7 } from 'uuidv7';
import * as v from 'valibot';
import { beforeEach, describe, expect, it } from 'vitest';
import { avatarForId } from '#contract/kit/avatar-names.ts';
import { cardEndpoints } from '#contract/cards/cards.endpoints.ts';
import { deviceEndpoints } from '#contract/devices/devices.endpoints.ts';
import { PreparedDevice, type TabletPack } from '#contract/devices/preparation.schema.ts';
import { limits } from '#contract/kit/limits.ts';
import { memberEndpoints } from '#contract/members/members.endpoints.ts';
import { studentEndpoints } from '#contract/students/students.endpoints.ts';
import { visitEndpoints } from '#contract/visits/visits.endpoints.ts';
import { makeClass, makeMember, makeStudents } from '#server/seeds/factories.ts';
import type { Person } from '../support/api-world.ts';
import { deviceReport, reportAs } from '../support/device-reports.ts';
import { QueryCount } from '../support/query-count.ts';
import { wholeDatabase } from '../support/whole-database.ts';
import { worldOfFile } from '../support/world-of-file.ts';

const queries = new QueryCount();
const { world, greenfield, riverside } = worldOfFile({ plugins: [queries] });

beforeEach(async () => {
  await world.testDatabase.administrator.query('delete from failed_guesses');
});

/** A tablet in the hands of this person. */
async function tabletOf(person: Person, device_id = uuidv7()): Promise<string> {
  await world.call(await world.as(person), deviceEndpoints.report, { body: deviceReport({ device_id }) });
  return device_id;
}

type Wanted = { classes: readonly { id: string }[] | null; device_id?: string; token?: string };

async function bodyOf(person: Person, { classes, device_id, token }: Wanted) {
  return {
    device_id: device_id ?? (await tabletOf(person)),
    school_class_ids: classes?.map(({ id }) => id) ?? null,
    ...(token !== undefined && { token }),
  };
}

async function prepare(person: Person, wanted: Wanted) {
  const body = await bodyOf(person, wanted);
  const prepared = await world.call(await world.as(person), deviceEndpoints.prepare, { body });
  return { ...prepared, device_id: body.device_id };
}

async function refusedToPrepare(person: Person, wanted: Wanted) {
  const body = await bodyOf(person, wanted);
  const { status, code } = await world.refusal(await world.as(person), deviceEndpoints.prepare, { body });
  return { status, code };
}

async function ask(token: string, options: { host?: string; version?: string } = {}) {
  const { host = greenfield.host, version } = options;
  const body = { token, ...(version !== undefined && { version }) };
  return await world.call({ host, access: null }, deviceEndpoints.readPack, { body });
}

async function refusedToAsk(token: string, host = greenfield.host) {
  const body = { token };
  const answer = await world.refusal({ host, access: null }, deviceEndpoints.readPack, { body });
  return { status: answer.status, code: answer.code, error: answer.error };
}

const refused = {
  status: 401,
  code: 'devices.preparation_refused',
  error: 'This tablet is not prepared any more.',
};

/** As the list shows it to this person. */
async function listed(person: Person, device_id: string) {
  const query = { limit: limits.pageMaximum };
  const { results } = await world.call(await world.as(person), deviceEndpoints.list, { query });
  return results.find(({ id }) => id === device_id);
}

async function takeBack(person: Person, id: string) {
  return await world.call(await world.as(person), deviceEndpoints.endPreparation, { params: { id } });
}

async function printOne(studentId: string): Promise<string> {
  const input = { params: { studentId } };
  const { badge } = await world.call(
    await world.as(greenfield.schoolAdmin),
    cardEndpoints.issueForStudent,
    input,
  );
  return badge;
}

const hashOf = (badge: string) => createHash('sha256').update(badge).digest('hex');
const classNames = ({ classes }: TabletPack) => classes.map(({ name }) => name);
const everybody = ({ classes, without_class }: TabletPack) => [
  ...classes.flatMap(({ students }) => students),
  ...without_class,
];

/** A class of the teacher with children of its own. */
async function someClass(fullNames: readonly string[] = ['Ada Elm', 'Ben Oak']) {
  const schoolClass = await makeClass(world.context, greenfield.tenant, { teachers: [greenfield.teacher] });
  const students = await makeStudents(
    world.context,
    greenfield.tenant,
    schoolClass,
    fullNames.map((name) => {
      const [first_name = '', ...rest] = name.split(' ');
      return { first_name, last_name: rest.join(' ') };
    }),
  );
  return { schoolClass, students };
}

describe('a tablet that is prepared for a class', () => {
  it('gets a token and the children of the class, by first name, as the picker shows them', async () => {
    const { preparation_id, token, asked_at, pack } = await prepare(greenfield.teacher, {
      classes: [greenfield.ownClass],
    });
    expect(preparation_id).toMatch(/^[\da-f-]{36}$/u);
    expect(token).toMatch(/^[\w-]{43}$/u);
    expect(asked_at).toBe(world.clock.now().toISOString());
    expect(pack).toMatchObject({
      classes: [{ id: greenfield.ownClass.id, class_id: 'MAPXE247', name: 'Maple', class_theme: '#4180ca' }],
      without_class: [],
    });
    const names = pack.classes[0]?.students.map((student) => `${student.first_name} ${student.last_initial}`);
    expect(names).toEqual(['Łukasz W.', 'Siobhán O.', 'Zoë F.', '美咲 田.']);
    const { results } = await world.call(
      { host: greenfield.host, access: null },
      studentEndpoints.listInClass,
      { params: { classCode: 'MAPXE247' }, query: {} },
    );
    const tiles = pack.classes[0]?.students.map(({ id: _id, badges: _badges, ...tile }) => tile);
    expect(results.students).toEqual(tiles);
  });

  it('learns of each child an id, the tile and the hashes of good badges, and nothing else', async () => {
    const { schoolClass, students } = await someClass(['Ada Elm']);
    const [ada] = students;
    const badges = [await printOne(ada?.id ?? ''), await printOne(ada?.id ?? '')];
    const { pack } = await prepare(greenfield.teacher, { classes: [schoolClass] });
    expect(everybody(pack)).toEqual([
      {
        id: ada?.id,
        handle: expect.stringMatching(/^pupil\.[\w-]{22}$/u) as unknown,
        first_name: 'Ada',
        last_initial: 'E.',
        avatar: avatarForId(ada?.id ?? ''),
        badges: expect.arrayContaining(badges.map(hashOf)) as unknown,
      },
    ]);
    expect(everybody(pack)[0]?.badges).toHaveLength(2);
    for (const secret of ['Elm', ada?.username ?? 'none', ...badges])
      expect(JSON.stringify(pack)).not.toContain(secret);
  });

  it('lets a child be signed in by the handle and what the child types', async () => {
    const { pack } = await prepare(greenfield.teacher, { classes: [greenfield.ownClass] });
    const zoe = everybody(pack).find(({ id }) => id === greenfield.student.id);
    const session = await world.signIn(greenfield.host, zoe?.handle ?? '', greenfield.student.password);
    expect(session.user_id).toBe(zoe?.id);
  });

  it('hears neither of a child that is archived nor of one that left, nor of a card that was voided', async () => {
    const { schoolClass, students } = await someClass(['Ada Elm', 'Ben Oak', 'Cleo Ash']);
    const [ada, ben, cleo] = students;
    await printOne(ada?.id ?? '');
    const { token, pack } = await prepare(greenfield.teacher, { classes: [schoolClass] });
    expect(everybody(pack).map(({ badges }) => badges.length)).toEqual([1, 0, 0]);
    const asTeacher = await world.as(greenfield.teacher);
    await world.call(asTeacher, cardEndpoints.replaceOfStudent, {
      params: { studentId: ada?.id ?? '' },
      body: {},
    });
    await world.call(asTeacher, studentEndpoints.archive, { body: { user_ids: [ben?.id ?? ''] } });
    await world.testDatabase.administrator.query(
      'update enrollments set ended_at = now() where student_id = $1',
      [cleo?.id],
    );
    const { pack: now } = await ask(token, { version: pack.version });
    expect(now && everybody(now)).toMatchObject([{ id: ada?.id, badges: [] }]);
  });

  it('hears of a new child, a new card and another avatar with its next look, and of nothing when nothing is new', async () => {
    const { schoolClass, students } = await someClass(['Ada Elm']);
    const { token, pack, device_id } = await prepare(greenfield.teacher, { classes: [schoolClass] });
    world.clock.advance(60_000);
    const asked_at = world.clock.now().toISOString();
    expect(await ask(token, { version: pack.version })).toEqual({ asked_at, pack: null });
    expect(await ask(token, { version: 'of another day' })).toEqual({ asked_at, pack });
    expect((await listed(greenfield.teacher, device_id))?.preparation?.last_pack_at).toBe(asked_at);

    await makeStudents(world.context, greenfield.tenant, schoolClass, [{ first_name: 'Ben', last_name: '' }]);
    const badge = await printOne(students[0]?.id ?? '');
    await world.testDatabase.administrator.query('update users set avatar = $1 where id = $2', [
      'otter',
      students[0]?.id,
    ]);
    const { pack: next } = await ask(token, { version: pack.version });
    expect(next && everybody(next)).toMatchObject([
      { first_name: 'Ada', avatar: 'otter', badges: [hashOf(badge)] },
      { first_name: 'Ben', last_initial: '', badges: [] },
    ]);
    expect(next?.version).not.toBe(pack.version);
  });

  it('is told of a whole class with as many questions to the database as of one child', async () => {
    const one = await someClass(['Ada Elm']);
    const many = await someClass(Array.from({ length: 40 }, (_, place) => `Child${place} Elm`));
    await printOne(many.students[0]?.id ?? '');
    const asked: number[] = [];
    for (const { schoolClass } of [one, many]) {
      const { token } = await prepare(greenfield.teacher, { classes: [schoolClass] });
      queries.asked = 0;
      await ask(token);
      asked.push(queries.asked);
    }
    expect(asked[0]).toBe(asked[1]);
  });
});

describe('a tablet is prepared', () => {
  it('by a teacher for the own classes alone', async () => {
    for (const other of [greenfield.otherClass, riverside.ownClass, { id: uuidv7() }])
      expect(await refusedToPrepare(greenfield.teacher, { classes: [greenfield.ownClass, other] })).toEqual({
        status: 404,
        code: 'classes.not_found',
      });
    expect(await refusedToPrepare(greenfield.teacher, { classes: null })).toEqual({
      status: 403,
      code: 'request.forbidden',
    });
  });

  it.each(['teacherAdmin', 'schoolAdmin', 'organizationAdmin'] as const)(
    'for any class or the whole school by a %s, those without a class among them',
    async (who) => {
      const some = await prepare(greenfield[who], { classes: [greenfield.ownClass, greenfield.otherClass] });
      expect(classNames(some.pack)).toEqual(['Birch', 'Maple']);
      expect(some.pack.without_class).toEqual([]);
      const { pack } = await prepare(greenfield[who], { classes: null });
      expect(classNames(pack)).toEqual(expect.arrayContaining(['Birch', 'Maple']));
      expect(pack.without_class.map(({ id }) => id)).toContain(greenfield.studentWithoutClass.id);
      const found = JSON.stringify(pack);
      for (const { id } of [...riverside.students, riverside.ownClass]) expect(found).not.toContain(id);
    },
  );

  it.each(['student', 'parent'] as const)('by no %s', async (who) => {
    const wanted = { classes: [greenfield.ownClass] };
    expect(await refusedToPrepare(greenfield[who], wanted)).toEqual({
      status: 403,
      code: 'request.forbidden',
    });
  });

  it('only where the person sees the tablet', async () => {
    const colleagues = await tabletOf(greenfield.otherTeacher);
    const inRiverside = await tabletOf(riverside.teacher);
    for (const device_id of [colleagues, inRiverside, uuidv7()])
      expect(
        await refusedToPrepare(greenfield.teacher, { classes: [greenfield.ownClass], device_id }),
      ).toEqual({ status: 404, code: 'devices.not_found' });
    expect((await listed(greenfield.schoolAdmin, colleagues))?.preparation).toBeNull();
  });

  it('for one class at least, and for one that stands there twice once', async () => {
    const { device_id, pack } = await prepare(greenfield.teacher, {
      classes: [greenfield.ownClass, greenfield.ownClass],
    });
    expect(classNames(pack)).toEqual(['Maple']);
    const answer = await world.refusal(await world.as(greenfield.teacher), deviceEndpoints.prepare, {
      body: { device_id, school_class_ids: [] },
    });
    expect(answer).toMatchObject({
      status: 400,
      errors: { school_class_ids: ['Please choose at least one class'] },
    });
  });

  it('in the list and in the audit for everybody to see, and its token is kept as a hash', async () => {
    const { device_id, preparation_id, token } = await prepare(greenfield.teacher, {
      classes: [greenfield.ownClass],
    });
    const made_at = world.clock.now().toISOString();
    for (const person of [greenfield.teacher, greenfield.schoolAdmin])
      expect((await listed(person, device_id))?.preparation).toEqual({
        id: preparation_id,
        school_classes: [{ id: greenfield.ownClass.id, name: 'Maple' }],
        made_at,
        made_by: { id: greenfield.teacher.id, first_name: 'teacher', last_name: 'greenfield' },
        last_pack_at: made_at,
        is_paused: false,
        may_keep: false,
      });
    const { administrator } = world.testDatabase;
    const { rows } = await administrator.query(
      'select action, actor_id, details from audit_entries where subject_id = $1',
      [device_id],
    );
    expect(rows).toEqual([
      {
        action: 'devices.prepared',
        actor_id: greenfield.teacher.id,
        details: { preparation_id, school_class_ids: [greenfield.ownClass.id] },
      },
    ]);
    const stored = await administrator.query<{ row: string }>(
      'select p::text as row from device_preparations p where id = $1 union all select a::text from audit_entries a',
      [preparation_id],
    );
    for (const { row } of stored.rows) expect(row).not.toContain(token);
  });

  it('with an Idempotency-Key once, and neither its token nor its pack is kept for whoever asks again', async () => {
    const key = randomUUID();
    for (const { teacher, ownClass, host } of [greenfield, riverside]) {
      const body = await bodyOf(teacher, { classes: [ownClass] });
      const caller = await world.as(teacher);
      const send = () =>
        world.request(caller, 'POST', '/api/devices/prepare/', {
          body,
          headers: { 'idempotency-key': key },
        });
      const { status, body: answer } = await send();
      expect(status).toBe(200);
      const { token, pack } = v.parse(PreparedDevice, answer);
      expect(everybody(pack).length).toBeGreaterThan(0);
      const kept = await wholeDatabase(world.testDatabase.administrator);
      expect(
        [token, ...everybody(pack).map(({ handle }) => handle)].filter((text) => kept.includes(text)),
      ).toEqual([]);
      expect(await send()).toMatchObject({ status: 409, body: { code: 'request.already_applied' } });
      expect((await ask(token, { host })).pack?.version).toBe(pack.version);
    }
  });

  it('for the whole school is said so in the list', async () => {
    const { device_id } = await prepare(greenfield.teacherAdmin, { classes: null });
    expect(await listed(greenfield.schoolAdmin, device_id)).toMatchObject({
      preparation: { school_classes: null },
    });
  });

  it('once: preparing it again ends what was before', async () => {
    const first = await prepare(greenfield.teacher, { classes: [greenfield.ownClass] });
    const second = await prepare(greenfield.teacher, {
      classes: [greenfield.ownClass],
      device_id: first.device_id,
    });
    expect(await refusedToAsk(first.token)).toEqual(refused);
    expect((await ask(second.token)).pack).toEqual(second.pack);
  });

  it('once, also when two ask for it at the same moment', async () => {
    const device_id = await tabletOf(greenfield.teacher);
    const wanted = { classes: [greenfield.ownClass], device_id };
    const both = await Promise.all([
      prepare(greenfield.teacher, wanted),
      prepare(greenfield.teacher, wanted),
    ]);
    const { rows } = await world.testDatabase.administrator.query(
      'select id from device_preparations where device_id = $1 and revoked_at is null',
      [device_id],
    );
    expect(rows).toHaveLength(1);
    expect(both.map(({ preparation_id }) => preparation_id)).toContain((rows[0] as { id: string }).id);
  });
});

describe('two teachers who share a tablet', () => {
  /** The tablet of `otherTeacher`, prepared for Birch, in the hands of `teacher`. */
  async function sharedTablet() {
    const birch = await prepare(greenfield.otherTeacher, { classes: [greenfield.otherClass] });
    await tabletOf(greenfield.teacher, birch.device_id);
    return birch;
  }

  it('each prepare it for the own classes, and the colleague’s stay', async () => {
    const { device_id, token } = await sharedTablet();
    const { pack } = await prepare(greenfield.teacher, { classes: [greenfield.ownClass], device_id, token });
    expect(classNames(pack)).toEqual(['Birch', 'Maple']);
    const after = await prepare(greenfield.schoolAdmin, {
      classes: [greenfield.ownClass],
      device_id,
      token,
    });
    expect(classNames(after.pack)).toEqual(['Maple']);
  });

  it('learn nothing of each other’s children without what the tablet holds', async () => {
    const { device_id } = await sharedTablet();
    const ofAnotherTablet = await prepare(greenfield.otherTeacher, { classes: [greenfield.otherClass] });
    const guessed = randomBytes(32).toString('base64url');
    for (const token of [undefined, guessed, ofAnotherTablet.token]) {
      const { pack } = await prepare(greenfield.teacher, {
        classes: [greenfield.ownClass],
        device_id,
        ...(token !== undefined && { token }),
      });
      expect(classNames(pack)).toEqual(['Maple']);
    }
  });

  it('leave one that is for the whole school to be for the whole school', async () => {
    const whole = await prepare(greenfield.schoolAdmin, { classes: null });
    const { device_id, token } = whole;
    await tabletOf(greenfield.teacher, device_id);
    const { pack } = await prepare(greenfield.teacher, { classes: [greenfield.ownClass], device_id, token });
    expect(pack).toEqual(whole.pack);
  });

  it('both see it and can take it back, whoever used it last', async () => {
    const { device_id, token } = await sharedTablet();
    expect(await listed(greenfield.otherTeacher, device_id)).toMatchObject({ id: device_id });
    await takeBack(greenfield.otherTeacher, device_id);
    expect(await listed(greenfield.otherTeacher, device_id)).toBeUndefined();
    expect(await refusedToAsk(token)).toEqual(refused);
  });
});

describe('what a tablet is told', () => {
  it('is told at its own school alone, and to nobody with another token', async () => {
    const { token } = await prepare(greenfield.teacher, { classes: [greenfield.ownClass] });
    expect(await refusedToAsk(token, riverside.host)).toEqual(refused);
    expect(await refusedToAsk(randomBytes(32).toString('base64url'))).toEqual(refused);
    expect((await ask(token)).pack).not.toBeNull();
  });

  it('is told whoever is signed in, a child of another class among them', async () => {
    const { token, pack } = await prepare(greenfield.otherTeacher, { classes: [greenfield.otherClass] });
    const body = { token };
    const answer = await world.call(await world.as(greenfield.student), deviceEndpoints.readPack, { body });
    expect(answer.pack).toEqual(pack);
  });

  it('is told by a good token where somebody tried a hundred others, who is sent away; and they can still sign in', async () => {
    const { token } = await prepare(greenfield.teacher, { classes: [greenfield.ownClass] });
    for (let tries = 0; tries < 100; tries += 1)
      expect((await refusedToAsk(randomBytes(32).toString('base64url'))).status).toBe(401);
    const wrong = randomBytes(32).toString('base64url');
    expect(await refusedToAsk(wrong)).toMatchObject({ status: 429, code: 'request.too_many' });
    expect((await ask(token)).pack).not.toBeNull();
    // Good at the other school alone, it is none here.
    const theirs = await prepare(riverside.teacher, { classes: [riverside.ownClass] });
    expect((await refusedToAsk(theirs.token)).status).toBe(429);
    expect((await world.signIn(greenfield.host, greenfield.teacher.email)).user_id).toBe(
      greenfield.teacher.id,
    );
    world.clock.advance(11 * 60_000);
    expect(await refusedToAsk(wrong)).toEqual(refused);
  });
});

describe('a preparation that is taken back', () => {
  it('is refused from then on, is gone from the list, and is written in the audit', async () => {
    const { device_id, preparation_id, token } = await prepare(greenfield.teacher, {
      classes: [greenfield.ownClass],
    });
    expect(await takeBack(greenfield.schoolAdmin, device_id)).toMatchObject({
      id: device_id,
      preparation: null,
    });
    expect(await refusedToAsk(token)).toEqual(refused);
    expect((await listed(greenfield.teacher, device_id))?.preparation).toBeNull();
    // Twice is once.
    await takeBack(greenfield.teacher, device_id);
    const { rows } = await world.testDatabase.administrator.query(
      `select actor_id, details from audit_entries where subject_id = $1 and action = 'devices.preparation_ended'`,
      [device_id],
    );
    expect(rows).toEqual([{ actor_id: greenfield.schoolAdmin.id, details: { preparation_id } }]);
  });

  it('is taken back by nobody who does not see the tablet', async () => {
    const { device_id, token } = await prepare(greenfield.otherTeacher, { classes: [greenfield.otherClass] });
    for (const person of [greenfield.teacher, riverside.schoolAdmin])
      expect(
        await world.refusal(await world.as(person), deviceEndpoints.endPreparation, {
          params: { id: device_id },
        }),
      ).toMatchObject({ status: 404, code: 'devices.not_found' });
    expect((await ask(token)).pack).not.toBeNull();
  });

  it('is so when the tablet is taken off the list', async () => {
    const { device_id, token } = await prepare(greenfield.teacher, { classes: [greenfield.ownClass] });
    await world.call(await world.as(greenfield.teacher), deviceEndpoints.forget, {
      params: { id: device_id },
    });
    expect(await refusedToAsk(token)).toEqual(refused);
    await tabletOf(greenfield.teacher, device_id);
    expect((await listed(greenfield.teacher, device_id))?.preparation).toBeNull();
  });
});

describe('a preparation whose giver lost the right', () => {
  const archive = async (id: string) =>
    await world.call(await world.as(greenfield.schoolAdmin), memberEndpoints.archive, {
      params: { userId: id },
    });
  const keep = async (person: Person, ...device_ids: string[]) =>
    (
      await world.call(await world.as(person), deviceEndpoints.keepPreparations, { body: { device_ids } })
    ).results.map(({ preparation }) => preparation?.is_paused);
  const kept = async (device_id: string) =>
    (
      await world.testDatabase.administrator.query<{ actor_id: string }>(
        `select actor_id from audit_entries where subject_id = $1 and action = 'devices.preparation_kept'`,
        [device_id],
      )
    ).rows.map(({ actor_id }) => actor_id);

  async function member(role: 'teacher' | 'school_admin') {
    return await makeMember(world.context, greenfield.tenant, { role, password: 'Test-password-1' });
  }

  it('is paused and listed when they are archived, and kept by one tap of the office', async () => {
    const admin = await member('school_admin');
    const { device_id, token } = await prepare(admin, { classes: [greenfield.ownClass] });
    expect(await archive(admin.id)).toMatchObject({
      prepared_tablets: [{ id: device_id, is_paused: true }],
    });
    expect((await ask(token)).pack).toMatchObject({ classes: [], without_class: [] });
    expect((await listed(greenfield.teacher, device_id))?.preparation).toMatchObject({
      is_paused: true,
      may_keep: true,
    });
    expect(await keep(greenfield.schoolAdmin, device_id)).toEqual([false]);
    expect(classNames((await ask(token)).pack ?? { classes: [], version: '', without_class: [] })).toEqual([
      'Maple',
    ]);
    expect(await kept(device_id)).toEqual([greenfield.schoolAdmin.id]);
    const { rows } = await world.testDatabase.administrator.query<{ details: unknown }>(
      `select details from audit_entries where subject_id = $1 and action = 'members.archived'`,
      [admin.id],
    );
    expect(rows).toMatchObject([{ details: { prepared_tablets: [device_id] } }]);
  });

  it('is kept by a teacher as far as their classes go, and by nobody else for the whole school', async () => {
    const admin = await member('school_admin');
    const whole = await prepare(admin, { classes: null });
    const some = await prepare(admin, { classes: [greenfield.ownClass, greenfield.otherClass] });
    await archive(admin.id);
    // For a teacher to see it, somebody of their class has used it.
    await tabletOf(greenfield.teacher, whole.device_id);
    expect(await keep(greenfield.teacher, whole.device_id, some.device_id)).toEqual([true, true]);
    expect((await ask(whole.token)).pack).toMatchObject({ classes: [], without_class: [] });
    expect((await ask(some.token)).pack).toMatchObject({ classes: [{ name: 'Maple' }] });
    expect(await kept(whole.device_id)).toEqual([]);
    expect((await listed(greenfield.teacher, some.device_id))?.preparation?.may_keep).toBe(false);
    expect(await keep(greenfield.teacherAdmin, whole.device_id, some.device_id)).toEqual([false, false]);
    expect(everybody((await ask(whole.token)).pack ?? whole.pack)).toHaveLength(everybody(whole.pack).length);
  });

  it('is kept by nobody who does not see the tablet, and all at once or none', async () => {
    const admin = await member('school_admin');
    const mine = await prepare(admin, { classes: [greenfield.ownClass] });
    const others = await prepare(admin, { classes: [greenfield.otherClass] });
    await archive(admin.id);
    for (const person of [greenfield.teacher, riverside.schoolAdmin])
      expect(
        await world.refusal(await world.as(person), deviceEndpoints.keepPreparations, {
          body: { device_ids: [mine.device_id, others.device_id] },
        }),
      ).toMatchObject({ status: 404, code: 'devices.not_found' });
    expect(await kept(mine.device_id)).toEqual([]);
    expect((await ask(mine.token)).pack?.classes).toEqual([]);
  });

  it('goes on for the classes that others gave', async () => {
    const teacher = await member('teacher');
    const schoolClass = await makeClass(world.context, greenfield.tenant, {
      name: 'Elm',
      teachers: [teacher],
    });
    const { device_id, token } = await prepare(greenfield.teacher, { classes: [greenfield.ownClass] });
    await tabletOf(teacher, device_id);
    const both = await prepare(teacher, { classes: [schoolClass], device_id, token });
    expect(classNames(both.pack).toSorted()).toEqual(['Elm', 'Maple']);
    await archive(teacher.id);
    expect((await ask(both.token)).pack).toMatchObject({ classes: [{ name: 'Maple' }] });
  });
});

describe('a guest', () => {
  it('prepares no tablet and keeps none', async () => {
    const home = await world.as(world.organization.admin);
    const { token } = await world.call(home, visitEndpoints.makeLink, {
      body: { tenant_id: greenfield.tenant.id },
    });
    const { access } = await world.call({ host: greenfield.host, access: null }, visitEndpoints.redeem, {
      body: { token },
    });
    const guest = { host: greenfield.host, access };
    const device_id = await tabletOf(greenfield.teacher);
    const refusedToGuests = { status: 403, code: 'devices.guests_prepare_none' };
    expect(
      await world.refusal(guest, deviceEndpoints.prepare, { body: { device_id, school_class_ids: null } }),
    ).toMatchObject(refusedToGuests);
    expect(
      await world.refusal(guest, deviceEndpoints.keepPreparations, { body: { device_ids: [device_id] } }),
    ).toMatchObject(refusedToGuests);
  });
});

it('a prepared tablet stays on the list, however many others its last user used since', async () => {
  const child = greenfield.otherStudents[2];
  const person = { id: child?.id ?? '', tenant_id: greenfield.tenant.id };
  const { device_id } = await prepare(greenfield.otherTeacher, { classes: [greenfield.otherClass] });
  await reportAs(world, person, { device_id });
  for (let made = 0; made <= limits.devicesPerPerson; made += 1) {
    world.clock.advance(1000);
    await reportAs(world, person);
  }
  expect(await listed(greenfield.schoolAdmin, device_id)).toMatchObject({ id: device_id });
});
