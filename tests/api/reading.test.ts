import { uuidv7 } from 'uuidv7';
import { beforeAll, describe, expect, it } from 'vitest';
import { limits } from '#contract/kit/limits.ts';
import { syncEndpoints } from '#contract/sync/sync.endpoints.ts';
import { readingEndpoints } from '#contract/works/reading.endpoints.ts';
import { libraryEndpoints } from '#contract/works/library.endpoints.ts';
import type { Reaction } from '#contract/works/reactions.schema.ts';
import { workEndpoints } from '#contract/works/works.endpoints.ts';
import { usualSettings } from '#contract/works/reading.schema.ts';
import { makeWorks, type MadeWork } from '#server/seeds/factories.ts';
import type { Caller } from '../support/api-world.ts';
import { queue, TestOutbox } from '../support/queued-calls.ts';
import { worldOfFile } from '../support/world-of-file.ts';

const { world, greenfield, riverside } = worldOfFile();

let open: MadeWork;
let hidden: MadeWork;
let elsewhere: MadeWork;

beforeAll(async () => {
  const { context } = world;
  const [first, second] = await makeWorks(context, greenfield.tenant, [
    { kind: 'book', title: 'The hen', visibility: 'community', author_id: null },
    { kind: 'book', title: 'The secret', visibility: 'private', author_id: greenfield.otherTeacher.id },
  ]);
  const [third] = await makeWorks(context, riverside.tenant, [
    { kind: 'book', title: 'The otter', visibility: 'public', author_id: null },
  ]);
  if (!first || !second || !third) throw new Error('No work was made');
  [open, hidden, elsewhere] = [first, second, third];
});

/** What a new device of theirs is given. */
async function onDevice(caller: Caller) {
  const { scopes } = await world.call(caller, syncEndpoints.pull, {
    body: { client_id: uuidv7(), cursor: null },
  });
  return {
    reading: scopes.flatMap(({ tables }) => tables.reading?.rows ?? []),
    settings: scopes.flatMap(({ tables }) => tables.reader_settings?.rows ?? []),
  };
}

const reach = (caller: Caller, { id }: MadeWork, round: number, reached: number) =>
  world.call(caller, readingEndpoints.reach, { params: { workId: id }, body: { round, reached } });

const mark = (caller: Caller, { id }: MadeWork, partId: string, is_set: boolean) =>
  world.call(caller, readingEndpoints.mark, { params: { workId: id, partId }, body: { is_set } });

describe('how far somebody read', () => {
  it('is the furthest that any of their devices said, in whatever order they said it', async () => {
    const child = await world.as(greenfield.student);
    for (const [round, reached] of [
      [1, 3],
      [1, 5],
      [1, 2],
    ] as const)
      await reach(child, open, round, reached);
    expect((await onDevice(child)).reading).toMatchObject([
      { id: open.id, round: 1, reached: 5, bookmarks: [], reaction: null },
    ]);
    // Who begins anew is at the beginning, and what a tablet says late of the first time counts no more.
    await reach(child, open, 2, 1);
    await reach(child, open, 1, 9);
    expect((await onDevice(child)).reading).toMatchObject([{ id: open.id, round: 2, reached: 1 }]);
  });

  it('is nobody else’s business, at this school or another', async () => {
    await reach(await world.as(greenfield.student), open, 1, 2);
    for (const other of [greenfield.teacher, greenfield.schoolAdmin, riverside.student])
      expect((await onDevice(await world.as(other))).reading).toEqual([]);
  });

  it('is not kept of what they may not see, and the answer does not tell whether it is there', async () => {
    const teacher = await world.as(greenfield.teacher);
    const nothing: MadeWork = { ...open, id: uuidv7() };
    for (const work of [hidden, elsewhere, nothing]) {
      expect(await reach(teacher, work, 1, 2)).toEqual({});
      expect(await mark(teacher, work, uuidv7(), true)).toEqual({});
    }
    expect((await onDevice(teacher)).reading).toEqual([]);
    const author = await world.as(greenfield.otherTeacher);
    await reach(author, hidden, 1, 2);
    expect((await onDevice(author)).reading).toMatchObject([{ id: hidden.id, reached: 2 }]);
  });

  it('reaches another device as a change that was queued without a network', async () => {
    const admin = await world.as(greenfield.schoolAdmin);
    const outbox = new TestOutbox();
    const calls = outbox.number(
      queue.anything('reading.reach', { params: { workId: open.id }, body: { round: 1, reached: 4 } }),
      queue.anything('reading.mark', {
        params: { workId: open.id, partId: uuidv7() },
        body: { is_set: true },
      }),
    );
    const { results } = await world.call(admin, syncEndpoints.push, {
      body: { client_id: outbox.client_id, user_id: greenfield.schoolAdmin.id, calls },
    });
    expect(results.map(({ outcome }) => outcome)).toEqual(['applied', 'applied']);
    const [row] = (await onDevice(admin)).reading;
    expect(row).toMatchObject({ reached: 4 });
    expect(row?.bookmarks).toHaveLength(1);
  });
});

describe('works that are named', () => {
  it('are found as far as one may see them', async () => {
    const ids = [open.id, hidden.id, elsewhere.id].join(',');
    const child = await world.as(greenfield.student);
    const { results, count } = await world.call(child, workEndpoints.list, { query: { ids } });
    expect(results.map(({ id }) => id)).toEqual([open.id]);
    expect(count).toBe(1);
    expect((await world.request(child, 'GET', '/api/works/?ids=7')).status).toBe(400);
  });
});

describe('bookmarks', () => {
  it('are laid and taken out, once however often it is said', async () => {
    const child = await world.as(riverside.student);
    const [one, two] = [uuidv7(), uuidv7()];
    for (const part of [one, two, one]) await mark(child, elsewhere, part, true);
    expect((await onDevice(child)).reading).toMatchObject([
      { id: elsewhere.id, round: 1, reached: 1, bookmarks: [one, two] },
    ]);
    await mark(child, elsewhere, one, false);
    await mark(child, elsewhere, one, false);
    expect((await onDevice(child)).reading).toMatchObject([{ bookmarks: [two] }]);
  });

  it('are so many and no more: the oldest make room', async () => {
    const teacher = await world.as(riverside.teacher);
    const parts = Array.from({ length: limits.bookmarksPerWork + 1 }, () => uuidv7());
    for (const part of parts) await mark(teacher, elsewhere, part, true);
    const [row] = (await onDevice(teacher)).reading;
    expect(row?.bookmarks).toEqual(parts.slice(1));
  });
});

describe('a kind word', () => {
  const say = (caller: Caller, { id }: MadeWork, reaction: Reaction | null) =>
    world.call(caller, readingEndpoints.react, { params: { workId: id }, body: { reaction } });
  const read = (caller: Caller, { id }: MadeWork) =>
    world.call(caller, workEndpoints.read, { params: { workId: id } });

  /** By somebody of the staff, so that others may see it without more. */
  async function published(): Promise<MadeWork> {
    const [work] = await makeWorks(world.context, greenfield.tenant, [
      { kind: 'story', author_id: greenfield.teacher.id },
    ]);
    if (!work) throw new Error('No work was made');
    return work;
  }

  async function counted(caller: Caller, query: { author?: 'me' } = {}): Promise<Record<string, number>> {
    const { results } = await world.call(caller, libraryEndpoints.readReactionStats, { query });
    return Object.fromEntries(results.map(({ reaction, count }) => [reaction, count]));
  }

  it('is one from each person, the last that they said, and can be taken back', async () => {
    const story = await published();
    const [child, admin] = [await world.as(greenfield.student), await world.as(greenfield.schoolAdmin)];
    await say(child, story, 'funny');
    await say(child, story, 'wow');
    await say(admin, story, 'thanks');
    await say(admin, story, 'thanks');
    expect(await read(child, story)).toMatchObject({ said: ['thanks', 'wow'], reactions: 2 });
    expect((await onDevice(child)).reading).toContainEqual(
      expect.objectContaining({ id: story.id, reaction: 'wow', reached: 0 }),
    );
    await say(child, story, null);
    await say(child, story, null);
    expect(await read(child, story)).toMatchObject({ said: ['thanks'], reactions: 1 });
    expect((await onDevice(child)).reading).not.toContainEqual(expect.objectContaining({ id: story.id }));
  });

  it('is no reading, and takes none away', async () => {
    const story = await published();
    const child = await world.as(greenfield.student);
    const params = { workId: story.id };
    const row = async () => (await onDevice(child)).reading.find(({ id }) => id === story.id);
    await say(child, story, 'wow');
    expect(await row()).toMatchObject({ round: 1, reached: 0 });
    await world.call(child, readingEndpoints.reach, { params, body: { round: 1, reached: 1 } });
    expect(await row()).toMatchObject({ round: 1, reached: 1, reaction: 'wow' });
    await say(child, story, null);
    expect(await row()).toMatchObject({ round: 1, reached: 1, reaction: null });
    const stranger = await onDevice(await world.as(riverside.student));
    expect(stranger.reading.some(({ id }) => id === story.id)).toBe(false);
  });

  it('is told to its author among all that was said of their works, and to nobody else as theirs', async () => {
    const story = await published();
    const author = await world.as(greenfield.teacher);
    const before = await counted(author, { author: 'me' });
    await say(await world.as(greenfield.student), story, 'love');
    expect((await counted(author, { author: 'me' }))['love']).toBe((before['love'] ?? 0) + 1);
    for (const other of [greenfield.student, riverside.teacher]) {
      const found = await counted(await world.as(other), { author: 'me' });
      expect(Object.values(found).every((count) => count === 0)).toBe(true);
    }
    const visitors = await counted(await world.as('visitor'), { author: 'me' });
    expect(Object.values(visitors).every((count) => count === 0)).toBe(true);
  });

  it('is said neither of one’s own, nor of what is not on the shelf for whoever says it', async () => {
    const story = await published();
    const author = await world.as(greenfield.teacher);
    await say(author, story, 'love');
    expect(await read(author, story)).toMatchObject({ said: [], reactions: 0 });
    const child = await world.as(greenfield.student);
    const nothing: MadeWork = { ...open, id: uuidv7() };
    for (const work of [hidden, elsewhere, nothing]) expect(await say(child, work, 'wow')).toEqual({});
    const kept = (await onDevice(child)).reading.map(({ id }) => id);
    expect([hidden, elsewhere, nothing].some(({ id }) => kept.includes(id))).toBe(false);
    expect(
      await world.refusal(child, readingEndpoints.react, {
        params: { workId: story.id },
        body: { reaction: 'boring' as never },
      }),
    ).toMatchObject({ status: 400 });
  });
});

describe('what somebody keeps on a tablet', () => {
  async function mayKeep(caller: Caller): Promise<readonly string[] | undefined> {
    const { kept } = await world.call(caller, syncEndpoints.pull, {
      body: { client_id: uuidv7(), cursor: null, kept: [open.id, hidden.id, elsewhere.id, uuidv7()] },
    });
    return kept;
  }

  it('is what stands on the shelf and is for them; a pull says so of each', async () => {
    expect(await mayKeep(await world.as(greenfield.student))).toEqual([open.id]);
    expect(await mayKeep(await world.as(riverside.student))).toEqual([elsewhere.id]);
    const author = await mayKeep(await world.as(greenfield.otherTeacher));
    expect(author?.toSorted()).toEqual([open.id, hidden.id].toSorted());
  });

  it('is none of the school’s business where the tablet does not ask', async () => {
    const { kept } = await world.call(await world.as(greenfield.student), syncEndpoints.pull, {
      body: { client_id: uuidv7(), cursor: null },
    });
    expect(kept).toBeUndefined();
  });
});

describe('how pages look', () => {
  it('goes with the person to each of their devices, and to nobody else’s', async () => {
    const child = await world.as(greenfield.student);
    const settings = { ...usualSettings, size: 5, tint: 'dark', focus: true } as const;
    await world.call(child, readingEndpoints.choose, { body: usualSettings });
    expect(await world.call(child, readingEndpoints.choose, { body: settings })).toEqual(settings);
    expect((await onDevice(child)).settings).toEqual([{ id: greenfield.student.id, settings }]);
    for (const other of [greenfield.teacher, riverside.student])
      expect((await onDevice(await world.as(other))).settings).toEqual([]);
  });

  it('is one of the ways that there are', async () => {
    const child = await world.as(greenfield.student);
    for (const wrong of [{ size: 70 }, { size: 1.5 }, { tint: 'url(x)' }, { font: 'comic' }])
      expect(
        await world.refusal(child, readingEndpoints.choose, {
          body: { ...usualSettings, ...wrong } as never,
        }),
      ).toMatchObject({ status: 400 });
  });
});
