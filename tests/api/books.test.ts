import { uuidv7 } from 'uuidv7';
import { beforeAll, describe, expect, it } from 'vitest';
import { documentOf, textOf } from '#contract/works/document.rules.ts';
import type { WorkDocument } from '#contract/works/document.schema.ts';
import { assetPath } from '#contract/works/works.rules.ts';
import { workEndpoints } from '#contract/works/works.endpoints.ts';
import { syncEndpoints } from '#contract/sync/sync.endpoints.ts';
import { makeStudent, permit, setPrivacy } from '#server/seeds/factories.ts';
import { pictureEndpoints } from '#contract/writing/pictures.endpoints.ts';
import { reviewEndpoints } from '#contract/writing/reviews.endpoints.ts';
import { writingEndpoints } from '#contract/writing/writing.endpoints.ts';
import type { Caller } from '../support/api-world.ts';
import { beginWork } from '../support/authors.ts';
import { photograph, type TestPicture } from '../support/pictures.ts';
import { worldOfFile } from '../support/world-of-file.ts';

const { world, greenfield, riverside } = worldOfFile();

beforeAll(() => setPrivacy(world.context, greenfield.tenant, [greenfield.student.id], 'community'));

interface Book {
  id: string;
  firstPage: string;
  of: { params: { workId: string } };
}

/** A book of a caller with one empty page. */
async function begin(author: Caller): Promise<Book> {
  const { id, chapterId } = await beginWork(world, author, { kind: 'book', title: 'The red hen' });
  return { id, firstPage: chapterId, of: { params: { workId: id } } };
}

const pictureOf = ({ sha256 }: TestPicture, ...words: string[]): WorkDocument => ({
  type: 'doc',
  content: [
    { type: 'picture', attrs: { sha256, alt: 'A hen', width: 'full' } },
    ...words.flatMap((text) => documentOf(text).content),
  ],
});

/** @returns the version */
async function save(
  author: Caller,
  book: Book,
  chapterId: string,
  document: WorkDocument,
  based_on: string | null = null,
): Promise<string> {
  const version = uuidv7();
  await world.call(author, writingEndpoints.saveChapter, {
    params: { workId: book.id, chapterId },
    body: { version, based_on, title: '', document },
  });
  return version;
}

async function addPage(author: Caller, book: Book, place: number, document: WorkDocument): Promise<string> {
  const id = uuidv7();
  await world.call(author, writingEndpoints.addChapter, { ...book.of, body: { id, place } });
  await save(author, book, id, document);
  return id;
}

const send = (
  author: Caller,
  { id }: Book,
  { sha256, file }: TestPicture,
  made: 'photograph' | 'drawing' = 'photograph',
) =>
  world.call(author, pictureEndpoints.send, {
    params: { workId: id, sha256 },
    body: { picture: file, made },
  });

const choose = (author: Caller, book: Book, cover: string | null) =>
  world.call(author, writingEndpoints.change, { ...book.of, body: { cover } });

const coverOf = async (reader: Caller, book: Book) =>
  (await world.call(reader, workEndpoints.read, book.of)).cover?.sha256 ?? null;

/** What a device of theirs holds of a book. */
async function onDevice(caller: Caller, { id }: Book) {
  const { scopes } = await world.call(caller, syncEndpoints.pull, {
    body: { client_id: uuidv7(), cursor: null },
  });
  return scopes.flatMap(({ tables }) => tables.works?.rows ?? []).find((row) => row.id === id);
}

const fetchAs = async (caller: Caller, { sha256 }: TestPicture) =>
  (
    await world.app.inject({
      method: 'GET',
      url: assetPath(sha256),
      headers: {
        host: caller.host,
        ...(caller.access !== null && { authorization: `Bearer ${caller.access}` }),
      },
    })
  ).statusCode;

async function publish(author: Caller, staff: Caller, book: Book): Promise<void> {
  await world.call(author, writingEndpoints.handIn, { ...book.of, body: { chapters: [book.firstPage] } });
  await world.call(staff, reviewEndpoints.approve, { ...book.of, body: {} });
  await world.call(staff, reviewEndpoints.publish, { ...book.of, body: {} });
}

describe('a book of pages', () => {
  it('is made, handed in, given back at a page, published and read page by page', async () => {
    const author = await world.as(greenfield.student);
    const staff = await world.as(greenfield.teacher);
    const book = await begin(author);
    expect(await onDevice(author, book)).toMatchObject({ kind: 'book', state: 'draft', cover: null });
    const [hen, fox] = [await photograph('firebrick'), await photograph('orange')];
    await send(author, book, hen);
    await send(author, book, fox);
    const first = await save(author, book, book.firstPage, pictureOf(hen, 'A hen.'));
    const last = await addPage(author, book, 2, documentOf('The end.'));
    await addPage(author, book, 1, pictureOf(fox));
    await world.call(author, writingEndpoints.handIn, { ...book.of, body: { chapters: [book.firstPage] } });

    const { results } = await world.call(staff, reviewEndpoints.listWaiting, { query: {} });
    expect(results.find(({ id }) => id === book.id)).toMatchObject({ kind: 'book', state: 'submitted' });
    const comment = { id: uuidv7(), chapter_id: last, text: 'What does the fox say?' };
    const answer = { reason: 'A fine hen!', comments: [comment] };
    await world.call(staff, reviewEndpoints.giveBack, { ...book.of, body: answer });
    expect((await onDevice(author, book))?.review).toMatchObject({ comments: [comment] });

    await save(author, book, book.firstPage, pictureOf(hen, 'A red hen.'), first);
    await publish(author, staff, book);
    const reader = await world.as(greenfield.otherTeacher);
    const work = await world.call(reader, workEndpoints.read, book.of);
    expect(work).toMatchObject({ kind: 'book', parts: 3, title: 'The red hen' });
    expect(work.pictures.map(({ sha256 }) => sha256).toSorted()).toEqual([hen.sha256, fox.sha256].toSorted());
    const pages = await world.call(reader, workEndpoints.listPages, { ...book.of, query: {} });
    expect(pages.count).toBe(3);
    expect(pages.results.map(({ layout, document }) => [layout, textOf(document)])).toEqual([
      ['picture_above', 'A red hen.'],
      ['picture', ''],
      ['text', 'The end.'],
    ]);
    const some = await world.call(reader, workEndpoints.listPages, {
      ...book.of,
      query: { limit: 1, offset: 1 },
    });
    expect(some.results.map(({ id }) => id)).toEqual([pages.results[1]?.id]);
    const found = await world.call(reader, workEndpoints.list, {
      query: { kind: 'book', search: 'red hen' },
    });
    expect(found.results.map(({ id, parts }) => [id, parts])).toEqual([[book.id, 3]]);
    const stranger = await world.as(riverside.student);
    for (const endpoint of [workEndpoints.listPages, workEndpoints.listChapters])
      expect(await world.refusal(stranger, endpoint, { ...book.of, query: {} })).toMatchObject({
        status: 404,
      });
  });

  it('can be changed by its author alone', async () => {
    const book = await begin(await world.as(greenfield.student));
    for (const other of [greenfield.teacher, greenfield.schoolAdmin, riverside.student]) {
      const caller = await world.as(other);
      expect(
        await world.refusal(caller, writingEndpoints.addChapter, {
          ...book.of,
          body: { id: uuidv7(), place: 1 },
        }),
      ).toMatchObject({ status: 404, code: 'writing.not_found' });
      expect(
        await world.refusal(caller, writingEndpoints.change, { ...book.of, body: { cover: null } }),
      ).toMatchObject({ status: 404, code: 'writing.not_found' });
      expect(await onDevice(caller, book)).toBeUndefined();
    }
  });

  it('is a story where a device of before there were books says nothing', async () => {
    const author = await world.as(greenfield.student);
    const [id, chapter_id] = [uuidv7(), uuidv7()];
    await world.call(author, writingEndpoints.begin, {
      body: { id, title: 'The kite', language: 'en', chapter_id },
    });
    expect(
      await onDevice(author, { id, firstPage: chapter_id, of: { params: { workId: id } } }),
    ).toMatchObject({ kind: 'story' });
  });
});

describe('a book before strangers', () => {
  it('has no page of a file and no such cover until a guardian has said yes to photographs; what was drawn stays', async () => {
    const signIn = { username: `hen-${uuidv7().slice(-8)}`, password: 'quiet-otter-11' };
    const { id } = await makeStudent(world.context, greenfield.tenant, greenfield.ownClass, signIn);
    const author = await world.as({ id, tenant_id: greenfield.tenant.id, ...signIn });
    const book = await begin(author);
    const [page, drawing] = [await photograph('sienna'), await photograph('teal', { format: 'png' })];
    await send(author, book, page);
    await send(author, book, drawing, 'drawing');
    await save(author, book, book.firstPage, pictureOf(page));
    await addPage(author, book, 1, pictureOf(drawing));
    await choose(author, book, page.sha256);
    await setPrivacy(world.context, greenfield.tenant, [id], 'public');
    await permit(world.context, greenfield.tenant, [id], ['public']);
    await world.call(author, writingEndpoints.change, { ...book.of, body: { visibility: 'public' } });
    await publish(author, await world.as(greenfield.teacher), book);

    const visitor = await world.as('visitor', greenfield.host);
    const seen = async () => ({
      cover: await coverOf(visitor, book),
      fetched: [await fetchAs(visitor, page), await fetchAs(visitor, drawing)],
    });
    expect(await seen()).toEqual({ cover: null, fetched: [404, 200] });
    await permit(world.context, greenfield.tenant, [id], ['picture']);
    expect(await seen()).toEqual({ cover: page.sha256, fetched: [200, 200] });
  });
});

describe('a cover', () => {
  it('is a picture that the work shows, for as long as it does', async () => {
    const author = await world.as(greenfield.student);
    const staff = await world.as(greenfield.teacher);
    const book = await begin(author);
    const [hen, fox] = [await photograph('crimson'), await photograph('chocolate')];
    await send(author, book, hen);
    await send(author, book, fox);
    const first = await save(author, book, book.firstPage, pictureOf(hen, 'A hen.'));
    const page = await addPage(author, book, 1, pictureOf(fox));
    await choose(author, book, fox.sha256);
    expect(await coverOf(author, book)).toBe(fox.sha256);
    expect(await onDevice(author, book)).toMatchObject({ cover: fox.sha256 });

    // What was taken out is nobody's to see; it is the cover again where it comes back.
    await world.call(author, writingEndpoints.removeChapter, {
      params: { workId: book.id, chapterId: page },
    });
    expect(await coverOf(author, book)).toBeNull();
    await save(author, book, book.firstPage, pictureOf(fox, 'A fox.'), first);
    expect(await coverOf(author, book)).toBe(fox.sha256);

    await publish(author, staff, book);
    const reader = await world.as(greenfield.otherTeacher);
    const { results } = await world.call(reader, workEndpoints.list, { query: { ids: book.id } });
    expect(results[0]?.cover).toMatchObject({ sha256: fox.sha256, alt: 'A hen' });
    expect(await fetchAs(reader, fox)).toBe(200);
    expect(await fetchAs(reader, hen)).toBe(404);
  });

  it('may be chosen before its picture has come, and never is what another sent', async () => {
    const author = await world.as(greenfield.student);
    const book = await begin(author);
    const late = await photograph('navy');
    await save(author, book, book.firstPage, pictureOf(late));
    await choose(author, book, late.sha256);
    expect(await coverOf(author, book)).toBeNull();
    await send(author, book, late);
    expect(await coverOf(author, book)).toBe(late.sha256);

    for (const other of [greenfield.teacher, riverside.student]) {
      const caller = await world.as(other);
      const mine = await begin(caller);
      await save(caller, mine, mine.firstPage, pictureOf(late));
      await choose(caller, mine, late.sha256);
      expect(await coverOf(caller, mine)).toBeNull();
    }
  });

  it('is taken off again, and not chosen behind the back of another tablet', async () => {
    const author = await world.as(greenfield.student);
    const book = await begin(author);
    const hen = await photograph('salmon');
    await send(author, book, hen);
    await save(author, book, book.firstPage, pictureOf(hen));
    await choose(author, book, hen.sha256);
    await choose(author, book, null);
    expect(await coverOf(author, book)).toBeNull();
    expect(await onDevice(author, book)).toMatchObject({ cover: null });
    for (const cover of ['A hen', 'f'.repeat(63)])
      expect(
        await world.refusal(author, writingEndpoints.change, { ...book.of, body: { cover } }),
      ).toMatchObject({ status: 400 });
  });
});
