import { createHash, randomUUID } from 'node:crypto';
import { sql as kyselySql } from 'kysely';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { cardEndpoints } from '#contract/cards/cards.endpoints.ts';
import type { NewLoginCard } from '#contract/cards/cards.schema.ts';
import { identityEndpoints } from '#contract/identity/identity.endpoints.ts';
import { limits } from '#contract/kit/limits.ts';
import { studentEndpoints } from '#contract/students/students.endpoints.ts';
import { inTenant } from '#server/platform/database.ts';
import { makeClass, makeStudents, type MadeClass } from '#server/seeds/factories.ts';
import type { Person } from '../support/api-world.ts';
import { fingerprinter } from '../support/fingerprint.ts';
import { pushSigned, SigningTablet } from '../support/grants.ts';
import { queue, TestOutbox } from '../support/queued-calls.ts';
import { wholeDatabase } from '../support/whole-database.ts';
import { worldOfFile } from '../support/world-of-file.ts';

const { world, greenfield, riverside } = worldOfFile();

const names = ['Zoë Fern', 'محمد علي', 'अनन्या शर्मा', 'Nguyễn Ánh', 'Łukasz Wójcik'];

/** A class of the school's teacher with children for one test alone. */
async function someClass(school = greenfield, fullNames: readonly string[] = names) {
  const schoolClass = await makeClass(world.context, school.tenant, { teachers: [school.teacher] });
  const students = await makeStudents(
    world.context,
    school.tenant,
    schoolClass,
    fullNames.map((name) => {
      const [first_name = '', ...rest] = name.split(' ');
      return { first_name, last_name: rest.join(' ') };
    }),
  );
  return { schoolClass, students, ids: students.map(({ id }) => id) };
}

async function print(
  { id: classId }: MadeClass,
  person: Person = greenfield.teacher,
): Promise<NewLoginCard[]> {
  const input = { params: { classId }, body: {} };
  return (await world.call(await world.as(person), cardEndpoints.issueForClass, input)).results;
}

async function printOne(studentId: string, person: Person = greenfield.teacher): Promise<NewLoginCard> {
  return await world.call(await world.as(person), cardEndpoints.issueForStudent, { params: { studentId } });
}

function signIn({ username, badge }: { username: string; badge: string }, host = greenfield.host) {
  return world.signIn(host, username, badge);
}

/** Status and words of a sign-in that is refused. */
async function refusedSignIn(username: string, password: string, host = greenfield.host) {
  const { status, code, error } = await world.refusal({ host, access: null }, identityEndpoints.signIn, {
    body: { username, password },
  });
  return { status, code, error };
}

const wrongCredentials = {
  status: 401,
  code: 'identity.wrong_credentials',
  error: 'Login failed. Please check your credentials.',
};

async function listed(studentId: string, person: Person = greenfield.teacher) {
  const answer = await world.call(await world.as(person), cardEndpoints.listOfStudent, {
    params: { studentId },
    query: {},
  });
  expect(answer.count).toBe(answer.results.length);
  return answer.results;
}

async function replaceOne(studentId: string, body: { last_printed_at?: string | null } = {}) {
  return await world.call(await world.as(greenfield.teacher), cardEndpoints.replaceOfStudent, {
    params: { studentId },
    body,
  });
}

function sql<Row extends object>(text: string, values: unknown[] = []) {
  return world.testDatabase.administrator.query<Row>(text, values);
}

async function auditOf(subjectId: string, action: string) {
  const { rows } = await sql<{ actor_id: string; details: Record<string, unknown> }>(
    'select actor_id, details from audit_entries where subject_id = $1 and action = $2 order by id',
    [subjectId, action],
  );
  return rows;
}

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

describe('replacing', () => {
  it('one child’s card voids all that the child has, and nobody else’s', async () => {
    const { schoolClass } = await someClass();
    const older = await print(schoolClass);
    const newer = await print(schoolClass);
    const [lost, other] = older;
    if (!lost || !other || !newer[0]) throw new Error('No card was made');
    world.clock.advance(1000);
    expect(await replaceOne(lost.student_id)).toEqual({ voided: 2 });
    for (const { username, badge } of [lost, newer[0]])
      expect(await refusedSignIn(username, badge)).toEqual(wrongCredentials);
    expect((await signIn(other)).user_id).toBe(other.student_id);
    const revoked_at = world.clock.now().toISOString();
    expect((await listed(lost.student_id)).map((card) => [card.revoked_at, card.reason])).toEqual([
      [revoked_at, 'card_replaced'],
      [revoked_at, 'card_replaced'],
    ]);
    const card = await printOne(lost.student_id);
    expect((await signIn(card)).user_id).toBe(lost.student_id);
    const [entry] = await auditOf(lost.student_id, 'cards.voided');
    expect(entry).toMatchObject({ actor_id: greenfield.teacher.id, details: { reason: 'card_replaced' } });
  });

  it('again changes nothing, and a void card keeps its reason', async () => {
    const { schoolClass, ids } = await someClass();
    const [studentId = ''] = ids;
    await printOne(studentId);
    await replaceOne(studentId);
    const before = await listed(studentId);
    world.clock.advance(1000);
    expect(await replaceOne(studentId)).toEqual({ voided: 0 });
    const ofClass = { params: { classId: schoolClass.id }, body: {} };
    const admin = await world.as(greenfield.schoolAdmin);
    expect(await world.call(admin, cardEndpoints.replaceOfClass, ofClass)).toEqual({ voided: 0 });
    expect(await listed(studentId)).toEqual(before);
  });

  it('ends what a void card had opened, and not what the typed password did', async () => {
    const card = await printOne(greenfield.student.id);
    const byCard = await signIn(card);
    const { username, password } = greenfield.student;
    const byPassword = await world.signIn(greenfield.host, username, password);
    const profileOf = (caller: typeof byCard) => world.request(caller, 'GET', '/api/user/profile/');
    expect((await profileOf(byCard)).status).toBe(200);
    await replaceOne(greenfield.student.id);
    expect((await profileOf(byCard)).status).toBe(401);
    const refresh = { body: { refresh: byCard.refresh } };
    const nobody = { host: greenfield.host, access: null };
    expect(await world.refusal(nobody, identityEndpoints.refresh, refresh)).toMatchObject({ status: 401 });
    expect((await profileOf(byPassword)).status).toBe(200);
  });

  it('takes back the push grants of the children whose cards are void, whose changes then wait for the staff', async () => {
    const { ids } = await someClass();
    const [lost = '', kept = ''] = ids;
    const grantOf = async (studentId: string) => {
      const card = await printOne(studentId);
      const { username, badge } = card;
      const child = { id: studentId, tenant_id: greenfield.tenant.id, username, password: badge };
      const tablet = new SigningTablet();
      const { grant_id } = await tablet.grantFor(world, child);
      const calls = new TestOutbox().number(
        queue.anything('identity.markTutorialSeen', { params: { key: 'books' } }),
      );
      return () => pushSigned(world, greenfield.host, tablet.sign(grant_id, studentId, calls));
    };
    const pushLost = await grantOf(lost);
    const pushKept = await grantOf(kept);
    await replaceOne(lost);
    const reasons = await sql<{ user_id: string; revoked_reason: string | null }>(
      'select user_id, revoked_reason from push_grants where user_id = any($1)',
      [[lost, kept]],
    );
    expect(Object.fromEntries(reasons.rows.map((row) => [row.user_id, row.revoked_reason]))).toEqual({
      [lost]: 'card_replaced',
      [kept]: null,
    });
    expect((await pushLost()).map(({ outcome }) => outcome)).not.toContain('applied');
    expect((await pushKept()).map(({ outcome }) => outcome)).toEqual(['applied']);
    const { rows } = await sql('select reason from parked_calls where user_id = $1', [lost]);
    expect(rows).toEqual([{ reason: 'card_replaced' }]);
  });

  it('a class’s cards leaves those of other classes good, and the whole school’s leaves none but the other school’s', async () => {
    const { schoolClass } = await someClass();
    const other = await someClass();
    const mine = await print(schoolClass);
    const others = await print(other.schoolClass);
    const theirs = await print(riverside.ownClass, riverside.teacher);
    const teacher = await world.as(greenfield.teacher);
    const input = { params: { classId: schoolClass.id }, body: {} };
    expect(await world.call(teacher, cardEndpoints.replaceOfClass, input)).toEqual({ voided: mine.length });
    for (const { username, badge } of mine)
      expect(await refusedSignIn(username, badge)).toEqual(wrongCredentials);
    for (const card of others) expect((await signIn(card)).user_id).toBe(card.student_id);

    expect(await world.refusal(teacher, cardEndpoints.replaceOfSchool, { body: {} })).toMatchObject({
      status: 403,
    });
    const admin = await world.as(greenfield.schoolAdmin);
    const { voided } = await world.call(admin, cardEndpoints.replaceOfSchool, { body: {} });
    expect(voided).toBeGreaterThanOrEqual(others.length);
    for (const { username, badge } of others)
      expect(await refusedSignIn(username, badge)).toEqual(wrongCredentials);
    expect(await world.call(admin, cardEndpoints.summarizeSchool, {})).toEqual({
      cards: 0,
      students: 0,
      last_printed_at: null,
      last_printed_by: null,
    });
    for (const card of theirs) expect((await signIn(card, riverside.host)).user_id).toBe(card.student_id);
  });

  it('is refused where somebody printed since one looked, and nothing is void then', async () => {
    const { schoolClass } = await someClass();
    const admin = await world.as(greenfield.schoolAdmin);
    const params = { classId: schoolClass.id };
    const summary = () => world.call(admin, cardEndpoints.summarizeClass, { params });
    const replace = (last_printed_at: string | null) =>
      world.call(admin, cardEndpoints.replaceOfClass, { params, body: { last_printed_at } });
    const refused = (last_printed_at: string | null) =>
      world.refusal(admin, cardEndpoints.replaceOfClass, { params, body: { last_printed_at } });

    const atFirst = await summary();
    expect(atFirst).toEqual({ cards: 0, students: 0, last_printed_at: null, last_printed_by: null });
    const cards = await print(schoolClass);
    expect(await refused(atFirst.last_printed_at)).toMatchObject({
      status: 409,
      code: 'cards.printed_meanwhile',
    });
    const once = await summary();
    expect(once).toEqual({
      cards: names.length,
      students: names.length,
      last_printed_at: world.clock.now().toISOString(),
      last_printed_by: { first_name: 'teacher', last_name: 'greenfield' },
    });
    world.clock.advance(1);
    await printOne(cards[0]?.student_id ?? '');
    expect(await refused(once.last_printed_at)).toMatchObject({ status: 409 });
    for (const card of cards) expect((await signIn(card)).user_id).toBe(card.student_id);
    expect(await replace((await summary()).last_printed_at)).toEqual({ voided: names.length + 1 });
  });

  it('while others print and sign in leaves each card either good or void, and no session of a void one', async () => {
    const { schoolClass, ids } = await someClass();
    const admin = await world.as(greenfield.schoolAdmin);
    await world.as(greenfield.teacher);
    const cards = await print(schoolClass);
    const input = { params: { classId: schoolClass.id }, body: {} };
    const tries = cards.map(({ username, badge }) =>
      world.request({ host: greenfield.host, access: null }, 'POST', '/api/auth/token/', {
        body: { username, password: badge },
      }),
    );
    const [printed, , ...answers] = await Promise.all([
      print(schoolClass),
      world.call(admin, cardEndpoints.replaceOfClass, input),
      ...tries,
    ]);
    expect(answers.every(({ status }) => status === 200 || status === 401)).toBe(true);
    const { rows: open } = await sql(
      `select session.id from sessions session join login_cards card on card.id = session.login_card_id
       where card.revoked_at is not null and session.revoked_at is null and card.student_id = any($1)`,
      [ids],
    );
    expect(open).toEqual([]);
    // Printed in one go: voided together or not at all.
    const { rows } = await sql<{ good: boolean }>(
      'select revoked_at is null as good from login_cards where id = any($1)',
      [printed.map(({ id }) => id)],
    );
    expect(new Set(rows.map(({ good }) => good)).size).toBe(1);
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
