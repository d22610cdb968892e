import { describe, expect, it } from 'vitest';
import { cardEndpoints } from '#contract/cards/cards.endpoints.ts';
import type { NewLoginCard } from '#contract/cards/cards.schema.ts';
import { limits } from '#contract/kit/limits.ts';
import type { Person } from '../support/api-world.ts';
import { cardsOfFile, names } from './cards.support.ts';

const { world, greenfield, riverside, someClass, print, printOne, listed, sql, auditOf } = cardsOfFile();

describe('typed passwords', () => {
  const reveal = async (classId: string, person: Person = greenfield.teacher, query: object = {}) =>
    await world.call(await world.as(person), cardEndpoints.revealClass, { params: { classId }, query });

  it('of a class are shown to those who run it, in pages, and open the accounts', async () => {
    const { schoolClass, students, ids } = await someClass();
    const all = await reveal(schoolClass.id);
    expect(all.results.map(({ id }) => id)).toEqual(ids);
    expect(all.results.map(({ first_name }) => first_name)).toEqual(
      students.map(({ first_name }) => first_name),
    );
    for (const { id, username, password } of all.results)
      expect((await world.signIn(greenfield.host, username, password)).user_id).toBe(id);
    const { next, results } = await reveal(schoolClass.id, greenfield.teacher, { limit: 2, offset: 2 });
    expect([next, results]).toEqual(['?limit=2&offset=4', all.results.slice(2, 4)]);
  });

  it('are counted as they are listed, where one of them has none that could be shown', async () => {
    const { schoolClass, ids } = await someClass();
    await sql('delete from credentials where user_id = $1', [ids[1]]);
    const shown = (query: object) => reveal(schoolClass.id, greenfield.teacher, query);
    const rest = ids.filter((id) => id !== ids[1]);
    const first = await shown({ limit: rest.length });
    expect(first).toMatchObject({ count: rest.length, next: null });
    expect(first.results.map(({ id }) => id)).toEqual(rest);
    expect(await shown({ limit: 1, offset: rest.length - 1 })).toMatchObject({
      next: null,
      results: [{ id: rest.at(-1) }],
    });
  });

  it('are shown for one student by the class code', async () => {
    const { id } = greenfield.student;
    const shown = await world.call(await world.as(greenfield.teacher), cardEndpoints.revealStudent, {
      params: { classCode: ' mapx e247 ', studentId: id },
    });
    expect(shown).toEqual({
      id,
      first_name: 'Zoë',
      last_name: 'Fern',
      username: greenfield.student.username,
      password: greenfield.student.password,
    });
  });

  it('are kept by nobody on the way', async () => {
    const { headers } = await world.request(
      await world.as(greenfield.teacher),
      'GET',
      `/api/v1/teacher/student-login-info/${greenfield.ownClass.id}/`,
    );
    expect(headers['cache-control']).toBe('no-store');
  });

  it('are never those of staff', async () => {
    const admin = await world.as(greenfield.schoolAdmin);
    const params = { classCode: greenfield.ownClass.class_id, studentId: greenfield.teacher.id };
    expect(await world.refusal(admin, cardEndpoints.revealStudent, { params })).toMatchObject({
      status: 404,
      code: 'students.not_found',
    });
    const shown = await reveal(greenfield.ownClass.id, greenfield.schoolAdmin);
    expect(shown.results.map(({ id }) => id)).not.toContain(greenfield.teacher.id);
  });

  it('leave one line each in the audit, in the transaction that shows them', async () => {
    const { schoolClass, ids } = await someClass();
    await reveal(schoolClass.id, greenfield.teacher, { limit: 2 });
    await reveal(schoolClass.id, greenfield.schoolAdmin, { limit: 1 });
    const actors: string[][] = [];
    for (const id of ids)
      actors.push((await auditOf(id, 'cards.password_revealed')).map(({ actor_id }) => actor_id));
    const { teacher, schoolAdmin } = greenfield;
    expect(actors).toEqual([[teacher.id, schoolAdmin.id], [teacher.id], [], [], []]);
  });

  it('are not shown to a colleague, a child or the other school, and leave no line then', async () => {
    const { schoolClass, ids } = await someClass();
    const [studentId = ''] = ids;
    const params = { classId: schoolClass.id };
    for (const person of [greenfield.otherTeacher, riverside.schoolAdmin]) {
      const caller = await world.as(person);
      expect(await world.refusal(caller, cardEndpoints.revealClass, { params, query: {} })).toMatchObject({
        status: 404,
        code: 'classes.not_found',
      });
      const one = { params: { classCode: schoolClass.class_id, studentId } };
      expect(await world.refusal(caller, cardEndpoints.revealStudent, one)).toMatchObject({ status: 404 });
    }
    const inAnotherClass = { params: { classCode: greenfield.ownClass.class_id, studentId } };
    expect(
      await world.refusal(await world.as(greenfield.teacher), cardEndpoints.revealStudent, inAnotherClass),
    ).toMatchObject({ status: 404, code: 'students.not_found' });
    expect(await auditOf(studentId, 'cards.password_revealed')).toEqual([]);
  });

  it('are shown so many in an hour to one person, and what is beyond leaves no line', async () => {
    const hour = 60 * 60 * 1000;
    world.clock.advance(hour - (world.clock.now().getTime() % hour));
    const fullNames = Array.from({ length: limits.revealsPerCall }, (_, place) => `Child ${place}`);
    const { schoolClass, ids } = await someClass(greenfield, fullNames);
    const calls = limits.revealsPerHour / limits.revealsPerCall;
    const page = { limit: limits.revealsPerCall };
    for (let call = 0; call < calls; call += 1) await reveal(schoolClass.id, greenfield.teacher, page);
    const lines = async () => (await auditOf(ids[0] ?? '', 'cards.password_revealed')).length;
    expect(await lines()).toBe(calls);
    const answer = await world.request(
      await world.as(greenfield.teacher),
      'GET',
      `/api/v1/teacher/student-login-info/${schoolClass.id}/?limit=1`,
    );
    expect(answer).toMatchObject({ status: 429, body: { code: 'cards.too_many_reveals' } });
    expect(Number(answer.headers['retry-after'])).toBe(3600);
    expect(await lines()).toBe(calls);
    await reveal(schoolClass.id, greenfield.schoolAdmin, page);
    world.clock.advance(hour);
    await reveal(schoolClass.id, greenfield.teacher, page);
    expect(await lines()).toBe(calls + 2);
  });

  it('are asked for at most so many at a time', async () => {
    const refusal = await world.refusal(await world.as(greenfield.teacher), cardEndpoints.revealClass, {
      params: { classId: greenfield.ownClass.id },
      query: { limit: limits.revealsPerCall + 1 },
    });
    expect(refusal).toMatchObject({ status: 400, errors: { limit: [expect.any(String)] } });
  });
});

describe('passwords on the cards of a school', () => {
  async function choose(passwords_on_cards: boolean, school = greenfield) {
    const office = await world.as(school.schoolAdmin);
    await world.call(office, cardEndpoints.changeSettings, { body: { passwords_on_cards } });
  }

  const shownOn = (cards: readonly NewLoginCard[]) => cards.map(({ password }) => password);

  it('are printed by no school that has not chosen so, also where another one has', async () => {
    await choose(true, riverside);
    const { schoolClass, ids } = await someClass();
    expect(shownOn(await print(schoolClass))).toEqual(names.map(() => undefined));
    expect(await auditOf(ids[0] ?? '', 'cards.password_revealed')).toEqual([]);
    await choose(false, riverside);
  });

  it('open the accounts, and each one is in the audit; none is printed once the school takes it back', async () => {
    await choose(true);
    const { schoolClass, ids } = await someClass();
    for (const card of await print(schoolClass)) {
      const { password = '' } = card;
      expect((await world.signIn(greenfield.host, card.username, password)).user_id).toBe(card.student_id);
    }
    for (const id of ids) expect(await auditOf(id, 'cards.password_revealed')).toHaveLength(1);
    const one = await printOne(greenfield.student.id);
    expect(one.password).toBe(greenfield.student.password);
    await choose(false);
    expect(shownOn(await print(schoolClass))).toEqual(names.map(() => undefined));
    for (const id of ids) expect(await auditOf(id, 'cards.password_revealed')).toHaveLength(1);
    const changes = await auditOf(greenfield.tenant.id, 'cards.settings_changed');
    expect(changes.map(({ details }) => details)).toEqual([
      { to: 'with passwords' },
      { to: 'without passwords' },
    ]);
  });

  it('count as passwords that were looked at, and no card is made beyond the limit of an hour', async () => {
    const hour = 60 * 60 * 1000;
    world.clock.advance(hour - (world.clock.now().getTime() % hour));
    await choose(true);
    const fullNames = Array.from({ length: limits.studentsPerCall }, (_, place) => `Child ${place}`);
    const { schoolClass, ids } = await someClass(greenfield, fullNames);
    await print(schoolClass);
    const again = await world.refusal(await world.as(greenfield.teacher), cardEndpoints.issueForClass, {
      params: { classId: schoolClass.id },
      body: {},
    });
    expect(again).toMatchObject({ status: 429, code: 'cards.too_many_reveals' });
    expect(await listed(ids[0] ?? '')).toHaveLength(1);
    await choose(false);
    expect(await print(schoolClass)).toHaveLength(limits.studentsPerCall);
  });

  it('are chosen by an administrator of the school alone', async () => {
    for (const person of [greenfield.teacher, greenfield.student])
      expect(
        await world.refusal(await world.as(person), cardEndpoints.changeSettings, {
          body: { passwords_on_cards: true },
        }),
      ).toMatchObject({ status: 403 });
    const office = await world.as(greenfield.schoolAdmin);
    expect(await world.call(office, cardEndpoints.readSettings, {})).toEqual({ passwords_on_cards: false });
  });
});
