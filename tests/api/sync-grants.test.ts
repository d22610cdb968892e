import { randomUUID } from 'node:crypto';
import { uuidv7 } from 'uuidv7';
import { beforeAll, describe, expect, it } from 'vitest';
import { grantEndpoints, parkedEndpoints } from '#contract/sync/grants.endpoints.ts';
import { grantDays, parkedPerPerson } from '#contract/sync/grants.rules.ts';
import type { GrantEnd, ParkedCall, PushGrant, SignedPush } from '#contract/sync/grants.schema.ts';
import { syncEndpoints } from '#contract/sync/sync.endpoints.ts';
import type { CallResult, Cursor, QueuedCall } from '#contract/sync/sync.schema.ts';
import { grantRevocation } from '#server/modules/sync/grants.service.ts';
import { inTenant } from '#server/platform/database.ts';
import { makeStudent } from '#server/seeds/factories.ts';
import type { StudentDraft } from '#server/modules/students/student-accounts.ts';
import type { Caller, Person } from '../support/api-world.ts';
import { fingerprinter, type Fingerprint } from '../support/fingerprint.ts';
import { pushSigned, SigningTablet } from '../support/grants.ts';
import { queue, TestOutbox } from '../support/queued-calls.ts';
import { worldOfFile } from '../support/world-of-file.ts';

const { world, greenfield, riverside } = worldOfFile();
let everything: () => Promise<Fingerprint>;

beforeAll(async () => {
  everything = await fingerprinter(world.testDatabase.administrator);
});

const day = 24 * 60 * 60 * 1000;
const outcomes = (results: readonly CallResult[]) => results.map((result) => result.outcome);
const seen = (key: string) => queue.anything('identity.markTutorialSeen', { params: { key } });

/** A child of a class of the teacher with a tablet, signed in once and gone. */
async function childWhoLeft(schoolClass = greenfield.ownClass, name = 'Ida') {
  const draft: StudentDraft = await makeStudent(world.context, greenfield.tenant, schoolClass, {
    first_name: name,
    last_name: 'Alder',
    username: `ida-${randomUUID().slice(0, 8)}`,
    password: 'quiet-otter-11',
  });
  const child: Person & { id: string } = {
    id: draft.id,
    tenant_id: greenfield.tenant.id,
    username: draft.username ?? '',
    password: 'quiet-otter-11',
  };
  const tablet = new SigningTablet();
  const outbox = new TestOutbox();
  const grant = await tablet.grantFor(world, child);
  const send = (calls: readonly QueuedCall[]) =>
    pushSigned(world, greenfield.host, tablet.sign(grant.grant_id, child.id, calls));
  return { child, tablet, outbox, grant, send };
}

async function tutorialsOf(userId: string): Promise<string[]> {
  const { rows } = await world.testDatabase.administrator.query<{ key: string }>(
    'select key from tutorials_seen where user_id = $1 order by key',
    [userId],
  );
  return rows.map((row) => row.key);
}

async function parkedOf(userId: string) {
  const { rows } = await world.testDatabase.administrator.query<{
    mutation_id: string;
    device_id: string;
    reason: string;
    call: unknown;
  }>('select mutation_id, device_id, reason, call from parked_calls where user_id = $1 order by seq', [
    userId,
  ]);
  return rows;
}

async function revoke(userId: string, reason: GrantEnd): Promise<void> {
  const { teacher, tenant } = greenfield;
  await inTenant(world.context.database, tenant.id, (transaction) =>
    grantRevocation.revoke(
      {
        transaction,
        actor: { id: teacher.id, tenant_id: tenant.id, role: 'teacher', session_id: randomUUID() },
        now: world.clock.now(),
      },
      [userId],
      reason,
    ),
  );
}

async function archive(userId: string, archived: boolean): Promise<void> {
  await world.testDatabase.administrator.query('update users set archived_at = $2 where id = $1', [
    userId,
    archived ? new Date() : null,
  ]);
}

const nobodyAt = (host: string): Caller => ({ host, access: null });

async function refused(body: SignedPush, host = greenfield.host): Promise<string> {
  const before = await everything();
  const { status, code } = await world.refusal(nobodyAt(host), grantEndpoints.pushByGrant, { body });
  expect(await everything()).toEqual(before);
  return `${status} ${code}`;
}

async function listed(person: Person): Promise<ParkedCall[]> {
  const page = await world.call(await world.as(person), parkedEndpoints.listParked, {
    query: { limit: 1000 },
  });
  expect(page.count).toBe(page.results.length);
  return page.results;
}

async function apply(person: Person, id: string): Promise<void> {
  await world.call(await world.as(person), parkedEndpoints.applyParked, { params: { id } });
}

async function auditOf(
  subjectId: string,
): Promise<{ action: string; actor_id: string | null; details: unknown }[]> {
  const { rows } = await world.testDatabase.administrator.query<{
    action: string;
    actor_id: string | null;
    details: unknown;
  }>(
    `select action, actor_id, details from audit_entries where subject_id = $1 and action like 'sync.%' order by id`,
    [subjectId],
  );
  return rows;
}

describe('a grant', () => {
  it('is given to a student for thirty days, and to nobody of the staff', async () => {
    const { grant } = await childWhoLeft();
    const days = (Date.parse(grant.expires_at) - world.clock.now().getTime()) / day;
    expect(days).toBe(grantDays);
    const body = { device_id: randomUUID(), public_key: new SigningTablet().public_key };
    for (const person of [greenfield.teacher, greenfield.schoolAdmin, greenfield.parent]) {
      const caller = await world.as(person);
      expect(await world.refusal(caller, grantEndpoints.requestGrant, { body })).toMatchObject({
        status: 403,
      });
    }
  });

  it('lets the tablet send what its student left, as that student, with nobody signed in', async () => {
    const { child, outbox, send } = await childWhoLeft();
    expect(await send(outbox.number(seen('stories'), seen('books')))).toEqual([
      { seq: 1, outcome: 'applied' },
      { seq: 2, outcome: 'applied' },
    ]);
    expect(await tutorialsOf(child.id)).toEqual(['books', 'stories']);
  });

  it('lets it do no more than the student could', async () => {
    const { outbox, send } = await childWhoLeft();
    const [result] = await send(outbox.number(queue.updatePrivacy(greenfield.student.id, 'public')));
    expect(result).toMatchObject({ outcome: 'refused', problem: { code: 'request.forbidden' } });
  });

  it('reads nothing: the answer holds results and nothing else', async () => {
    const { child, tablet, grant } = await childWhoLeft();
    const push = JSON.stringify({ client_id: randomUUID(), user_id: child.id, calls: [], cursor: null });
    const { body } = await world.request(nobodyAt(greenfield.host), 'POST', '/api/sync/push-by-grant/', {
      body: tablet.signText(grant.grant_id, push),
    });
    expect(body).toEqual({ results: [] });
  });

  it('is one per student and device: with another key the new one replaces the old', async () => {
    const { child, tablet, grant, outbox } = await childWhoLeft();
    const other = new SigningTablet();
    const body = { device_id: tablet.device_id, public_key: other.public_key };
    const next = await world.call(await world.as(child), grantEndpoints.requestGrant, { body });
    expect(next.grant_id).not.toBe(grant.grant_id);
    const calls = outbox.number(seen('stories'));
    expect(await refused(tablet.sign(grant.grant_id, child.id, calls))).toBe('401 sync.grant_refused');
    expect(await refused(tablet.sign(next.grant_id, child.id, calls))).toBe('401 sync.grant_refused');
    expect(
      outcomes(await pushSigned(world, greenfield.host, other.sign(next.grant_id, child.id, calls))),
    ).toEqual(['applied']);
  });

  it('goes on under its id when the same device asks again, so that a lost answer loses nothing', async () => {
    const { child, tablet, grant, outbox, send } = await childWhoLeft();
    world.clock.advance(3 * day);
    const again = await tablet.grantFor(world, child);
    expect(again.grant_id).toBe(grant.grant_id);
    expect(Date.parse(again.expires_at) - Date.parse(grant.expires_at)).toBe(3 * day);
    expect(outcomes(await send(outbox.number(seen('stories'))))).toEqual(['applied']);
  });

  it('is for a key on the curve', async () => {
    const caller = await world.as(greenfield.student);
    const point = 'A'.repeat(43);
    const body = {
      device_id: randomUUID(),
      public_key: { kty: 'EC' as const, crv: 'P-256' as const, x: point, y: point },
    };
    expect(await world.refusal(caller, grantEndpoints.requestGrant, { body })).toMatchObject({
      status: 400,
      code: 'request.invalid',
      errors: { public_key: ['This is not a key'] },
    });
  });
});

describe('a push by grant that is not the tablet’s own', () => {
  let left: Awaited<ReturnType<typeof childWhoLeft>>;
  let signed: SignedPush;

  beforeAll(async () => {
    left = await childWhoLeft();
    signed = left.tablet.sign(left.grant.grant_id, left.child.id, left.outbox.number(seen('stories')));
  });

  it('is refused with a grant that was copied to a device without its key', async () => {
    const thief = new SigningTablet();
    expect(await refused(thief.sign(left.grant.grant_id, left.child.id, []))).toBe('401 sync.grant_refused');
  });

  it('is refused with another text or for another grant under the same signature', async () => {
    const other = await childWhoLeft();
    const changed = signed.push.replace('stories', 'classes');
    expect(await refused({ ...signed, push: changed })).toBe('401 sync.grant_refused');
    expect(await refused({ ...signed, push: `${signed.push} ` })).toBe('401 sync.grant_refused');
    expect(await refused({ ...signed, grant_id: other.grant.grant_id })).toBe('401 sync.grant_refused');
    expect(await refused({ ...signed, grant_id: randomUUID() })).toBe('401 sync.grant_refused');
  });

  it('is refused on the host of another school', async () => {
    expect(await refused(signed, riverside.host)).toBe('401 sync.grant_refused');
    expect(await refused(signed, world.organization.host)).toBe('401 sync.grant_refused');
  });

  it('is refused for the changes of another person', async () => {
    const { tablet, grant } = left;
    for (const person of [greenfield.student, greenfield.teacher, riverside.student]) {
      expect(await refused(tablet.sign(grant.grant_id, person.id, []))).toBe('409 sync.other_person');
    }
  });

  it('is refused when it is signed but makes no sense', async () => {
    const { tablet, grant, child } = left;
    expect(await refused(tablet.signText(grant.grant_id, '{'))).toBe('400 request.malformed');
    expect(await refused(tablet.signText(grant.grant_id, '{"calls":[]}'))).toBe('400 request.invalid');
    const calls = left.outbox.number(seen('books'), seen('classes')).toReversed();
    expect(await refused(tablet.sign(grant.grant_id, child.id, calls))).toBe('400 sync.unordered');
  });

  it('while the very same goes through, and again, and takes effect once', async () => {
    expect(outcomes(await pushSigned(world, greenfield.host, signed))).toEqual(['applied']);
    const before = await everything();
    expect(outcomes(await pushSigned(world, greenfield.host, signed))).toEqual(['applied']);
    const after = await everything();
    // When the client was last heard of is all that a repeated push may leave behind.
    expect({ ...after, sync_clients: '' }).toEqual({ ...before, sync_clients: '' });
    expect(await tutorialsOf(left.child.id)).toEqual(['stories']);
  });
});

describe('a grant whose time is over', () => {
  it('is refused, and the student’s next sign-in gives another', async () => {
    const { child, tablet, grant, outbox } = await childWhoLeft();
    const signed = tablet.sign(grant.grant_id, child.id, outbox.number(seen('stories')));
    world.clock.advance(grantDays * day);
    expect(await refused(signed)).toBe('401 sync.grant_refused');
    const next: PushGrant = await tablet.grantFor(world, child);
    const later = { ...signed, ...tablet.signText(next.grant_id, signed.push) };
    expect(outcomes(await pushSigned(world, greenfield.host, later))).toEqual(['applied']);
  });
});

describe('a grant of somebody who is no student any more', () => {
  it('is refused', async () => {
    const { child, tablet, grant, outbox } = await childWhoLeft();
    const { administrator } = world.testDatabase;
    await administrator.query(`update users set role = 'teacher' where id = $1`, [child.id]);
    const signed = tablet.sign(grant.grant_id, child.id, outbox.number(seen('stories')));
    expect(await refused(signed)).toBe('401 sync.grant_refused');
  });
});

describe('work that comes by a grant that was taken back', () => {
  it('is parked once, whole, with who, device and why', async () => {
    const { child, tablet, outbox, send } = await childWhoLeft();
    await revoke(child.id, 'card_replaced');
    const calls = outbox.number(seen('stories'), seen('books'));
    expect(outcomes(await send(calls))).toEqual(['parked', 'parked']);
    expect(outcomes(await send(calls))).toEqual(['parked', 'parked']);
    expect(await parkedOf(child.id)).toEqual(
      calls.map((call) => ({
        mutation_id: call.mutation_id,
        device_id: tablet.device_id,
        reason: 'card_replaced',
        call,
      })),
    );
    expect(await tutorialsOf(child.id)).toEqual([]);
    expect(await auditOf(child.id)).toMatchObject([
      {
        action: 'sync.grants_revoked',
        actor_id: greenfield.teacher.id,
        details: { reason: 'card_replaced' },
      },
      { action: 'sync.calls_parked', actor_id: null, details: { count: 2, reason: 'card_replaced' } },
    ]);
  });

  it('is refused and not parked without the right signature', async () => {
    const { child, grant } = await childWhoLeft();
    await revoke(child.id, 'password_compromised');
    expect(await refused(new SigningTablet().sign(grant.grant_id, child.id, []))).toBe(
      '401 sync.grant_refused',
    );
  });

  it('is answered as before where it was decided before', async () => {
    const { child, outbox, send } = await childWhoLeft();
    const calls = outbox.number(seen('stories'), queue.updatePrivacy(child.id, 'public'));
    expect(outcomes(await send(calls))).toEqual(['applied', 'refused']);
    await revoke(child.id, 'card_replaced');
    const more = outbox.number(seen('books'));
    expect(outcomes(await send([...calls, ...more]))).toEqual(['applied', 'refused', 'parked']);
    expect(await parkedOf(child.id)).toMatchObject([{ mutation_id: more[0]?.mutation_id }]);
  });

  it('is parked too when the student was archived, by whatever way', async () => {
    const { child, outbox, send } = await childWhoLeft();
    await archive(child.id, true);
    expect(outcomes(await send(outbox.number(seen('stories'))))).toEqual(['parked']);
    expect(await parkedOf(child.id)).toMatchObject([{ reason: 'archived' }]);
  });

  it('does not come to an end for the grants of other children or other tablets', async () => {
    const { child, outbox } = await childWhoLeft();
    const other = await childWhoLeft();
    await revoke(child.id, 'card_replaced');
    expect(outcomes(await other.send(other.outbox.number(seen('stories'))))).toEqual(['applied']);
    const tablet = new SigningTablet();
    const { grant_id } = await tablet.grantFor(world, child);
    const signed = tablet.sign(grant_id, child.id, outbox.number(seen('stories')));
    expect(outcomes(await pushSigned(world, greenfield.host, signed))).toEqual(['applied']);
  });

  it('does not fill the school’s list without end', async () => {
    const { child, outbox, send } = await childWhoLeft();
    await revoke(child.id, 'password_compromised');
    const many = Array.from({ length: parkedPerPerson - 1 }, () => seen('stories'));
    expect(new Set(outcomes(await send(outbox.number(...many))))).toEqual(new Set(['parked']));
    await expect(send(outbox.number(seen('books'), seen('classes')))).rejects.toThrow(/answered 429/u);
    expect(outcomes(await send(outbox.number(seen('books'))))).toEqual(['parked']);
    await world.testDatabase.administrator.query('delete from parked_calls where user_id = $1', [child.id]);
  });
});

describe('the list of parked work', () => {
  it('shows a teacher what the own children left, and the whole school to those who see it whole', async () => {
    const own = await childWhoLeft();
    const other = await childWhoLeft(greenfield.otherClass, 'Omar');
    for (const { child, outbox, send } of [own, other]) {
      await revoke(child.id, 'card_replaced');
      await send(outbox.number(seen('stories')));
    }
    const makers = async (person: Person) => new Set((await listed(person)).map((row) => row.made_by.id));
    const ofTeacher = await makers(greenfield.teacher);
    expect([ofTeacher.has(own.child.id), ofTeacher.has(other.child.id)]).toEqual([true, false]);
    const ofOther = await makers(greenfield.otherTeacher);
    expect([ofOther.has(own.child.id), ofOther.has(other.child.id)]).toEqual([false, true]);
    for (const person of [greenfield.schoolAdmin, greenfield.teacherAdmin]) {
      const all = await makers(person);
      expect([all.has(own.child.id), all.has(other.child.id)]).toEqual([true, true]);
    }
    expect(await listed(riverside.schoolAdmin)).toEqual([]);
  });

  it('says who, when, why and what kind of change, and nothing of what is in it', async () => {
    const { child, tablet, outbox, send } = await childWhoLeft();
    await revoke(child.id, 'card_replaced');
    await send(outbox.number(seen('stories')));
    const row = (await listed(greenfield.teacher)).find((each) => each.made_by.id === child.id);
    expect(row).toEqual({
      id: expect.any(String) as string,
      name: 'identity.markTutorialSeen',
      made_by: { id: child.id, first_name: 'Ida', last_name: 'Alder' },
      device_id: tablet.device_id,
      reason: 'card_replaced',
      parked_at: world.clock.now().toISOString(),
    });
  });

  it('comes in pages', async () => {
    const caller = await world.as(greenfield.schoolAdmin);
    const page = await world.call(caller, parkedEndpoints.listParked, { query: { limit: 1 } });
    expect(page.results).toHaveLength(1);
    expect(page.next).toBe('?limit=1&offset=1');
  });
});

describe('a parked change', () => {
  async function park(...made: readonly ReturnType<typeof seen>[]) {
    const left = await childWhoLeft();
    await revoke(left.child.id, 'card_replaced');
    const calls = left.outbox.number(...made);
    await left.send(calls);
    const rows = (await listed(greenfield.teacher)).filter((row) => row.made_by.id === left.child.id);
    return { ...left, calls, ids: rows.map((row) => row.id) };
  }

  it('is made as its maker when a teacher applies it, and is not listed any more', async () => {
    const { child, calls, ids, send } = await park(seen('stories'));
    const [id = ''] = ids;
    await apply(greenfield.teacher, id);
    expect(await tutorialsOf(child.id)).toEqual(['stories']);
    expect(await parkedOf(child.id)).toEqual([]);
    expect((await auditOf(child.id)).at(-1)).toMatchObject({
      action: 'sync.parked_applied',
      actor_id: greenfield.teacher.id,
      details: { name: 'identity.markTutorialSeen', mutation_id: calls[0]?.mutation_id },
    });
    expect(outcomes(await send(calls))).toEqual(['applied']);
    const again = { params: { id } };
    expect(
      await world.refusal(await world.as(greenfield.teacher), parkedEndpoints.applyParked, again),
    ).toMatchObject({ status: 404, code: 'sync.not_parked' });
  });

  it('reaches the maker’s own devices with the next pull', async () => {
    const { child, ids } = await park(seen('stories'));
    const caller = await world.as(child);
    const client_id = randomUUID();
    const pull = async (cursor: Cursor | null) =>
      await world.call(caller, syncEndpoints.pull, { body: { client_id, cursor } });
    const before = await pull(null);
    await apply(greenfield.schoolAdmin, ids[0] ?? '');
    const after = await pull(before.cursor);
    expect(after.scopes).toMatchObject([
      { tables: { profile: { rows: [{ id: child.id, tutorials: ['stories'] }] } } },
    ]);
  });

  it('stays when it is refused, with the reason, and can be applied once that is gone', async () => {
    const { child, ids, calls, send } = await park(queue.updatePrivacy(greenfield.student.id, 'public'));
    const caller = await world.as(greenfield.teacher);
    const before = await everything();
    const input = { params: { id: ids[0] ?? '' } };
    expect(await world.refusal(caller, parkedEndpoints.applyParked, input)).toMatchObject({
      code: 'request.forbidden',
    });
    expect(await everything()).toEqual(before);
    expect(outcomes(await send(calls))).toEqual(['parked']);
    expect(await parkedOf(child.id)).toHaveLength(1);
  });

  it('waits for the one that it builds on', async () => {
    const first = seen('stories');
    const { ids, child } = await park(first, { ...seen('books'), depends_on: [first.mutation_id] });
    const [one = '', other = ''] = ids;
    const caller = await world.as(greenfield.teacher);
    const early = await world.refusal(caller, parkedEndpoints.applyParked, { params: { id: other } });
    expect(early).toMatchObject({ status: 409, code: 'sync.parked_in_order' });
    await apply(greenfield.teacher, one);
    await apply(greenfield.teacher, other);
    expect(await tutorialsOf(child.id)).toEqual(['books', 'stories']);
  });

  it('that this school does not know how to make stays', async () => {
    const { ids, child } = await park(queue.anything('stories.write', { body: {} }));
    const caller = await world.as(greenfield.teacher);
    const input = { params: { id: ids[0] ?? '' } };
    expect(await world.refusal(caller, parkedEndpoints.applyParked, input)).toMatchObject({
      code: 'sync.parked_unknown',
    });
    expect(await parkedOf(child.id)).toHaveLength(1);
  });

  it('is never made once a teacher decided against it, by whatever way it comes again', async () => {
    const { child, calls, ids, send } = await park(seen('stories'));
    const caller = await world.as(greenfield.teacher);
    await world.call(caller, parkedEndpoints.dismissParked, { params: { id: ids[0] ?? '' } });
    expect(await parkedOf(child.id)).toEqual([]);
    expect((await auditOf(child.id)).at(-1)).toMatchObject({
      action: 'sync.parked_dismissed',
      actor_id: greenfield.teacher.id,
    });
    const [again] = await send(calls);
    expect(again).toMatchObject({ outcome: 'refused', problem: { code: 'sync.dismissed' } });
    const body = { client_id: uuidv7(), user_id: child.id, calls };
    const { results } = await world.call(await world.as(child), syncEndpoints.push, { body });
    expect(results).toMatchObject([{ outcome: 'refused', problem: { code: 'sync.dismissed' } }]);
    expect(await tutorialsOf(child.id)).toEqual([]);
  });

  it('is told to its owner once it is decided, and to nobody else', async () => {
    const { child, calls, ids } = await park(seen('stories'), seen('books'), seen('classes'));
    const parked = calls.map((call) => call.mutation_id);
    const caller = await world.as(greenfield.teacher);
    const ask = async (person: Person) => {
      const body = { client_id: uuidv7(), cursor: null, parked };
      return (await world.call(await world.as(person), syncEndpoints.pull, { body })).decided;
    };
    expect(await ask(child)).toBeUndefined();
    await apply(greenfield.teacher, ids[0] ?? '');
    await world.call(caller, parkedEndpoints.dismissParked, { params: { id: ids[1] ?? '' } });
    expect(await ask(child)).toEqual(
      expect.arrayContaining([
        { mutation_id: parked[0], outcome: 'applied' },
        { mutation_id: parked[1], outcome: 'dismissed' },
      ]),
    );
    expect(await ask(child)).toHaveLength(2);
    for (const other of [greenfield.teacher, riverside.teacher]) expect(await ask(other)).toBeUndefined();
  });

  it('that its owner sent after signing in again is done, and a teacher who comes late does nothing twice', async () => {
    const { child, calls, ids } = await park(seen('stories'));
    const body = { client_id: uuidv7(), user_id: child.id, calls };
    const { results } = await world.call(await world.as(child), syncEndpoints.push, { body });
    expect(outcomes(results)).toEqual(['applied']);
    await apply(greenfield.teacher, ids[0] ?? '');
    expect(await tutorialsOf(child.id)).toEqual(['stories']);
    expect(await parkedOf(child.id)).toEqual([]);
  });

  it('may be decided by nobody else than the staff of that child', async () => {
    const { child, ids } = await park(seen('stories'));
    const input = { params: { id: ids[0] ?? '' } };
    const before = await everything();
    for (const person of [greenfield.otherTeacher, riverside.teacher, riverside.schoolAdmin]) {
      for (const endpoint of [parkedEndpoints.applyParked, parkedEndpoints.dismissParked]) {
        expect(await world.refusal(await world.as(person), endpoint, input)).toMatchObject({ status: 404 });
      }
    }
    expect(await world.refusal(await world.as(child), parkedEndpoints.applyParked, input)).toMatchObject({
      status: 403,
    });
    // Signing in leaves its own rows.
    const { parked_calls, tutorials_seen, sync_calls } = await everything();
    expect({ parked_calls, tutorials_seen, sync_calls }).toEqual({
      parked_calls: before.parked_calls,
      tutorials_seen: before.tutorials_seen,
      sync_calls: before.sync_calls,
    });
  });
});
