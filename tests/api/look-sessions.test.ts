import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { endpoints } from '#contract/api.ts';
import { guestsOf, type Endpoint } from '#contract/kit/endpoint.ts';
import { syncEndpoints } from '#contract/sync/sync.endpoints.ts';
import { visitEndpoints } from '#contract/visits/visits.endpoints.ts';
import { makeWorks } from '#server/seeds/factories.ts';
import type { Caller } from '../support/api-world.ts';
import { fingerprinter, type Fingerprint } from '../support/fingerprint.ts';
import { queue, TestOutbox } from '../support/queued-calls.ts';
import { visitByYes } from '../support/visits.ts';
import { worldOfFile } from '../support/world-of-file.ts';

const { world, greenfield, riverside } = worldOfFile();
let looking: Caller & { guestId: string };
let helping: typeof looking;
let fingerprint: () => Promise<Fingerprint>;
const canary = 'A hen that nobody has seen yet';

beforeAll(async () => {
  await makeWorks(world.context, greenfield.tenant, [
    {
      author_id: greenfield.student.id,
      school_class_id: greenfield.ownClass.id,
      title: canary,
      state: 'submitted',
    },
    { author_id: greenfield.student.id, title: `${canary} 2`, state: 'draft' },
    { author_id: greenfield.student.id, title: `${canary} 3`, visibility: 'private' },
    { author_id: greenfield.teacher.id, title: 'A hen for all of the school' },
  ]);
  looking = await visitByYes(world, greenfield, 'look');
  helping = await visitByYes(world, greenfield, 'help');
  fingerprint = await fingerprinter(world.testDatabase.administrator);
});

/** All that answers on the host of a school. */
const ofSchools = endpoints.filter(
  ({ hosts, answers }) => hosts !== 'platform' && hosts !== 'any' && answers !== 'events',
);
const writes = ofSchools.filter(({ method }) => method !== 'GET');

/** With ids of nothing: whoever is let in hears that there is no such thing, or that the input is wrong. */
async function send(caller: Caller, { method, path }: Endpoint) {
  const url = `/api${path.replaceAll(/:\w+/gu, () => randomUUID())}`;
  const answer = await world.request(caller, method, url, method === 'GET' ? {} : { body: {} });
  return { status: answer.status, code: (answer.body as { code?: string } | null)?.code ?? null };
}

describe('in a look session', () => {
  // What keeps a session, ends it, and fetches what the device shows. Queued calls are judged one by one.
  const needed = ['identity.refresh', 'identity.signOut', 'sync.pull', 'sync.push', 'sync.check'];

  it('every write is refused and writes nothing, but for what a session itself needs', async () => {
    expect(
      writes
        .filter((each) => guestsOf(each) === 'look')
        .map(({ name }) => name)
        .toSorted(),
    ).toEqual(needed.toSorted());
    const before = await fingerprint();
    for (const endpoint of writes.filter(({ name }) => !needed.includes(name)))
      expect([endpoint.name, await send(looking, endpoint)]).toEqual([
        endpoint.name,
        { status: 403, code: 'visits.only_looking' },
      ]);
    expect(await fingerprint()).toEqual(before);
  });

  it('every queued call is refused too, and of what it meant nothing is there', async () => {
    const everythingButTheLedger = await fingerprinter(world.testDatabase.administrator, {
      except: ['sync_calls', 'sync_clients'],
    });
    const before = await everythingButTheLedger();
    const queued = endpoints.filter(({ offline }) => offline === 'queued');
    const calls = new TestOutbox();
    const { results } = await world.call(looking, syncEndpoints.push, {
      body: {
        client_id: calls.client_id,
        user_id: looking.guestId,
        calls: calls.number(...queued.map(({ name }) => queue.anything(name))),
      },
    });
    expect(results.map((result) => ('problem' in result ? result.problem?.code : result.outcome))).toEqual(
      queued.map(() => 'visits.only_looking'),
    );
    expect(await everythingButTheLedger()).toEqual(before);
  });

  it('every page can be read but for what is no guest’s', async () => {
    for (const endpoint of ofSchools.filter(({ method }) => method === 'GET')) {
      const { status, code } = await send(looking, endpoint);
      expect([endpoint.name, status < 500]).toEqual([endpoint.name, true]);
      expect([endpoint.name, code === 'visits.not_for_guests']).toEqual([
        endpoint.name,
        guestsOf(endpoint) === 'never',
      ]);
    }
  });
});

describe('in a session to help', () => {
  it('what is no guest’s is refused and writes nothing', async () => {
    const before = await fingerprint();
    for (const endpoint of ofSchools.filter((each) => guestsOf(each) === 'never'))
      expect([endpoint.name, await send(helping, endpoint)]).toEqual([
        endpoint.name,
        { status: 403, code: 'visits.not_for_guests' },
      ]);
    expect(await fingerprint()).toEqual(before);
  });

  it('everything else is judged as that of an administrator', async () => {
    for (const endpoint of writes.filter((each) => guestsOf(each) === 'help')) {
      const { status, code } = await send(helping, endpoint);
      expect([endpoint.name, status < 500]).toEqual([endpoint.name, true]);
      expect([endpoint.name, code]).not.toEqual([endpoint.name, 'visits.not_for_guests']);
    }
  });

  it('passwords, cards, exports, roles, permissions, payments, deletion and children’s drafts are no guest’s', () => {
    const names = new Set(ofSchools.filter((each) => guestsOf(each) === 'never').map(({ name }) => name));
    const domains = ['cards', 'imports', 'invitations', 'reviews', 'writing', 'students', 'sold', 'offers'];
    for (const { name, method, roles } of ofSchools) {
      if (roles === 'anyone') continue;
      const [domain = ''] = name.split('.');
      const isOfSchool = roles === 'signed-in' || roles.some((role) => role !== 'quillshelf_admin');
      const mustBe =
        (method === 'DELETE' && isOfSchool) ||
        (domains.includes(domain) && (method !== 'GET' || domain !== 'students'));
      if (mustBe) expect([name, names.has(name)]).toEqual([name, true]);
    }
    for (const name of [
      'passwords.change',
      'identity.setCommunityPassword',
      'members.create',
      'members.update',
      'permissions.record',
      'subscriptions.start',
      'shop.update',
      'causes.create',
      'visits.answer',
      'visits.setConsent',
      'visits.makeLink',
    ])
      expect([name, names.has(name as Endpoint['name'])]).toEqual([name, true]);
  });
});

describe('what a child did not publish', () => {
  it('is in no answer to a guest of the platform, and what is published is', async () => {
    const published: string[] = [];
    for (const guest of [looking, helping])
      for (const endpoint of ofSchools.filter(
        ({ method, path }) => method === 'GET' && !path.includes(':'),
      )) {
        const text = JSON.stringify(
          (await world.request(guest, 'GET', `/api${endpoint.path}?kind=story`)).body,
        );
        expect([endpoint.name, text.includes(canary)]).toEqual([endpoint.name, false]);
        if (text.includes('A hen for all of the school')) published.push(endpoint.name);
      }
    expect(published).toContain('works.list');
  });

  it('is read by the school’s own office', async () => {
    const { body } = await world.request(
      await world.as(greenfield.schoolAdmin),
      'GET',
      '/api/catalogue/?kind=story',
    );
    expect(JSON.stringify(body)).toContain(canary);
  });
});

it('a guest answers no request and ends no visit, at this school or another', async () => {
  const params = { guestId: randomUUID() };
  for (const guest of [looking, helping]) {
    const answer = await world.request(guest, 'POST', `/api/v1/visits/guests/${params.guestId}/end/`, {
      body: {},
    });
    expect(answer.status).toBe(403);
    expect(
      (await world.request({ ...guest, host: riverside.host }, 'GET', '/api/user/profile/')).status,
    ).toBe(401);
  }
  expect(await world.call(looking, visitEndpoints.readHere, {})).toMatchObject({ waiting: [] });
});
