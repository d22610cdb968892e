import { describe, expect, it } from 'vitest';
import { cardEndpoints } from '#contract/cards/cards.endpoints.ts';
import { dashboardEndpoints } from '#contract/dashboard/dashboard.endpoints.ts';
import { studentEndpoints } from '#contract/students/students.endpoints.ts';
import { visitEndpoints } from '#contract/visits/visits.endpoints.ts';
import { makeClass } from '#server/seeds/factories.ts';
import type { Caller } from '../support/api-world.ts';
import { madeUpPlaces, pagesByKey } from '../support/pages-by-key.ts';
import { reportAs } from '../support/device-reports.ts';
import { worldOfFile } from '../support/world-of-file.ts';

const { world, greenfield, riverside } = worldOfFile();

const read = (caller: Caller, time_zone = 'UTC') =>
  world.call(caller, dashboardEndpoints.readSchool, { query: { time_zone } });
const activity = (caller: Caller, query: { limit?: number; after?: string } = {}) =>
  world.call(caller, dashboardEndpoints.listActivity, { query });
const admin = (school = greenfield) => world.as(school.schoolAdmin);

describe('the dashboard of a school', () => {
  it('counts what is in this school and in no other', async () => {
    const before = await read(await admin());
    expect(before.counts).toEqual({ students: 9, classes: 2, teachers: 3, tablets: 0, archived: 0 });
    const there = await read(await admin(riverside));
    expect(there.counts).toEqual(before.counts);

    const nomad = greenfield.studentWithoutClass;
    await world.call(await admin(), studentEndpoints.archive, { body: { user_ids: [nomad.id] } });
    await makeClass(world.context, greenfield.tenant, { name: 'Nobody’s' });
    await reportAs(world, greenfield.teacher, { unsent: 2 });
    const after = await read(await admin());
    expect(after.counts).toEqual({ students: 8, classes: 3, teachers: 3, tablets: 1, archived: 1 });
    expect(after.to_do).toMatchObject({
      classes_without_teacher: 1,
      classes_without_students: 1,
      tablets_with_unsent: 1,
    });
    expect(await read(await admin(riverside))).toMatchObject({
      counts: there.counts,
      to_do: { ...there.to_do, tablets_with_unsent: 0 },
    });
  });

  it('says who never signed in and who has no card, until they did and have one', async () => {
    const before = (await read(await admin())).to_do;
    const [, child] = greenfield.students;
    await world.call(await admin(), cardEndpoints.issueForStudent, {
      params: { studentId: child?.id ?? '' },
    });
    await world.as(greenfield.student);
    const after = (await read(await admin())).to_do;
    expect(after.without_card).toBe(before.without_card - 1);
    expect(after.never_signed_in).toBe(before.never_signed_in - 1);
  });

  it('says how long ago the students last signed in, of this school alone, archived ones apart', async () => {
    const { administrator } = world.testDatabase;
    const days = async (who: { id: string } | undefined, count: number) =>
      administrator.query('update users set last_login = $1 where id = $2', [
        new Date(world.clock.now().getTime() - count * 86_400_000),
        who?.id,
      ]);
    const there = (await read(await admin(riverside))).last_sign_ins;
    await administrator.query(
      "update users set last_login = null where tenant_id = $1 and role = 'student'",
      [greenfield.tenant.id],
    );
    const { students, otherStudents, studentWithoutClass } = greenfield;
    await days(students[0], 0);
    await days(students[1], 6.9);
    await days(students[2], 7.1);
    await days(otherStudents[0], 31);
    // Archived by now.
    await days(studentWithoutClass, 1);
    const { counts, last_sign_ins } = await read(await admin());
    expect(last_sign_ins).toEqual({ week: 2, month: 1, longer: 1, never: counts.students - 4 });
    expect((await read(await admin(riverside))).last_sign_ins).toEqual(there);
  });

  it('counts each child once a day, on the day that it was at the school', async () => {
    const { student, teacher, host } = greenfield;
    const { administrator } = world.testDatabase;
    await administrator.query("update sessions set created_at = created_at - interval '1 year'");
    const signedIn = async (person: { id: string }, moment: string) =>
      administrator.query(
        `insert into sessions (tenant_id, id, user_id, created_at) values ($1, gen_random_uuid(), $2, $3)`,
        [greenfield.tenant.id, person.id, moment],
      );
    world.clock.advance(Date.parse('2026-06-10T12:00:00Z') - world.clock.now().getTime());
    await signedIn(student, '2026-06-09T22:30:00Z');
    await signedIn(student, '2026-06-09T23:30:00Z');
    await signedIn(student, '2026-05-28T00:00:00Z');
    await signedIn(student, '2026-05-27T23:59:59Z');
    await signedIn(greenfield.students[1] ?? student, '2026-06-09T08:00:00Z');
    await signedIn(teacher, '2026-06-09T08:00:00Z');
    const caller = await world.signIn(host, greenfield.schoolAdmin.email ?? '');
    const days = async (time_zone: string) =>
      (await read(caller, time_zone)).sign_ins.filter(({ children }) => children > 0);
    const utc = await read(caller);
    expect(utc.sign_ins).toHaveLength(14);
    expect(utc.sign_ins.at(-1)?.day).toBe('2026-06-10');
    expect(await days('UTC')).toEqual([
      { day: '2026-05-28', children: 1 },
      { day: '2026-06-09', children: 2 },
    ]);
    expect(await days('Europe/Berlin')).toEqual([
      { day: '2026-05-28', children: 1 },
      { day: '2026-06-09', children: 1 },
      { day: '2026-06-10', children: 1 },
    ]);
  });

  it('is refused for a time zone that is none', async () => {
    expect(
      await world.refusal(await admin(), dashboardEndpoints.readSchool, {
        query: { time_zone: 'Mars/Olympus' },
      }),
    ).toMatchObject({ status: 400, errors: { time_zone: ['This is not a time zone'] } });
  });
});

describe('what happened lately', () => {
  it('says who did what to whom, the latest first, and nothing of another school', async () => {
    const teacher = await world.as(greenfield.teacher);
    const [, child] = greenfield.students;
    await world.call(teacher, studentEndpoints.rename, {
      params: { id: child?.id ?? '' },
      body: { first_name: 'Ottilie', last_name: 'Nguyen' },
    });
    const { results } = await activity(await admin());
    expect(results[0]).toMatchObject({
      action: 'students.renamed',
      actor: { id: greenfield.teacher.id, guest_from: null },
      subject: { id: child?.id, name: 'Ottilie Nguyen' },
      count: 1,
    });
    const there = await activity(await admin(riverside));
    expect(JSON.stringify(there)).not.toContain('Ottilie');
    expect(JSON.stringify(there)).not.toContain(greenfield.teacher.id);
  });

  it('says once what one call did to many', async () => {
    const lead = await world.as(greenfield.teacherAdmin);
    const ids = greenfield.otherStudents.map(({ id }) => id);
    await world.call(lead, studentEndpoints.updatePrivacyInBulk, {
      body: { user_ids: ids, privacy_preference: 'community' },
    });
    const { results } = await activity(await admin());
    expect(results[0]).toMatchObject({
      action: 'students.privacy_changed',
      subject: null,
      count: ids.length,
      facts: { to: 'community' },
    });
  });

  it('comes a page at a time, each thing once', async () => {
    const caller = await admin();
    const all = await activity(caller, { limit: 100 });
    expect(all.next).toBeNull();
    expect(all.results.length).toBeGreaterThan(3);
    const meanwhile = async () => {
      world.clock.advance(60_000);
      await world.call(await world.as(greenfield.teacherAdmin), studentEndpoints.updatePrivacyInBulk, {
        body: { user_ids: greenfield.otherStudents.map(({ id }) => id), privacy_preference: 'private' },
      });
    };
    const pages = await pagesByKey((place) => activity(caller, { limit: 2, ...place }), meanwhile);
    expect(pages.flat()).toEqual(all.results);
    for (const after of madeUpPlaces)
      expect(
        await world.refusal(caller, dashboardEndpoints.listActivity, { query: { after } }),
      ).toMatchObject({ status: 400, errors: { after: expect.any(Array) } });
    expect(
      await world.refusal(caller, dashboardEndpoints.listActivity, { query: { limit: 101 } }),
    ).toMatchObject({ status: 400 });
  });

  it('says of guests where they came from, and nothing more of them', async () => {
    const home = await world.signIn(world.organization.host, world.organization.admin.email);
    const { token } = await world.call(home, visitEndpoints.makeLink, {
      body: { tenant_id: greenfield.tenant.id },
    });
    const { access } = await world.call({ host: greenfield.host, access: null }, visitEndpoints.redeem, {
      body: { token },
    });
    const guest = { host: greenfield.host, access };
    await world.call(guest, studentEndpoints.restore, {
      body: { user_ids: [greenfield.studentWithoutClass.id] },
    });
    const { results } = await activity(await admin());
    expect(results[0]).toMatchObject({
      action: 'students.restored',
      actor: { guest_from: 'Bright Futures Trust' },
    });
    expect(JSON.stringify(results)).not.toContain(world.organization.admin.email);
    expect(JSON.stringify(results)).not.toContain(world.organization.admin.id);
    const atHome = await activity(home);
    expect(atHome.results.map(({ action }) => action)).toEqual(['visits.entered', 'visits.link_made']);
    expect(atHome.results[0]?.facts).toEqual({ partner: 'greenfield school' });
  });

  it('is not told to those who teach', async () => {
    for (const person of [greenfield.teacher, greenfield.teacherAdmin, greenfield.student]) {
      expect(
        await world.refusal(await world.as(person), dashboardEndpoints.listActivity, { query: {} }),
      ).toMatchObject({ status: 403 });
    }
  });
});
