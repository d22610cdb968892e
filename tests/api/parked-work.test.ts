import { randomUUID } from 'node:crypto';
import { uuidv7 } from 'uuidv7';
import { describe, expect, it } from 'vitest';
import { parkedEndpoints } from '#contract/sync/grants.endpoints.ts';
import type { ParkedCall } from '#contract/sync/grants.schema.ts';
import { syncEndpoints } from '#contract/sync/sync.endpoints.ts';
import type { Cursor } from '#contract/sync/sync.schema.ts';
import type { Person } from '../support/api-world.ts';
import { queue } from '../support/queued-calls.ts';
import { grantsOfFile, outcomes, seen } from './sync-grants.support.ts';

const { world, greenfield, riverside, everything, childWhoLeft, tutorialsOf, parkedOf, revoke, auditOf } =
  grantsOfFile();

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
