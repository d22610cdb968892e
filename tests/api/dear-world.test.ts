import { uuidv7 } from 'uuidv7';
import { beforeAll, describe, expect, it } from 'vitest';
import { dearWorldEndpoints } from '#contract/dear-world/dear-world.endpoints.ts';
import { messageEndpoints } from '#contract/dear-world/messages.endpoints.ts';
import { limits } from '#contract/kit/limits.ts';
import { moderationEndpoints } from '#contract/moderation/moderation.endpoints.ts';
import { permissionEndpoints } from '#contract/permissions/permissions.endpoints.ts';
import { libraryEndpoints } from '#contract/works/library.endpoints.ts';
import { workEndpoints } from '#contract/works/works.endpoints.ts';
import { documentOfMessage } from '#contract/works/message.rules.ts';
import { pictureEndpoints } from '#contract/writing/pictures.endpoints.ts';
import { reviewEndpoints } from '#contract/writing/reviews.endpoints.ts';
import { writingEndpoints } from '#contract/writing/writing.endpoints.ts';
import { permitPublic, setPrivacy } from '#server/seeds/factories.ts';
import type { Caller, Person, TestSchool } from '../support/api-world.ts';
import { anotherChild, beginWork, type BegunWork } from '../support/authors.ts';
import { photograph, type TestPicture } from '../support/pictures.ts';
import { worldOfFile } from '../support/world-of-file.ts';

const { world, greenfield, riverside } = worldOfFile();

let platform: Caller;
let visitor: Caller;
let drawing: TestPicture;

const at = ({ tenant }: TestSchool, workId: string) => ({ tenantId: tenant.id, workId });
const pick = (school: TestSchool, { id }: { id: string }, year = 2026) =>
  world.call(platform, messageEndpoints.pick, { params: at(school, id), body: { year } });
const edition = (
  query: { year?: number; goal?: number; after?: string; message?: string } = {},
  caller = visitor,
) => world.call(caller, dearWorldEndpoints.read, { query });
const words = async (caller = visitor) => (await edition({}, caller)).results.map((message) => message.words);

interface Writing {
  text?: string;
  goals?: number[];
  pictures?: boolean;
}

/** Writes a message that is not handed in. */
async function write(
  author: Caller,
  { text = 'Dear World, look after the river.', goals = [6], pictures = true }: Writing = {},
): Promise<BegunWork> {
  const message = await beginWork(world, author, { kind: 'message', title: '' });
  const { sha256, file } = drawing;
  if (pictures)
    await world.call(author, pictureEndpoints.send, {
      params: { workId: message.id, sha256 },
      body: { picture: file, made: 'drawing' },
    });
  await world.call(author, writingEndpoints.saveChapter, {
    params: { workId: message.id, chapterId: message.chapterId },
    body: {
      version: uuidv7(),
      based_on: null,
      title: '',
      document: documentOfMessage({ text, drawing: pictures ? { sha256, alt: 'A river' } : null }),
    },
  });
  await world.call(author, writingEndpoints.change, {
    params: { workId: message.id },
    body: { sdgs: goals },
  });
  return message;
}

const handing = ({ id, chapterId }: BegunWork) => ({
  params: { workId: id },
  body: { chapters: [chapterId] },
});
const handIn = (author: Caller, message: BegunWork) =>
  world.call(author, writingEndpoints.handIn, handing(message));
const refusedHandIn = async (author: Caller, message: BegunWork) =>
  (await world.refusal(author, writingEndpoints.handIn, handing(message))).code;

async function publish(school: TestSchool, author: Caller, message: BegunWork): Promise<void> {
  await handIn(author, message);
  const teacher = await world.as(school.teacher);
  const params = { workId: message.id };
  await world.call(teacher, reviewEndpoints.approve, { params, body: {} });
  await world.call(teacher, reviewEndpoints.publish, { params, body: {} });
}

/** A child whose guardian allows that strangers read what they write. */
async function publicChild(school: TestSchool): Promise<Person> {
  const child = await anotherChild(world, school);
  await setPrivacy(world.context, school.tenant, [child.id], 'public');
  await permitPublic(world.context, school.tenant, [child.id]);
  return child;
}

async function publicMessage(school: TestSchool, writing?: Writing) {
  const child = await publicChild(school);
  const author = await world.as(child);
  const message = await write(author, writing);
  await publish(school, author, message);
  return { ...message, child };
}

beforeAll(async () => {
  platform = await world.as(world.platformAdmin);
  visitor = await world.as('visitor', 'localhost');
  drawing = await photograph('#2060a0');
});

describe('a message', () => {
  it('is kept however long it is, and handed in with words, a drawing and one goal', async () => {
    const author = await world.as(await anotherChild(world, greenfield));
    const long = await write(author, { text: 'x'.repeat(limits.messageLength + 1) });
    expect(await refusedHandIn(author, long)).toBe('writing.message_too_long');
    for (const writing of [{ text: ' \n ' }, { goals: [] }, { goals: [6, 13] }, { pictures: false }])
      expect(await refusedHandIn(author, await write(author, writing))).toBe('writing.message_unfinished');
    const fits = await write(author, { text: `  ${'👩‍👧'.repeat(limits.messageLength)}  ` });
    await handIn(author, fits);
  });

  it('has one part', async () => {
    const author = await world.as(await anotherChild(world, greenfield));
    const { id } = await write(author);
    const body = { id: uuidv7(), place: 1 };
    expect(
      (await world.refusal(author, writingEndpoints.addChapter, { params: { workId: id }, body })).code,
    ).toBe('writing.too_many_chapters');
  });

  it('is handed in twice a year at most, and the third is kept', async () => {
    const author = await world.as(await anotherChild(world, greenfield));
    const [first, second, third] = [await write(author), await write(author), await write(author)];
    await handIn(author, first);
    await handIn(author, second);
    expect(await refusedHandIn(author, third)).toBe('writing.message_year_full');
    await world.call(author, writingEndpoints.takeBack, { params: { workId: first.id } });
    await handIn(author, third);
    expect(await refusedHandIn(author, first)).toBe('writing.message_year_full');
    // Another child's year is another one.
    const classmate = await world.as(await anotherChild(world, greenfield));
    await handIn(classmate, await write(classmate));
  });

  it('is handed in twice at most by two tablets at once', async () => {
    const author = await world.as(await anotherChild(world, greenfield));
    const messages = [await write(author), await write(author), await write(author)];
    const outcomes = await Promise.allSettled(messages.map((message) => handIn(author, message)));
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(2);
  });

  it('is written by children alone', async () => {
    const body = { id: uuidv7(), kind: 'message', title: '', language: 'en', chapter_id: uuidv7() } as const;
    expect(
      (await world.refusal(await world.as(greenfield.teacher), writingEndpoints.begin, { body })).code,
    ).toBe('writing.message_by_child');
  });

  it('is in no list of books and stories, and waits for those who ask for it', async () => {
    const { id, child } = await publicMessage(greenfield, { text: 'Dear World, no list has this.' });
    const author = await world.as(child);
    const waiting = await write(author);
    await handIn(author, waiting);
    const teacher = await world.as(greenfield.teacher);
    const here = await world.as('visitor', greenfield.host);
    const ids = async (caller: Caller, query: object) =>
      (await world.call(caller, workEndpoints.list, { query: { limit: 100, ...query } })).results.map(
        (work) => work.id,
      );
    expect(await ids(here, {})).not.toContain(id);
    expect(await ids(author, { author: 'me', state: 'any' })).toEqual([]);
    expect(await ids(here, { kind: 'message' })).toContain(id);
    const shelves = await world.call(here, libraryEndpoints.listShelves, { query: {} });
    expect(JSON.stringify(shelves)).not.toContain(id);
    const queue = async (query: { kinds?: 'all' }) =>
      (await world.call(teacher, reviewEndpoints.listWaiting, { query: { ...query, limit: 100 } })).results;
    expect((await queue({})).map((work) => work.id)).not.toContain(waiting.id);
    expect(await queue({ kinds: 'all' })).toContainEqual(
      expect.objectContaining({ id: waiting.id, kind: 'message' }),
    );
    const elsewhere = await world.as(riverside.teacher);
    const theirs = await world.call(elsewhere, reviewEndpoints.listWaiting, {
      query: { kinds: 'all', limit: 100 },
    });
    expect(theirs.results.map((work) => work.id)).not.toContain(waiting.id);
  });
});

describe('an edition', () => {
  it('says when there is none, and has what was picked in its order', async () => {
    expect(await edition()).toEqual({ years: [], year: null, results: [], next: null });
    const first = await publicMessage(greenfield, { text: 'Dear World,\n\nplant trees.', goals: [15] });
    const second = await publicMessage(riverside, { text: 'Dear World, mend things.', goals: [12] });
    const notPicked = await publicMessage(riverside, { text: 'Dear World, nobody picked me.' });
    await pick(greenfield, first);
    world.clock.advance(1000);
    await pick(riverside, second);
    await pick(riverside, second);
    const { years, year, results, next } = await edition();
    expect({ years, year, next }).toEqual({ years: [2026], year: 2026, next: null });
    expect(results.map(({ words: text }) => text)).toEqual([
      'Dear World,\n\nplant trees.',
      'Dear World, mend things.',
    ]);
    expect(results[0]).toMatchObject({ id: first.id, goal: 15, country: null, drawing: { alt: 'A river' } });
    expect(Object.keys(results[0] ?? {}).toSorted()).toEqual(
      ['byline', 'country', 'drawing', 'goal', 'id', 'language', 'words'].toSorted(),
    );
    expect((await edition({ goal: 12 })).results.map(({ id }) => id)).toEqual([second.id]);
    expect((await edition({ year: 2025 })).results).toEqual([]);
    // On the host of a school it is the same book.
    expect(await words(await world.as('visitor', riverside.host))).toEqual(await words());
    expect(JSON.stringify(await edition())).not.toContain(notPicked.id);
  });

  it('asks the school at each look: privacy, the guardian, the teacher, reports and a school that rests', async () => {
    const text = 'Dear World, this canary sings.';
    const canary = await publicMessage(greenfield, { text });
    await pick(greenfield, canary);
    const drawingAt = async () =>
      (await edition()).results.find(({ words: each }) => each === text)?.drawing?.url;
    const url = (await drawingAt()) ?? '';
    const statusOf = async (host = 'localhost') =>
      (await world.request({ host, access: null }, 'GET', url)).status;
    const isShown = async () => ({ words: (await words()).includes(text), drawing: await statusOf() });
    const there = { words: true, drawing: 200 };
    const gone = { words: false, drawing: 404 };
    expect(await isShown()).toEqual(there);
    expect(await statusOf(riverside.host)).toBe(200);
    const { tenant } = greenfield;
    const people = [canary.child.id];
    await setPrivacy(world.context, tenant, people, 'private');
    expect(await isShown()).toEqual(gone);
    await setPrivacy(world.context, tenant, people, 'public');
    expect(await isShown()).toEqual(there);
    const { administrator } = world.testDatabase;
    await administrator.query('update tenants set suspended_at = now() where id = $1', [tenant.id]);
    expect(await isShown()).toEqual(gone);
    await administrator.query('update tenants set suspended_at = null where id = $1', [tenant.id]);
    const teacher = await world.as(greenfield.teacher);
    const params = { workId: canary.id };
    await world.call(teacher, reviewEndpoints.withdraw, { params, body: { reason: 'Not yet' } });
    expect(await isShown()).toEqual(gone);
    const candidates = await world.call(platform, messageEndpoints.list, { query: {} });
    expect(JSON.stringify(candidates)).not.toContain('canary');
    for (const [host, path] of [
      ['localhost', '/dear-world-book'],
      ['localhost', '/'],
      [greenfield.host, '/api/works/?kind=message'],
      [greenfield.host, '/api/library/shelves/'],
      ['localhost', '/sitemap.xml'],
    ] as const)
      expect((await world.app.inject({ method: 'GET', url: path, headers: { host } })).payload).not.toContain(
        'canary',
      );
    await world.call(teacher, reviewEndpoints.publish, { params, body: {} });
    expect(await isShown()).toEqual(there);
    await world.call(teacher, permissionEndpoints.end, {
      params: { studentId: canary.child.id, purpose: 'public' },
    });
    expect(await isShown()).toEqual(gone);
  });

  it('leaves out what an office took down after a report', async () => {
    const reported = await publicMessage(riverside, { text: 'Dear World, somebody reports this.' });
    await pick(riverside, reported);
    expect(await words()).toContain('Dear World, somebody reports this.');
    const params = { workId: reported.id };
    const office = await world.as(riverside.schoolAdmin);
    await world.call(await world.as('visitor', riverside.host), moderationEndpoints.report, {
      params,
      body: { reason: 'private' },
    });
    await world.call(office, moderationEndpoints.takeDown, { params, body: { reason: 'A name' } });
    expect(await words()).not.toContain('Dear World, somebody reports this.');
  });

  it('comes page by page', async () => {
    const child = await publicChild(greenfield);
    const { administrator } = world.testDatabase;
    const author = await world.as(child);
    const message = await write(author);
    await publish(greenfield, author, message);
    // Many picks, of which the last alone is there.
    await administrator.query(
      `insert into message_picks (tenant_id, school_id, work_id, year, picked_at)
       select $1, $2, gen_random_uuid(), 2031, now() - interval '1 day' from generate_series(1, 130)`,
      [world.platform.id, greenfield.tenant.id],
    );
    await pick(greenfield, message, 2031);
    const first = await edition({ year: 2031 });
    expect(first).toMatchObject({ results: [], next: expect.stringContaining('after=') });
    const after = new URLSearchParams(first.next ?? '').get('after') ?? '';
    const second = await edition({ year: 2031, after });
    expect(second.next).toBeNull();
    expect(second.results.map(({ id }) => id)).toEqual([message.id]);
    expect((await world.refusal(visitor, dearWorldEndpoints.read, { query: { after: 'x' } })).status).toBe(
      400,
    );
  });
});

describe('one message of the book', () => {
  it('is shown by its id in whichever edition, and only as long as strangers may see it', async () => {
    const message = await publicMessage(riverside, { text: 'Dear World, find me.' });
    const other = await publicMessage(greenfield, { text: 'Dear World, nobody chose me.' });
    const one = async (id: string) => (await edition({ message: id })).results.map(({ words: said }) => said);
    expect(await one(message.id)).toEqual([]);
    await pick(riverside, message, 2029);
    expect(await one(message.id)).toEqual(['Dear World, find me.']);
    expect(await one(other.id)).toEqual([]);
    await setPrivacy(world.context, riverside.tenant, [message.child.id], 'private');
    expect(await one(message.id)).toEqual([]);
  });
});

describe('the platform', () => {
  it('lists what strangers may see, and picks, moves and takes out, said in both audits', async () => {
    const message = await publicMessage(riverside, { text: 'Dear World, pick me.', goals: [4] });
    const hidden = await publicMessage(greenfield, { text: 'Dear World, I am private.' });
    await setPrivacy(world.context, greenfield.tenant, [hidden.child.id], 'private');
    const listed = async (query: object = {}) =>
      (await world.call(platform, messageEndpoints.list, { query })).results;
    expect(await listed({ goal: 4, edition: 'none' })).toEqual([
      expect.objectContaining({
        id: message.id,
        words: 'Dear World, pick me.',
        edition: null,
        tenant: { id: riverside.tenant.id, school_name: riverside.tenant.school_name },
      }),
    ]);
    expect(JSON.stringify(await listed())).not.toContain('I am private');
    await pick(riverside, message, 2027);
    await pick(riverside, message, 2028);
    expect(await listed({ edition: 2027 })).toEqual([]);
    expect(await listed({ edition: 2028 })).toEqual([expect.objectContaining({ edition: 2028 })]);
    const params = at(riverside, message.id);
    await world.call(platform, messageEndpoints.unpick, { params });
    expect((await world.refusal(platform, messageEndpoints.unpick, { params })).code).toBe(
      'messages.not_picked',
    );
    const { rows } = await world.testDatabase.administrator.query<{ tenant_id: string; action: string }>(
      `select tenant_id, action from audit_entries where subject_id = $1 and action like 'messages.%' order by id`,
      [message.id],
    );
    for (const id of [world.platform.id, riverside.tenant.id])
      expect(rows.filter(({ tenant_id }) => tenant_id === id).map(({ action }) => action)).toEqual([
        'messages.picked',
        'messages.picked',
        'messages.unpicked',
      ]);
  });

  it('picks nothing that strangers may not see, that is no message, or that is elsewhere', async () => {
    const author = await world.as(await publicChild(greenfield));
    const draft = await write(author);
    const message = await publicMessage(riverside);
    const story = await beginWork(world, author);
    for (const [school, { id }] of [
      [greenfield, draft],
      [greenfield, message],
      [greenfield, story],
      [riverside, { id: uuidv7() }],
    ] as const)
      expect(
        (
          await world.refusal(platform, messageEndpoints.pick, {
            params: at(school, id),
            body: { year: 2026 },
          })
        ).code,
      ).toBe('messages.not_found');
  });
});
