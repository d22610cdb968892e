import { uuidv7 } from 'uuidv7';
import { describe, expect, it } from 'vitest';
import { documentOf } from '#contract/works/document.rules.ts';
import { recordingLimits } from '#contract/works/recording-limits.schema.ts';
import { assetPath } from '#contract/works/works.rules.ts';
import { syncEndpoints } from '#contract/sync/sync.endpoints.ts';
import { workEndpoints } from '#contract/works/works.endpoints.ts';
import { voiceWords } from '#contract/writing/review-voices.schema.ts';
import type { PlaceOnPage } from '#contract/writing/own-rows.schema.ts';
import { reviewEndpoints } from '#contract/writing/reviews.endpoints.ts';
import { writingEndpoints } from '#contract/writing/writing.endpoints.ts';
import type { StoryChange } from '#contract/writing/writing.schema.ts';
import { makeCategory } from '#server/seeds/factories.ts';
import type { Caller } from '../support/api-world.ts';
import { anotherChild, beginWork, type BegunWork } from '../support/authors.ts';
import { recordingOf, voice, type TestRecording } from '../support/recordings.ts';
import { worldOfFile } from '../support/world-of-file.ts';

const { world, greenfield, riverside } = worldOfFile();

const params = ({ id }: BegunWork) => ({ workId: id });

/** A book with one page, handed in by a child of the school. */
async function handedIn(author: Caller, about: StoryChange = {}): Promise<BegunWork> {
  const book = await beginWork(world, author, { kind: 'book' });
  await world.call(author, writingEndpoints.saveChapter, {
    params: { ...params(book), chapterId: book.chapterId },
    body: { version: uuidv7(), based_on: null, title: '', document: documentOf('A fox.') },
  });
  await world.call(author, writingEndpoints.change, { params: params(book), body: about });
  await world.call(author, writingEndpoints.handIn, {
    params: params(book),
    body: { chapters: [book.chapterId] },
  });
  return book;
}

/** The work as a device of its author holds it. */
async function onDevice(author: Caller, { id }: BegunWork) {
  const { scopes } = await world.call(author, syncEndpoints.pull, {
    body: { client_id: uuidv7(), cursor: null },
  });
  return scopes.flatMap(({ tables }) => tables.works?.rows ?? []).find((row) => row.id === id);
}

/** What was said of it there. */
const reviewOnDevice = async (author: Caller, book: BegunWork) => (await onDevice(author, book))?.review;

const send = (staff: Caller, book: BegunWork, { sha256, file }: TestRecording) =>
  world.call(staff, reviewEndpoints.sendVoice, {
    params: { ...params(book), sha256 },
    body: { voice: file },
  });

const refusedToSend = (staff: Caller, book: BegunWork, { sha256, file }: TestRecording) =>
  world.refusal(staff, reviewEndpoints.sendVoice, {
    params: { ...params(book), sha256 },
    body: { voice: file },
  });

async function statusOf({ host, access }: Caller, { sha256 }: TestRecording): Promise<number> {
  const headers = { host, ...(access !== null && { authorization: `Bearer ${access}` }) };
  return (await world.app.inject({ method: 'GET', url: assetPath(sha256), headers })).statusCode;
}

describe('a comment on a place of a page', () => {
  it('reaches the author with its place; one without is about all of the page', async () => {
    const author = await world.as(await anotherChild(world, greenfield));
    const staff = await world.as(greenfield.teacher);
    const book = await handedIn(author);
    const [leaves, all] = [uuidv7(), uuidv7()];
    const give = (at: PlaceOnPage | null) => ({
      params: params(book),
      body: {
        reason: 'Look again',
        comments: [
          { id: leaves, chapter_id: book.chapterId, text: 'What colour are the leaves?', at },
          { id: all, chapter_id: book.chapterId, text: 'A fine page.' },
        ],
      },
    });
    expect(await world.refusal(staff, reviewEndpoints.giveBack, give({ x: 1.2, y: 0.5 }))).toMatchObject({
      status: 400,
    });
    expect(
      await world.refusal(
        await world.as(riverside.teacher),
        reviewEndpoints.giveBack,
        give({ x: 0.1, y: 0.5 }),
      ),
    ).toMatchObject({ status: 404, code: 'reviews.not_found' });
    expect(
      await world.refusal(
        staff,
        reviewEndpoints.giveBack,
        give({ x: 0.1, y: 1, on: { words: 'the leaves '.repeat(9), start: 4 } }),
      ),
    ).toMatchObject({ status: 400 });
    const at = { x: 0.1, y: 1, on: { words: 'leaves', start: 4 } };
    await world.call(staff, reviewEndpoints.giveBack, give(at));
    expect((await reviewOnDevice(author, book))?.comments).toEqual([
      { id: leaves, chapter_id: book.chapterId, text: 'What colour are the leaves?', at },
      { id: all, chapter_id: book.chapterId, text: 'A fine page.', at: null },
    ]);
  });

  it('is said once, however often it is sent, and of nothing that was handed in since', async () => {
    const author = await world.as(await anotherChild(world, greenfield));
    const staff = await world.as(greenfield.teacher);
    const book = await handedIn(author);
    const comment = { id: uuidv7(), chapter_id: book.chapterId, text: 'What is that?', at: { x: 0.1, y: 1 } };
    const answer = { params: params(book), body: { reason: 'Look again', comments: [comment] } };
    const told = async () =>
      (await world.call(staff, reviewEndpoints.listOfWork, { params: params(book), query: {} })).results;
    for (let time = 0; time < 2; time += 1) await world.call(staff, reviewEndpoints.giveBack, answer);
    expect(await told()).toMatchObject([{ reason: 'Look again', comments: [comment] }]);
    const more = { ...answer, body: { reason: 'And the fox?' } };
    for (let time = 0; time < 2; time += 1) await world.call(staff, reviewEndpoints.giveBack, more);
    expect((await told()).map(({ reason }) => reason)).toEqual(['And the fox?', 'Look again']);

    const chapters = { params: params(book), body: { chapters: [book.chapterId] } };
    await world.call(author, writingEndpoints.handIn, chapters);
    expect(await world.refusal(staff, reviewEndpoints.giveBack, answer)).toMatchObject({
      status: 409,
      code: 'reviews.state_changed',
    });
    expect(await told()).toHaveLength(2);
  });

  it('may name a spot of a picture, or nothing but where it was seen', async () => {
    const staff = await world.as(greenfield.teacher);
    for (const at of [
      { x: 0.1, y: 1, on: { picture: 0, x: 0.5, y: 0.25 } },
      { x: 0.1, y: 1 },
    ]) {
      const author = await world.as(await anotherChild(world, greenfield));
      const book = await handedIn(author);
      const comment = { id: uuidv7(), chapter_id: book.chapterId, text: 'What is that?', at };
      const body = { reason: 'Look again', comments: [comment] };
      await world.call(staff, reviewEndpoints.giveBack, { params: params(book), body });
      expect((await reviewOnDevice(author, book))?.comments).toEqual([comment]);
    }
  });
});

describe('a yes', () => {
  it('is to what was read: what was handed in anew since has to be looked at again', async () => {
    const author = await world.as(await anotherChild(world, greenfield));
    const staff = await world.as(greenfield.teacher);
    const book = await handedIn(author);
    const read = async () => (await world.call(staff, workEndpoints.read, { params: params(book) })).revision;
    const revision = await read();
    await world.call(author, writingEndpoints.takeBack, { params: params(book) });
    const body = { chapters: [book.chapterId] };
    await world.call(author, writingEndpoints.handIn, { params: params(book), body });
    const approve = (of: number) => ({ params: params(book), body: { revision: of } });
    expect(await world.refusal(staff, reviewEndpoints.approve, approve(revision))).toMatchObject({
      status: 409,
      code: 'reviews.state_changed',
    });
    const now = await read();
    // The second is one that got no answer.
    for (let time = 0; time < 2; time += 1) await world.call(staff, reviewEndpoints.approve, approve(now));
    expect((await onDevice(author, book))?.state).toBe('approved');
  });
});

describe('what the author proposed', () => {
  it('is decided by who publishes it, and stays as it is where they say nothing', async () => {
    const author = await world.as(await anotherChild(world, greenfield));
    const staff = await world.as(greenfield.teacher);
    const book = await handedIn(author, { visibility: 'community', level: 'first', sdgs: [4] });
    const shelf = await makeCategory(world.context, greenfield.tenant);
    const elsewhere = await makeCategory(world.context, riverside.tenant);
    await world.call(staff, reviewEndpoints.approve, { params: params(book), body: {} });
    const decided = { level: 'early', categories: [shelf.id, elsewhere.id] } as const;
    const publish = { params: params(book), body: { ...decided, categories: [...decided.categories] } };
    expect(
      await world.refusal(await world.as(riverside.teacher), reviewEndpoints.publish, publish),
    ).toMatchObject({ status: 404, code: 'reviews.not_found' });
    expect(
      await world.refusal(staff, reviewEndpoints.publish, {
        params: params(book),
        body: { sdgs: [1, 2, 3, 4] },
      }),
    ).toMatchObject({ status: 400 });
    await world.call(staff, reviewEndpoints.publish, publish);
    // A shelf of another school is none here.
    expect(await onDevice(author, book)).toMatchObject({
      state: 'published',
      level: 'early',
      categories: [shelf.id],
      sdgs: [4],
      language: 'en',
    });
  });
});

describe('what a teacher says aloud', () => {
  it('is heard by the author once a review names it, and by those who look after the author alone', async () => {
    const author = await world.as(await anotherChild(world, greenfield));
    const [staff, office] = [await world.as(greenfield.teacher), await world.as(greenfield.schoolAdmin)];
    const book = await handedIn(author);
    const said = voice();
    expect(await send(staff, book, said)).toEqual({ sha256: said.sha256 });
    // Sent again after a lost answer.
    await send(staff, book, said);
    expect(await statusOf(staff, said)).toBe(200);
    for (const other of [author, office]) expect(await statusOf(other, said)).toBe(404);

    const answer = { voice: { sha256: said.sha256, seconds: 4 } };
    await world.call(staff, reviewEndpoints.approve, { params: params(book), body: answer });
    expect(await reviewOnDevice(author, book)).toMatchObject({ ...answer, reason: voiceWords });
    for (const other of [author, staff, office]) expect(await statusOf(other, said)).toBe(200);
    const others = [
      await world.as(greenfield.student),
      await world.as(greenfield.otherTeacher),
      await world.as(riverside.teacher),
      await world.as(riverside.student),
      await world.as('visitor', greenfield.host),
    ];
    for (const other of others) expect(await statusOf(other, said)).toBe(404);
  });

  it('goes along with words where a work is given back', async () => {
    const author = await world.as(await anotherChild(world, greenfield));
    const staff = await world.as(greenfield.teacher);
    const book = await handedIn(author);
    const said = voice('audio/mp4');
    await send(staff, book, said);
    const answer = { reason: 'And then?', voice: { sha256: said.sha256, seconds: 12 } };
    await world.call(staff, reviewEndpoints.giveBack, { params: params(book), body: answer });
    expect(await reviewOnDevice(author, book)).toMatchObject(answer);
    const told = await world.call(staff, reviewEndpoints.listOfWork, { params: params(book), query: {} });
    expect(told.results).toMatchObject([answer]);
  });

  it('is taken from whoever looks after the author alone, and of no work but the one it was sent for', async () => {
    const author = await world.as(await anotherChild(world, greenfield));
    const staff = await world.as(greenfield.teacher);
    const [book, other] = [await handedIn(author), await handedIn(author)];
    const said = voice();
    for (const stranger of [greenfield.otherTeacher, riverside.teacher])
      expect(await refusedToSend(await world.as(stranger), book, said)).toMatchObject({
        status: 404,
        code: 'reviews.not_found',
      });
    expect(await refusedToSend(author, book, said)).toMatchObject({ status: 403 });
    await send(staff, book, said);
    const body = { voice: { sha256: said.sha256, seconds: 4 } };
    for (const work of [other, await handedIn(author)])
      expect(
        await world.refusal(staff, reviewEndpoints.approve, { params: params(work), body }),
      ).toMatchObject({ status: 400, code: 'reviews.no_voice' });
    expect(await reviewOnDevice(author, other)).toBeNull();
    expect(
      await world.refusal(staff, reviewEndpoints.approve, {
        params: params(book),
        body: { voice: { ...body.voice, seconds: recordingLimits.seconds + 1 } },
      }),
    ).toMatchObject({ status: 400 });
  });

  it('is what it says that it is', async () => {
    const author = await world.as(await anotherChild(world, greenfield));
    const staff = await world.as(greenfield.teacher);
    const book = await handedIn(author);
    const noise = recordingOf(new Uint8Array([1, 2, 3]));
    expect(await refusedToSend(staff, book, noise)).toMatchObject({ code: 'recordings.unreadable' });
    expect(await refusedToSend(staff, book, { ...voice(), sha256: voice().sha256 })).toMatchObject({
      code: 'recordings.unreadable',
    });
  });
});
