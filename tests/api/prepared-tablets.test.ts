import { createHash, randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { cardEndpoints } from '#contract/cards/cards.endpoints.ts';
import { deviceEndpoints } from '#contract/devices/devices.endpoints.ts';
import { avatarForId } from '#contract/kit/avatar-names.ts';
import { limits } from '#contract/kit/limits.ts';
import { studentEndpoints } from '#contract/students/students.endpoints.ts';
import { visitEndpoints } from '#contract/visits/visits.endpoints.ts';
import { makeClass, makeStudents } from '#server/seeds/factories.ts';
import { reportAs } from '../support/device-reports.ts';
import { classNames, everybody, preparationsOfFile, refused } from './prepared-tablets.support.ts';

const { queries, world, greenfield, riverside, tabletOf, prepare, ask, refusedToAsk, listed, takeBack } =
  preparationsOfFile();

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
