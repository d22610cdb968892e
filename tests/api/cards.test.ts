import { createHash, randomUUID } from 'node:crypto';
import { sql as kyselySql } from 'kysely';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { cardEndpoints } from '#contract/cards/cards.endpoints.ts';
import { limits } from '#contract/kit/limits.ts';
import { studentEndpoints } from '#contract/students/students.endpoints.ts';
import { inTenant } from '#server/platform/database.ts';
import type { Person } from '../support/api-world.ts';
import { fingerprinter } from '../support/fingerprint.ts';
import { wholeDatabase } from '../support/whole-database.ts';
import { cardsOfFile, names, wrongCredentials } from './cards.support.ts';

const {
  world,
  greenfield,
  riverside,
  someClass,
  print,
  printOne,
  signIn,
  refusedSignIn,
  listed,
  sql,
  auditOf,
} = cardsOfFile();

describe('a login card', () => {
  it('opens the account of its child, whose typed password goes on being good', async () => {
    const card = await printOne(greenfield.student.id);
    const session = await signIn(card);
    expect(session.user_id).toBe(greenfield.student.id);
    const { username, password } = greenfield.student;
    expect((await world.signIn(greenfield.host, username, password)).user_id).toBe(greenfield.student.id);
  });

  it('holds 128 random bits, of which the school keeps a hash alone', async () => {
    const { schoolClass } = await someClass();
    const cards = await print(schoolClass);
    for (const { id, badge } of cards) {
      expect(badge).toMatch(/^[\w-]{22}$/u);
      const { rows } = await sql<{ badge_hash: Buffer; row: string }>(
        'select badge_hash, to_jsonb(login_cards)::text as row from login_cards where id = $1',
        [id],
      );
      expect(rows[0]?.badge_hash).toEqual(createHash('sha256').update(badge).digest());
      expect(rows[0]?.row).not.toContain(badge);
    }
    expect(new Set(cards.map(({ badge }) => badge)).size).toBe(names.length);
    const { rows: audits } = await sql<{ text: string }>(
      `select string_agg(details::text, ' ') as text from audit_entries where action like 'cards.%'`,
    );
    for (const { badge } of cards) expect(audits[0]?.text).not.toContain(badge);
  });

  it('is refused alike with another child’s name, with nobody’s, and at the other school', async () => {
    const { schoolClass } = await someClass();
    const [first, second] = await print(schoolClass);
    if (!first || !second) throw new Error('Two cards are needed');
    expect(await refusedSignIn(second.username, first.badge)).toEqual(wrongCredentials);
    expect(await refusedSignIn('nobody-owl-11', first.badge)).toEqual(wrongCredentials);
    expect(await refusedSignIn(first.username, first.badge, riverside.host)).toEqual(wrongCredentials);
    expect(await refusedSignIn(greenfield.teacher.email, first.badge)).toEqual(wrongCredentials);
    expect(await refusedSignIn(first.username, `${first.badge.slice(0, -1)}_`)).toEqual(wrongCredentials);
  });

  it('may be that of a child with the same name at the other school, and opens that school’s account', async () => {
    const card = await printOne(riverside.student.id, riverside.teacher);
    expect(card.username).toBe(greenfield.student.username);
    expect(await refusedSignIn(card.username, card.badge, greenfield.host)).toEqual(wrongCredentials);
    expect((await signIn(card, riverside.host)).user_id).toBe(riverside.student.id);
  });

  it('says when it was used last, and who printed it', async () => {
    const { ids } = await someClass();
    const [studentId = ''] = ids;
    const card = await printOne(studentId);
    const printed_at = world.clock.now().toISOString();
    const facts = { id: card.id, printed_at, revoked_at: null, reason: null };
    const printed_by = { first_name: 'teacher', last_name: 'greenfield' };
    expect(await listed(studentId)).toEqual([{ ...facts, printed_by, last_used_at: null }]);
    world.clock.advance(60_000);
    await signIn(card);
    const last_used_at = world.clock.now().toISOString();
    expect(await listed(studentId)).toEqual([{ ...facts, printed_by, last_used_at }]);
  });

  it('does nothing while its child is archived, and is good again afterwards', async () => {
    const { ids } = await someClass();
    const [studentId = ''] = ids;
    const card = await printOne(studentId);
    const teacher = await world.as(greenfield.teacher);
    await world.call(teacher, studentEndpoints.archive, { body: { user_ids: [studentId] } });
    expect(await refusedSignIn(card.username, card.badge)).toEqual(wrongCredentials);
    const refusal = await world.refusal(teacher, cardEndpoints.issueForStudent, { params: { studentId } });
    expect(refusal).toMatchObject({ status: 404, code: 'students.not_found' });
    await world.call(teacher, studentEndpoints.restore, { body: { user_ids: [studentId] } });
    expect((await signIn(card)).user_id).toBe(studentId);
  });
});

describe('printing the cards of a class', () => {
  it('makes one for each child who can sign in, in the order of the list, with names as they are', async () => {
    const { schoolClass, ids } = await someClass();
    const [, , archived = ''] = ids;
    await world.call(await world.as(greenfield.teacher), studentEndpoints.archive, {
      body: { user_ids: [archived] },
    });
    const cards = await print(schoolClass);
    expect(cards.map((card) => `${card.first_name} ${card.last_name}`)).toEqual(
      names.filter((_, place) => place !== 2),
    );
    for (const card of cards) expect((await signIn(card)).user_id).toBe(card.student_id);
  });

  it('voids none that were printed before', async () => {
    const { schoolClass } = await someClass();
    const [older] = await print(schoolClass);
    const [newer] = await print(schoolClass);
    if (!older || !newer) throw new Error('No card was made');
    expect(older.badge).not.toBe(newer.badge);
    expect((await signIn(older)).user_id).toBe(older.student_id);
    expect((await signIn(newer)).user_id).toBe(newer.student_id);
    expect((await listed(older.student_id)).map(({ id }) => id)).toEqual([newer.id, older.id]);
  });

  it('is written in the audit, once for each child', async () => {
    const { schoolClass } = await someClass();
    for (const card of await print(schoolClass)) {
      expect(await auditOf(card.student_id, 'cards.issued')).toEqual([
        { actor_id: greenfield.teacher.id, details: { card_id: card.id } },
      ]);
    }
  });

  it('comes in parts where a class is larger than one part', async () => {
    const { schoolClass } = await someClass();
    const teacher = await world.as(greenfield.teacher);
    const params = { classId: schoolClass.id };
    const part = (offset: number) =>
      world.call(teacher, cardEndpoints.issueForClass, { params, body: { limit: 3, offset } });
    const first = await part(0);
    const second = await part(3);
    expect([first.count, first.next, second.next]).toEqual([5, '?limit=3&offset=3', null]);
    expect([...first.results, ...second.results].map(({ first_name }) => first_name)).toEqual(
      names.map((name) => name.split(' ')[0]),
    );
    const tooMany = { params, body: { limit: limits.studentsPerCall + 1 } };
    expect(await world.refusal(teacher, cardEndpoints.issueForClass, tooMany)).toMatchObject({ status: 400 });
  });

  it('gives two who print at once cards that all are good', async () => {
    const { schoolClass } = await someClass();
    const prints = await Promise.all([
      print(schoolClass, greenfield.teacher),
      print(schoolClass, greenfield.schoolAdmin),
      print(schoolClass, greenfield.teacherAdmin),
    ]);
    const badges = prints.flat().map(({ badge }) => badge);
    expect(new Set(badges).size).toBe(names.length * 3);
    for (const card of prints.flat()) expect((await signIn(card)).user_id).toBe(card.student_id);
  });

  it('that is called off voids what was made for it, but none that was used and none of a colleague', async () => {
    const { schoolClass } = await someClass();
    const mine = await print(schoolClass);
    const colleagues = await print(schoolClass, greenfield.schoolAdmin);
    const [used, unused] = mine;
    if (!used || !unused) throw new Error('No card was made');
    await signIn(used);
    const card_ids = [...mine, ...colleagues].map(({ id }) => id);
    const answer = await world.call(await world.as(greenfield.teacher), cardEndpoints.discard, {
      body: { card_ids },
    });
    expect(answer).toEqual({ voided: mine.length - 1 });
    expect(await refusedSignIn(unused.username, unused.badge)).toEqual(wrongCredentials);
    expect((await signIn(used)).user_id).toBe(used.student_id);
    for (const card of colleagues) expect((await signIn(card)).user_id).toBe(card.student_id);
    expect(await listed(unused.student_id)).toContainEqual(
      expect.objectContaining({ id: unused.id, reason: 'not_printed' }),
    );
  });
});

describe('printing with an Idempotency-Key', () => {
  /** As a client does that may have to send it again. */
  async function printKeyed(url: string, key: string, person: Person) {
    return await world.request(await world.as(person), 'POST', url, {
      ...(url.startsWith('/api/class/') && { body: {} }),
      headers: { 'idempotency-key': key },
    });
  }

  const alreadyApplied = { status: 409, body: { code: 'request.already_applied' } };

  it('leaves no badge in the database, and makes cards once, at each of two schools', async () => {
    const key = randomUUID();
    for (const school of [greenfield, riverside]) {
      const { schoolClass, ids } = await someClass(school);
      const url = `/api/class/${schoolClass.id}/login-cards/`;
      const first = await printKeyed(url, key, school.teacher);
      expect(first.status).toBe(200);
      const { results: cards } = v.parse(cardEndpoints.issueForClass.response, first.body);
      expect(cards.map(({ student_id }) => student_id)).toEqual(ids);
      const kept = await wholeDatabase(world.testDatabase.administrator);
      for (const { id, badge } of cards) {
        const forms = [
          badge,
          Buffer.from(badge).toString('hex'),
          Buffer.from(badge, 'base64url').toString('hex'),
        ];
        expect(kept.includes(id)).toBe(true);
        expect(forms.filter((form) => kept.includes(form))).toEqual([]);
      }
      expect(await printKeyed(url, key, school.teacher)).toMatchObject(alreadyApplied);
      for (const id of ids) expect(await listed(id, school.teacher)).toHaveLength(1);
    }
  });

  it('of one child leaves no badge either, and the first answer is good', async () => {
    const { ids } = await someClass();
    const url = `/api/student/${ids[0]}/login-cards/`;
    const key = randomUUID();
    const answers = await Promise.all([1, 2, 3].map(() => printKeyed(url, key, greenfield.teacher)));
    const made = answers.filter(({ status }) => status === 200);
    expect(made).toHaveLength(1);
    for (const answer of answers) if (answer !== made[0]) expect(answer).toMatchObject(alreadyApplied);
    const card = v.parse(cardEndpoints.issueForStudent.response, made[0]?.body);
    expect((await wholeDatabase(world.testDatabase.administrator)).includes(card.badge)).toBe(false);
    expect((await signIn(card)).user_id).toBe(ids[0]);
  });

  it('is refused to a colleague and to the other school, as it is without one', async () => {
    const { ids } = await someClass();
    const url = `/api/student/${ids[0]}/login-cards/`;
    const key = randomUUID();
    expect(await printKeyed(url, key, riverside.teacher)).toMatchObject({
      status: 404,
      body: { code: 'students.not_found' },
    });
    expect(await printKeyed(url, key, greenfield.otherTeacher)).toMatchObject({ status: 404 });
    expect((await printKeyed(url, key, greenfield.teacher)).status).toBe(200);
  });
});

describe('cards are none of the business', () => {
  const forbidden = { status: 403, code: 'request.forbidden' };

  it.each(['student', 'parent'] as const)('of a %s', async (who) => {
    const caller = await world.as(greenfield[who]);
    const ofStudent = { params: { studentId: greenfield.student.id } };
    const ofClass = { params: { classId: greenfield.ownClass.id } };
    expect(await world.refusal(caller, cardEndpoints.issueForStudent, ofStudent)).toMatchObject(forbidden);
    expect(await world.refusal(caller, cardEndpoints.issueForClass, { ...ofClass, body: {} })).toMatchObject(
      forbidden,
    );
    expect(
      await world.refusal(caller, cardEndpoints.listOfStudent, { ...ofStudent, query: {} }),
    ).toMatchObject(forbidden);
    expect(
      await world.refusal(caller, cardEndpoints.replaceOfStudent, { ...ofStudent, body: {} }),
    ).toMatchObject(forbidden);
    expect(await world.refusal(caller, cardEndpoints.revealClass, { ...ofClass, query: {} })).toMatchObject(
      forbidden,
    );
  });

  it('of a colleague or of the other school, and nothing is made or void by their asking', async () => {
    const { schoolClass, ids } = await someClass();
    const [studentId = ''] = ids;
    await print(schoolClass);
    const strangers = [await world.as(greenfield.otherTeacher), await world.as(riverside.schoolAdmin)];
    const fingerprint = await fingerprinter(world.testDatabase.administrator);
    const before = await fingerprint();
    const ofStudent = { params: { studentId } };
    const ofClass = { params: { classId: schoolClass.id } };
    for (const stranger of strangers) {
      for (const endpoint of [cardEndpoints.issueForClass, cardEndpoints.replaceOfClass] as const)
        expect(await world.refusal(stranger, endpoint, { ...ofClass, body: {} })).toMatchObject({
          status: 404,
          code: 'classes.not_found',
        });
      expect(await world.refusal(stranger, cardEndpoints.summarizeClass, ofClass)).toMatchObject({
        status: 404,
      });
      expect(await world.refusal(stranger, cardEndpoints.issueForStudent, ofStudent)).toMatchObject({
        status: 404,
        code: 'students.not_found',
      });
      expect(
        await world.refusal(stranger, cardEndpoints.replaceOfStudent, { ...ofStudent, body: {} }),
      ).toMatchObject({ status: 404 });
      expect(
        await world.refusal(stranger, cardEndpoints.listOfStudent, { ...ofStudent, query: {} }),
      ).toMatchObject({ status: 404 });
    }
    expect(await fingerprint()).toEqual(before);
  });

  it('of anybody for a member of the staff: there are no cards for them', async () => {
    const admin = await world.as(greenfield.schoolAdmin);
    const input = { params: { studentId: greenfield.teacher.id } };
    expect(await world.refusal(admin, cardEndpoints.issueForStudent, input)).toMatchObject({ status: 404 });
  });
});

describe('the audit', () => {
  it('is only ever added to by the program', async () => {
    const { database } = world.context;
    const attempts = [
      kyselySql`update audit_entries set action = 'nothing'`,
      kyselySql`truncate audit_entries`,
    ];
    const { rows: before } = await sql('select count(*) from audit_entries');
    for (const attempt of attempts) {
      await expect(
        inTenant(database, greenfield.tenant.id, (transaction) => attempt.execute(transaction)),
      ).rejects.toThrow('permission denied');
    }
    // A school that is gone takes its audit along, and no other.
    await inTenant(database, greenfield.tenant.id, (transaction) =>
      kyselySql`delete from audit_entries`.execute(transaction),
    );
    expect((await sql('select count(*) from audit_entries')).rows).toEqual(before);
  });

  it('has no line of a card that was not made', async () => {
    const classId = randomUUID();
    const teacher = await world.as(greenfield.teacher);
    const { rows: before } = await sql('select count(*) from audit_entries');
    await world.refusal(teacher, cardEndpoints.issueForClass, { params: { classId }, body: {} });
    expect((await sql('select count(*) from audit_entries')).rows).toEqual(before);
  });
});
