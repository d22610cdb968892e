import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { syncEndpoints } from '#contract/sync/sync.endpoints.ts';
import { beginNewEpoch } from '#server/operations/restored.ts';
import { openApiWorld, type ApiWorld, type Person } from '../support/api-world.ts';
import { queue, TestOutbox } from '../support/queued-calls.ts';
import { withDatabase } from '../support/test-cluster.ts';

let world: ApiWorld;

beforeAll(async () => {
  world = await openApiWorld({ resetsPerSecond: 2 });
});

afterAll(() => world.close());

const second = 1000;

describe('a database that was restored', () => {
  it('lets so many tablets begin anew in a second; others keep what they have and hear when to come', async () => {
    const client_id = randomUUID();
    const callerOf = (person: Person) => world.as(person);
    const { greenfield, riverside } = world;
    const pull = async (person: Person, cursor: unknown) =>
      await world.request(await callerOf(person), 'POST', '/api/sync/pull/', { body: { client_id, cursor } });
    const cursorOf = async (person: Person) => {
      const { cursor } = await world.call(await callerOf(person), syncEndpoints.pull, {
        body: { client_id, cursor: null },
      });
      return cursor;
    };
    const before = [await cursorOf(greenfield.teacher), await cursorOf(riverside.teacher)] as const;
    await beginNewEpoch(withDatabase(inject('administratorUrl'), world.testDatabase.name));

    // Of all schools together.
    const first = await pull(greenfield.teacher, before[0]);
    expect(first).toMatchObject({ status: 200, body: { reset: true } });
    expect(await pull(riverside.teacher, before[1])).toMatchObject({ status: 200, body: { reset: true } });
    const late = await pull(riverside.teacher, before[1]);
    expect(late).toMatchObject({ status: 503, body: { code: 'request.unavailable' } });
    expect(Number(late.headers['retry-after'])).toBeGreaterThanOrEqual(2);

    // Those who hold nothing, or were let in, are not in anybody's way.
    expect(await pull(riverside.otherTeacher, null)).toMatchObject({ status: 200 });
    const { cursor } = first.body as { cursor: unknown };
    expect(await pull(greenfield.teacher, cursor)).toMatchObject({ status: 200, body: { reset: false } });

    // What is sent is kept, though its answer brings no page.
    const outbox = new TestOutbox();
    const caller = await callerOf(greenfield.otherTeacher);
    const calls = outbox.number(queue.anything('identity.markTutorialSeen', { params: { key: 'books' } }));
    const pushed = await world.call(caller, syncEndpoints.push, {
      body: { client_id: outbox.client_id, user_id: greenfield.otherTeacher.id, calls, cursor: before[0] },
    });
    expect(pushed).toMatchObject({ results: [{ outcome: 'applied' }], pull: null });

    world.clock.advance(second / 2);
    expect(await pull(riverside.teacher, before[1])).toMatchObject({ status: 200, body: { reset: true } });
    expect(await pull(riverside.teacher, before[1])).toMatchObject({ status: 503 });
  });
});
