import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { grantEndpoints } from '#contract/sync/grants.endpoints.ts';
import { grantDays, parkedPerPerson } from '#contract/sync/grants.rules.ts';
import type { PushGrant, SignedPush } from '#contract/sync/grants.schema.ts';
import type { Caller } from '../support/api-world.ts';
import { pushSigned, SigningTablet } from '../support/grants.ts';
import { queue } from '../support/queued-calls.ts';
import { grantsOfFile, outcomes, seen } from './sync-grants.support.ts';

const { world, greenfield, riverside, everything, childWhoLeft, tutorialsOf, parkedOf, revoke, auditOf } =
  grantsOfFile();

const day = 24 * 60 * 60 * 1000;

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
