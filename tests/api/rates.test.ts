import { randomUUID } from 'node:crypto';
import { afterEach, describe, expect, it } from 'vitest';
import { identityEndpoints } from '#contract/identity/identity.endpoints.ts';
import { createRate, type Rates } from '#server/platform/rates.ts';
import type { Person } from '../support/api-world.ts';
import { queue, TestOutbox } from '../support/queued-calls.ts';
import { worldOfFile } from '../support/world-of-file.ts';

let moment = 0;
const now = () => moment;
const rates: Rates = {
  requests: createRate({ perSecond: 1, burst: 8, now }),
  pushes: createRate({ perSecond: 1, burst: 2, now }),
};
const { world, greenfield, riverside } = worldOfFile({ rates });
afterEach(() => {
  moment += 60_000;
});

const tooMany = { status: 429, body: { code: 'request.too_many' } };

describe('a person who asks without end', () => {
  it('hears when to come again, while everybody else goes on', async () => {
    const ask = async (person: Person) => world.request(await world.as(person), 'GET', '/api/user/profile/');
    for (let time = 0; time < 8; time += 1) expect((await ask(greenfield.student)).status).toBe(200);
    const refused = await ask(greenfield.student);
    expect(refused).toMatchObject(tooMany);
    expect(refused.headers['retry-after']).toBe('1');
    for (const person of [greenfield.teacher, riverside.student])
      expect((await ask(person)).status).toBe(200);
    moment += 1000;
    expect((await ask(greenfield.student)).status).toBe(200);
  });
});

describe('a device that pushes without end', () => {
  it('keeps what it holds, and is taken a moment later, once', async () => {
    const { teacher } = greenfield;
    const [one, other] = [new TestOutbox(), new TestOutbox()];
    const push = async ({ client_id }: TestOutbox, calls: ReturnType<TestOutbox['number']>) =>
      world.request(await world.as(teacher), 'POST', '/api/sync/push/', {
        body: { client_id, user_id: teacher.id, calls },
      });
    const seen = (key: string) =>
      queue.anything(identityEndpoints.markTutorialSeen.name, { params: { key } });
    const call = one.number(seen('books'));
    expect((await push(one, [])).status).toBe(200);
    expect((await push(one, [])).status).toBe(200);
    expect(await push(one, call)).toMatchObject(tooMany);
    // Another device of theirs is not in its way.
    expect((await push(other, other.number(seen('classes')))).status).toBe(200);
    moment += 1000;
    expect(await push(one, call)).toMatchObject({ status: 200, body: { results: [{ outcome: 'applied' }] } });
  });

  it('is counted for its own person: nobody else can use up what it may', async () => {
    const client_id = randomUUID();
    const push = async (person: Person) =>
      world.request(await world.as(person), 'POST', '/api/sync/push/', {
        body: { client_id, user_id: person.id, calls: [] },
      });
    for (let time = 0; time < 4; time += 1) await push(riverside.teacher);
    expect((await push(greenfield.teacher)).status).toBe(200);
  });
});
