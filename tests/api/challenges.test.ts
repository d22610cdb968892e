import { uuidv7 } from 'uuidv7';
import { beforeAll, describe, expect, it } from 'vitest';
import { syncEndpoints } from '#contract/sync/sync.endpoints.ts';
import { workEndpoints } from '#contract/works/works.endpoints.ts';
import { reviewEndpoints } from '#contract/writing/reviews.endpoints.ts';
import { writingEndpoints } from '#contract/writing/writing.endpoints.ts';
import { permit, setPrivacy } from '#server/seeds/factories.ts';
import type { Caller } from '../support/api-world.ts';
import { beginWork, getApproved } from '../support/authors.ts';
import { makeLiveChallenge, makeLivePage } from '../support/content-pages.ts';
import { worldOfFile } from '../support/world-of-file.ts';

const { world, greenfield, riverside } = worldOfFile();

let challenge = '';
beforeAll(async () => {
  challenge = await makeLiveChallenge(world);
});

const entries = async (caller: Caller, more: { state?: 'any' } = {}) => {
  const { results } = await world.call(caller, workEndpoints.list, { query: { challenge, ...more } });
  return results.map(({ id }) => id);
};

/** The works of a new device of theirs. */
async function onDevice(caller: Caller) {
  const body = { client_id: uuidv7(), cursor: null };
  const { scopes } = await world.call(caller, syncEndpoints.pull, { body });
  return scopes.flatMap(({ tables }) => tables.works?.rows ?? []);
}

describe('a work for a challenge', () => {
  it('is an entry from its first moment, also on the devices of its author', async () => {
    const author = await world.as(greenfield.student);
    const { id } = await beginWork(world, author, { challenge });
    expect((await onDevice(author)).find((row) => row.id === id)).toMatchObject({ challenge });
    expect(await world.call(author, workEndpoints.read, { params: { workId: id } })).toMatchObject({
      challenge,
    });
  });

  it('is listed for those who may see it, and for nobody else', async () => {
    const [author, staff] = [await world.as(greenfield.student), await world.as(greenfield.teacher)];
    const visitor = await world.as('visitor', greenfield.host);
    const entry = await beginWork(world, author, { challenge, title: 'A day' });
    const other = await beginWork(world, author, { title: 'No entry' });
    expect(await entries(staff, { state: 'any' })).toContain(entry.id);
    expect(await entries(staff, { state: 'any' })).not.toContain(other.id);
    expect(await entries(visitor, { state: 'any' })).toEqual([]);
    await getApproved(world, { author, staff }, entry);
    const of = { params: { workId: entry.id } };
    await world.call(author, workEndpoints.read, of);
    expect(await entries(staff)).toEqual([]);
    await world.call(staff, reviewEndpoints.publish, { ...of, body: {} });
    // For the school, as its author wished.
    expect(await entries(author)).toEqual([entry.id]);
    expect(await entries(visitor)).toEqual([]);
    for (const caller of [
      await world.as(riverside.student),
      await world.as(riverside.schoolAdmin),
      await world.as('visitor', riverside.host),
    ])
      expect(await entries(caller, { state: 'any' })).toEqual([]);
    await world.call(staff, reviewEndpoints.withdraw, { ...of, body: { reason: 'Please change the name' } });
    expect(await entries(author)).toEqual([]);
  });

  it('is shown to visitors once it is public and a guardian said yes', async () => {
    const [author, staff] = [await world.as(greenfield.student), await world.as(greenfield.teacher)];
    const visitor = await world.as('visitor', greenfield.host);
    await setPrivacy(world.context, greenfield.tenant, [greenfield.student.id], 'public');
    await permit(world.context, greenfield.tenant, [greenfield.student.id], ['public']);
    const entry = await beginWork(world, author, { challenge });
    const of = { params: { workId: entry.id } };
    await world.call(author, writingEndpoints.change, { ...of, body: { visibility: 'public' } });
    await getApproved(world, { author, staff }, entry);
    await world.call(staff, reviewEndpoints.publish, { ...of, body: {} });
    expect(await entries(visitor)).toEqual([entry.id]);
  });

  it('is a work like any other where its page is none, or of another school', async () => {
    const author = await world.as(greenfield.student);
    const pages = [uuidv7(), await makeLivePage(world), await makeLiveChallenge(world, riverside.tenant.id)];
    for (const page of pages) {
      const { id } = await beginWork(world, author, { challenge: page });
      expect((await onDevice(author)).find((row) => row.id === id)).toMatchObject({ challenge: null });
    }
    const own = await makeLiveChallenge(world, greenfield.tenant.id);
    const { id } = await beginWork(world, author, { challenge: own });
    expect((await onDevice(author)).find((row) => row.id === id)).toMatchObject({ challenge: own });
  });

  it('is begun by a tablet of before, too, which names none', async () => {
    const author = await world.as(greenfield.student);
    const begin = (v: number, more: object = {}) => ({
      mutation_id: uuidv7(),
      name: 'writing.begin',
      v,
      queued_at: world.clock.now().toISOString(),
      input: { body: { id: uuidv7(), title: 'The kite', language: 'en', chapter_id: uuidv7(), ...more } },
    });
    const calls = [begin(1), begin(2, { challenge }), begin(3)].map((call, place) => ({
      ...call,
      seq: place + 1,
    }));
    const { results } = await world.call(author, syncEndpoints.push, {
      body: { client_id: uuidv7(), user_id: greenfield.student.id, calls },
    });
    expect(results.map(({ outcome }) => outcome)).toEqual(['applied', 'applied', 'needs_update']);
    const [old, entry] = calls.map(({ input }) => input.body.id);
    const rows = await onDevice(author);
    expect(rows.find(({ id }) => id === old)).toMatchObject({ challenge: null });
    expect(rows.find(({ id }) => id === entry)).toMatchObject({ challenge });
  });
});
