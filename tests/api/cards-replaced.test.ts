import { describe, expect, it } from 'vitest';
import { cardEndpoints } from '#contract/cards/cards.endpoints.ts';
import { identityEndpoints } from '#contract/identity/identity.endpoints.ts';
import { pushSigned, SigningTablet } from '../support/grants.ts';
import { queue, TestOutbox } from '../support/queued-calls.ts';
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

async function replaceOne(studentId: string, body: { last_printed_at?: string | null } = {}) {
  return await world.call(await world.as(greenfield.teacher), cardEndpoints.replaceOfStudent, {
    params: { studentId },
    body,
  });
}

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
