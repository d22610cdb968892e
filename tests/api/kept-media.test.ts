import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { uuidv7 } from 'uuidv7';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { filmEndpoints } from '#contract/content/films.endpoints.ts';
import { filmLimits } from '#contract/content/films.schema.ts';
import { resourceEndpoints } from '#contract/resources/resources.endpoints.ts';
import { offerEndpoints } from '#contract/offers/offers.endpoints.ts';
import { assetPath } from '#contract/works/works.rules.ts';
import { recordingEndpoints } from '#contract/writing/recordings.endpoints.ts';
import { checkMedia } from '#server/operations/media-check.ts';
import { openMediaFolder } from '#server/platform/media-folder.ts';
import { createMediaMover } from '#server/platform/media-mover.ts';
import { keyOf, MediaAwayError, type MediaStore } from '#server/platform/media-store.ts';
import { sha256 as sha256Of } from '#server/platform/sha256.ts';
import { makeDrawing, makeWorks } from '#server/seeds/factories.ts';
import type { Caller, TestSchool } from '../support/api-world.ts';
import { anotherChild, beginWork } from '../support/authors.ts';
import { mailboxOfFile } from '../support/mailbox.ts';
import { handedInBook, offerBook, orderedPages } from '../support/offers.ts';
import { voice } from '../support/recordings.ts';
import { resourceForm, sheetPdf } from '../support/resources.ts';
import { makeLivePage } from '../support/content-pages.ts';
import { mp4, sendFilm } from '../support/films.ts';
import { drawingOf } from '../support/shelf.ts';
import { worldOfFile } from '../support/world-of-file.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'quillshelf-media-'));
const store = openMediaFolder(folder);
let isAway = false;
let opened = 0;

/** The folder, which can be away, and where it is counted how often somebody looked. */
const watched: MediaStore = {
  ...store,
  async open(ref, range) {
    opened += 1;
    if (isAway) throw new MediaAwayError('Away for a test');
    return await store.open(ref, range);
  },
  async put(ref, content, mediaType) {
    if (isAway) throw new MediaAwayError('Away for a test');
    await store.put(ref, content, mediaType);
  },
};

const { world, greenfield, riverside } = worldOfFile({ mediaStore: watched });
const mail = mailboxOfFile(world);
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Of what has left its rows, as if that were an hour ago by the clock of the test. */
const anHourLater = () =>
  world.testDatabase.administrator.query('update removed_media set removed_at = $1', [
    new Date(world.clock.now().getTime() - 60 * 60 * 1000),
  ]);
const mover = () =>
  createMediaMover({
    database: world.context.database,
    store: watched,
    clock: world.clock,
    onFailure: (error) => {
      throw error;
    },
  });
const check = (most = 1000) => checkMedia({ database: world.context.database, store, most });

const fetchAs = (caller: Caller, url: string, headers: Record<string, string> = {}) =>
  world.app.inject({
    method: 'GET',
    url,
    headers: {
      host: caller.host,
      ...(caller.access !== null && { authorization: `Bearer ${caller.access}` }),
      ...headers,
    },
  });

async function publicDrawing(school: TestSchool, words: string): Promise<string> {
  const sha256 = await makeDrawing(world.context, school.tenant, drawingOf(words));
  await makeWorks(world.context, school.tenant, [
    { author_id: null, visibility: 'public', cover: { sha256, alt: words } },
  ]);
  return sha256;
}

/** Where the bytes of some content are, by school. */
async function placesOf(table: string, sha256: string): Promise<Record<string, string>> {
  const { rows } = await world.testDatabase.administrator.query<{
    tenant_id: string;
    place: string;
  }>(
    `select tenant_id, kept_in || case when content is null then '' else ' with bytes' end as place
     from ${table} where sha256 = decode($1, 'hex')`,
    [sha256],
  );
  return Object.fromEntries(rows.map(({ tenant_id, place }) => [tenant_id, place]));
}

async function objectsOf({ tenant }: TestSchool): Promise<string[]> {
  const found = [];
  for await (const { sha256 } of store.list(tenant.id)) found.push(sha256);
  return found;
}

const words = 'A hen that both schools have';
let shared: string;
beforeAll(async () => {
  shared = await publicDrawing(greenfield, words);
  await publicDrawing(riverside, words);
  await mover().move();
});

describe('bytes in the store of media', () => {
  it('are no rows any more, and of each school by itself', async () => {
    expect(await placesOf('assets', shared)).toEqual({
      [greenfield.tenant.id]: 'store',
      [riverside.tenant.id]: 'store',
    });
    for (const school of [greenfield, riverside]) expect(await objectsOf(school)).toContain(shared);
  });

  it('are shown to those who may see the work, as they were, and again without asking the store', async () => {
    const visitor = await world.as('visitor');
    const { statusCode, body, headers } = await fetchAs(visitor, assetPath(shared));
    expect(statusCode).toBe(200);
    expect(body).toBe(drawingOf(words).svg);
    expect(headers).toMatchObject({
      'content-type': expect.stringMatching(/^image\/svg\+xml/u) as unknown,
      'cache-control': 'public, no-cache',
    });
    opened = 0;
    const again = await fetchAs(visitor, assetPath(shared), { 'if-none-match': String(headers.etag) });
    expect([again.statusCode, opened]).toEqual([304, 0]);
  });

  it('are nobody’s whose school has no work that shows them, and of no private work', async () => {
    const alone = await publicDrawing(greenfield, 'At one school alone');
    const hidden = await makeDrawing(world.context, greenfield.tenant, drawingOf('Hidden'));
    await makeWorks(world.context, greenfield.tenant, [
      { author_id: greenfield.student.id, visibility: 'private', cover: { sha256: hidden, alt: '' } },
    ]);
    await mover().move();
    expect((await fetchAs(await world.as('visitor'), assetPath(alone))).statusCode).toBe(200);
    opened = 0;
    for (const [caller, sha256] of [
      [await world.as('visitor', riverside.host), alone],
      [await world.as(riverside.teacher), alone],
      [await world.as('visitor'), hidden],
      [await world.as(riverside.schoolAdmin), hidden],
    ] as const)
      expect((await fetchAs(caller, assetPath(sha256))).statusCode).toBe(404);
    expect(opened).toBe(0);
  });

  it('are sent in parts where a recording is heard in parts', async () => {
    const child = await world.as(await anotherChild(world, greenfield));
    const story = await beginWork(world, child, { title: 'The song' });
    const song = voice();
    await world.call(child, recordingEndpoints.send, {
      params: { workId: story.id, sha256: song.sha256 },
      body: { recording: song.file },
    });
    await mover().move();
    const whole = await fetchAs(child, assetPath(song.sha256));
    expect(whole.rawPayload).toEqual(Buffer.from(song.bytes));
    const part = await fetchAs(child, assetPath(song.sha256), { range: 'bytes=4-11' });
    expect([part.statusCode, part.headers['content-range'], part.headers['content-length']]).toEqual([
      206,
      `bytes 4-11/${song.bytes.length}`,
      '8',
    ]);
    expect(part.rawPayload).toEqual(Buffer.from(song.bytes).subarray(4, 12));
    const beyond = await fetchAs(child, assetPath(song.sha256), { range: `bytes=${song.bytes.length}-` });
    expect([beyond.statusCode, beyond.headers['content-range']]).toEqual([
      416,
      `bytes */${song.bytes.length}`,
    ]);
  });

  it('go an hour after their last row, and not where another row has them', async () => {
    const teacher = await world.as(greenfield.teacher);
    const resourceId = uuidv7();
    const save = (file: File) =>
      world.call(teacher, resourceEndpoints.save, {
        params: { resourceId },
        body: { ...resourceForm(), file },
      });
    await save(sheetPdf('the first one'));
    await mover().move();
    const before = await objectsOf(greenfield);
    await save(sheetPdf('the second one'));
    await mover().move();
    // The replaced one is there for as long as somebody may be about to write the same again.
    const between = await objectsOf(greenfield);
    expect(between).toHaveLength(before.length + 1);
    const theirs = await objectsOf(riverside);
    await anHourLater();
    await mover().move();
    const after = await objectsOf(greenfield);
    expect(before.filter((each) => !after.includes(each))).toHaveLength(1);
    expect(after).toHaveLength(before.length);
    expect(await objectsOf(riverside)).toEqual(theirs);
    const file = await fetchAs(teacher, `/api/resources/${resourceId}/file`);
    expect(file.body).toContain('the second one');
  });

  it('stay where the same content is written again before they go', async () => {
    const teacher = await world.as(greenfield.teacher);
    const resourceId = uuidv7();
    const save = (body: object) =>
      world.call(teacher, resourceEndpoints.save, {
        params: { resourceId },
        body: { ...resourceForm(), ...body },
      });
    await save({ file: sheetPdf('twice') });
    await mover().move();
    await save({ file: 'none' });
    await save({ file: sheetPdf('twice') });
    await mover().move();
    await anHourLater();
    await mover().move();
    expect((await fetchAs(teacher, `/api/resources/${resourceId}/file`)).body).toContain('twice');
  });
});

describe('while the store is away', () => {
  it('words are read, pictures say when to ask again, and what is sent is kept', async () => {
    isAway = true;
    const visitor = await world.as('visitor');
    const refused = await fetchAs(visitor, assetPath(shared));
    expect([refused.statusCode, refused.headers['retry-after']]).toEqual([503, '10']);
    expect(refused.json()).toMatchObject({ code: 'request.unavailable' });
    expect((await fetchAs(visitor, '/api/works/')).statusCode).toBe(200);
    const sent = await publicDrawing(riverside, 'Drawn meanwhile');
    expect((await fetchAs(await world.as('visitor', riverside.host), assetPath(sent))).statusCode).toBe(200);
    await expect(mover().move()).rejects.toBeInstanceOf(MediaAwayError);
    expect(await placesOf('assets', sent)).toEqual({ [riverside.tenant.id]: 'row with bytes' });
    isAway = false;
    await mover().move();
    expect(await placesOf('assets', sent)).toEqual({ [riverside.tenant.id]: 'store' });
  });

  it('a visitor’s book is accepted all the same, and its pages stay where they are', async () => {
    const book = await offerBook(world, greenfield, mail);
    await world.call(book.visitor, offerEndpoints.handIn, {
      params: { offerId: book.id },
      body: handedInBook(book.ticket, orderedPages(book)),
    });
    await mover().move();
    const sha256 = book.pages[0]?.sha256 ?? '';
    expect(await placesOf('book_offer_pages', sha256)).toEqual({ [greenfield.tenant.id]: 'store' });
    isAway = true;
    opened = 0;
    const office = await world.as(greenfield.schoolAdmin);
    const accept = { params: { offerId: book.id }, body: {} };
    expect(
      (await world.refusal(await world.as(riverside.schoolAdmin), offerEndpoints.accept, accept)).status,
    ).toBe(404);
    await world.call(office, offerEndpoints.accept, accept);
    expect(opened).toBe(0);
    isAway = false;
    await anHourLater();
    await mover().move();
    expect(await placesOf('assets', sha256)).toEqual({ [greenfield.tenant.id]: 'store' });
    expect((await fetchAs(await world.as('visitor'), assetPath(sha256))).statusCode).toBe(200);
  });
});

describe('while bytes move', () => {
  it('they are in both, are read without the store, and are emptied after it was asked once more', async () => {
    const whole = await publicDrawing(greenfield, 'In both places');
    const lost = await publicDrawing(greenfield, 'Lost before it was emptied');
    await publicDrawing(riverside, 'In both places');
    expect(await mover().copy()).toBe(3);
    expect(await placesOf('assets', whole)).toEqual({
      [greenfield.tenant.id]: 'both with bytes',
      [riverside.tenant.id]: 'both with bytes',
    });
    expect(await mover().copy()).toBe(0);
    expect((await check()).missing).toEqual([]);
    isAway = true;
    const visitor = await world.as('visitor');
    expect((await fetchAs(visitor, assetPath(whole))).body).toBe(drawingOf('In both places').svg);
    await expect(mover().empty()).rejects.toBeInstanceOf(MediaAwayError);
    isAway = false;
    await store.remove({ tenantId: greenfield.tenant.id, sha256: lost });
    expect(await mover().empty()).toBe(2);
    expect(await placesOf('assets', whole)).toEqual({
      [greenfield.tenant.id]: 'store',
      [riverside.tenant.id]: 'store',
    });
    expect(await placesOf('assets', lost)).toEqual({ [greenfield.tenant.id]: 'row with bytes' });
    expect(await mover().move()).toBe(1);
    expect((await fetchAs(visitor, assetPath(lost))).statusCode).toBe(200);
  });

  it('it can be given up without asking the store', async () => {
    const sha256 = await publicDrawing(riverside, 'Stays in the database');
    await mover().copy();
    opened = 0;
    isAway = true;
    // What was moved before is read back, and that waits for the store.
    await expect(mover().takeBack()).rejects.toBeInstanceOf(MediaAwayError);
    expect(await placesOf('assets', sha256)).toEqual({ [riverside.tenant.id]: 'row with bytes' });
    isAway = false;
    await mover().move();
    expect(await placesOf('assets', sha256)).toEqual({ [riverside.tenant.id]: 'store' });
  });

  it('a film moves part by part, is watched from everywhere, and leaves the store when it is taken down', async () => {
    const editor = await world.as(greenfield.schoolAdmin);
    const film = mp4({ data: filmLimits.partBytes + 100 });
    const page = await makeLivePage(world, greenfield.tenant.id);
    const filmId = await sendFilm(world, editor, page, film);
    const input = { params: { id: page, filmId } };
    const { watch } = await world.call(editor, filmEndpoints.read, input);
    const hash = sha256Of(film.subarray(0, filmLimits.partBytes)).toString('hex');
    const range = { range: `bytes=${filmLimits.partBytes - 2}-${filmLimits.partBytes + 1}` };
    const across = film.subarray(filmLimits.partBytes - 2, filmLimits.partBytes + 2);
    for (const [step, place] of [
      [() => mover().copy(), 'both with bytes'],
      [() => mover().empty(), 'store'],
    ] as const) {
      await step();
      expect(await placesOf('content_film_parts', hash)).toEqual({ [greenfield.tenant.id]: place });
      const part = await fetchAs({ ...editor, access: null }, watch ?? '', range);
      expect([part.statusCode, part.rawPayload]).toEqual([206, across]);
      expect((await fetchAs({ ...editor, access: null }, watch ?? '')).rawPayload.equals(film)).toBe(true);
    }
    isAway = true;
    expect((await fetchAs({ ...editor, access: null }, watch ?? '', range)).statusCode).toBe(503);
    isAway = false;
    expect(await objectsOf(greenfield)).toContain(hash);
    await world.call(editor, filmEndpoints.remove, input);
    await anHourLater();
    await mover().move();
    expect(await objectsOf(greenfield)).not.toContain(hash);
  });
});

describe('the command that compares', () => {
  it('finds nothing where all is well, and names what is missing, changed or of no row', async () => {
    const first = await check();
    expect([first.missing, first.orphans]).toEqual([[], []]);
    expect([first.expected, first.read]).toEqual([first.expected, first.expected]);
    const lost = await publicDrawing(greenfield, 'Lost in the store');
    await mover().move();
    await store.remove({ tenantId: greenfield.tenant.id, sha256: lost });
    const stray = { tenantId: riverside.tenant.id, sha256: 'ab'.repeat(32) };
    await store.put(stray, Buffer.from('nobody’s'), 'image/webp');
    for (const most of [0, 1000]) {
      const found = await check(most);
      expect(found.missing).toEqual([{ tenantId: greenfield.tenant.id, sha256: lost, table: 'assets' }]);
      expect(found.orphans).toEqual([stray]);
    }
    const broken = await fetchAs(await world.as('visitor'), assetPath(lost));
    expect(broken.statusCode).toBe(503);
    await store.put(
      { tenantId: greenfield.tenant.id, sha256: lost },
      Buffer.from(drawingOf('Lost in the store').svg),
      '',
    );
    await store.remove(stray);
  });

  it('tells of what was changed in place where it reads', async () => {
    const ref = { tenantId: riverside.tenant.id, sha256: shared };
    const svg = drawingOf(words).svg;
    await store.put(ref, Buffer.from(svg.replace('svg', 'gvs')), '');
    expect((await check(0)).missing).toEqual([]);
    expect((await check()).missing).toEqual([{ ...ref, table: 'assets' }]);
    await store.put(ref, Buffer.from(svg), '');
    expect(keyOf(ref)).toContain(riverside.tenant.id);
  });
});

it('all bytes can be taken back into their rows, and leave the store then', async () => {
  const { expected } = await check(0);
  expect(expected).toBeGreaterThan(3);
  expect(await mover().takeBack()).toBe(expected);
  expect(await placesOf('assets', shared)).toEqual({
    [greenfield.tenant.id]: 'row with bytes',
    [riverside.tenant.id]: 'row with bytes',
  });
  const { rows } = await world.testDatabase.administrator.query<{ sha256: string }>(
    "select encode(sha256, 'hex') as sha256 from removed_media where tenant_id = $1",
    [greenfield.tenant.id],
  );
  expect(rows.map(({ sha256 }) => sha256)).toContain(shared);
  opened = 0;
  expect((await fetchAs(await world.as('visitor'), assetPath(shared))).body).toBe(drawingOf(words).svg);
  expect(opened).toBe(0);
});
