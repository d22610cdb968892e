import { readFileSync } from 'node:fs';
import { uuidv7 } from 'uuidv7';
import { beforeAll, describe, expect, it } from 'vitest';
import { contentEndpoints } from '#contract/content/content.endpoints.ts';
import { editorEndpoints } from '#contract/content/editor.endpoints.ts';
import type { EditedPage, Lack, Unfinished } from '#contract/content/editor.schema.ts';
import { filmEndpoints } from '#contract/content/films.endpoints.ts';
import { filmLimits } from '#contract/content/films.schema.ts';
import { factsOf } from '#server/modules/content/page-head.ts';
import { sha256 } from '#server/platform/sha256.ts';
import { inTenant } from '#server/platform/database.ts';
import type { Caller } from '../support/api-world.ts';
import {
  beginFilm,
  box,
  captions,
  mp4,
  partOf,
  sendFilm,
  sendParts,
  sentPart,
  type FilmParts,
} from '../support/films.ts';
import { sweeperOf } from '../support/sweeper.ts';
import { worldOfFile } from '../support/world-of-file.ts';

const { world, greenfield, riverside } = worldOfFile();
const language = 'en';

let platform: Caller;
let school: Caller;
let neighbours: Caller;
beforeAll(async () => {
  platform = await world.as(world.platformAdmin);
  school = await world.as(greenfield.schoolAdmin);
  neighbours = await world.as(riverside.schoolAdmin);
});

/** With seconds and questions, as films have them. */
const headOf = (more: Unfinished = {}): Unfinished => ({
  kind: 'film',
  title: 'Where our water goes',
  summary: 'A film about water',
  for: 'everyone',
  goals: [],
  ages: [],
  seconds: 6,
  questions: [],
  ...more,
});
const filmBlock = (film: string, more: Unfinished = {}): Unfinished => ({
  id: 'film',
  kind: 'film',
  for: 'everyone',
  video: { film, captions },
  ...more,
});

let made = 0;
async function newPage(by: Caller): Promise<EditedPage> {
  made += 1;
  return await world.call(by, editorEndpoints.create, {
    body: { kind: 'film', slug: `water-${made}`, language, title: 'Water' },
  });
}
const edited = (by: Caller, id: string) =>
  world.call(by, editorEndpoints.edit, { params: { id }, query: { language } });
async function write(by: Caller, id: string, blocks: Unfinished[], head = headOf()) {
  const page = await edited(by, id);
  await world.call(by, editorEndpoints.writeDraft, {
    params: { id, language },
    body: { base: page.live?.n ?? null, seen: page.draft?.updated_at ?? null, head, blocks },
  });
  const { draft, live } = await edited(by, id);
  return {
    params: { id },
    body: { language, draft_updated_at: draft?.updated_at ?? '', live_n: live?.n ?? null },
  };
}
async function publish(by: Caller, id: string, blocks: Unfinished[]): Promise<void> {
  await world.call(by, editorEndpoints.publish, await write(by, id, blocks));
}
async function lacksOf(by: Caller, id: string, blocks: Unfinished[], head = headOf()): Promise<string[]> {
  const refused = await world.refusal(by, editorEndpoints.publish, await write(by, id, blocks, head));
  return (refused.details as { lacks: Lack[] }).lacks.map(({ field, lacks }) => `${field}: ${lacks}`);
}

/** A page with a film that everybody watches. */
async function livePage(by: Caller, film = mp4()) {
  const page = await newPage(by);
  const filmId = await sendFilm(world, by, page.id, film);
  await publish(by, page.id, [filmBlock(filmId)]);
  return { page, filmId, film, at: `/api/content/film/${page.slug}/films/${filmId}` };
}
const fetchAt = (host: string, url: string, headers: Record<string, string> = {}) =>
  world.app.inject({ method: 'GET', url, headers: { host, ...headers } });
const statusOf = async (host: string, url: string) => (await fetchAt(host, url)).statusCode;

describe('a film is sent in parts', () => {
  it('goes on after the network broke, with the parts that are there', async () => {
    const film = mp4({ data: 2 * filmLimits.partBytes + 1000 });
    const { id } = await newPage(school);
    const begun = await beginFilm(world, school, id, film);
    expect(begun).toMatchObject({ bytes: film.length, parts: [], ready_at: null, watch: null });
    const params = { id, filmId: begun.id };
    const send = (n: number) =>
      world.call(school, filmEndpoints.sendPart, {
        params: { ...params, n: String(n) },
        body: sentPart(partOf(film, n)),
      });
    await send(2);
    await send(0);
    const refused = await world.refusal(school, filmEndpoints.finish, { params });
    expect(refused.code).toBe('content.parts_missing');
    const again = await beginFilm(world, school, id, film);
    expect([again.id, again.parts]).toEqual([
      begun.id,
      [0, 2].map((n) => ({ n, sha256: sha256(partOf(film, n)).toString('hex') })),
    ]);
    await send(0);
    await send(1);
    const ready = await world.call(school, filmEndpoints.finish, { params });
    expect(ready).toMatchObject({ seconds: 6, width: 640, height: 360, watch: null });
    expect(ready.ready_at).not.toBeNull();
    expect(await world.call(school, filmEndpoints.finish, { params })).toEqual(ready);
    // Another file of the page is another film.
    expect((await beginFilm(world, school, id, mp4())).id).not.toBe(begun.id);
  });

  it('keeps no part that arrived otherwise, and none of another length', async () => {
    const film = mp4({ data: filmLimits.partBytes });
    const { id } = await newPage(school);
    const { id: filmId } = await beginFilm(world, school, id, film);
    const first = partOf(film, 0);
    for (const [n, body] of [
      [0, sentPart(first, sha256(Buffer.from('other')).toString('hex'))],
      [0, sentPart(first.subarray(1))],
      [1, sentPart(first)],
      [2, sentPart(partOf(film, 1))],
    ] as const) {
      const { code } = await world.refusal(school, filmEndpoints.sendPart, {
        params: { id, filmId, n: String(n) },
        body,
      });
      expect(code).toBe('content.broken_part');
    }
    expect((await beginFilm(world, school, id, film)).parts).toEqual([]);
    const { status, errors } = await world.refusal(school, filmEndpoints.begin, {
      params: { id },
      body: { bytes: filmLimits.bytes + 1, first_part: 'ab'.repeat(32) },
    });
    expect([status, errors]).toEqual([400, { bytes: [expect.stringContaining('200 MB')] }]);
  });

  it('is nobody’s of another school, nor of those who do not edit pages', async () => {
    const film = mp4();
    const { id } = await newPage(school);
    const sent = await sendParts(world, school, id, film);
    const part = { params: { ...sent.params, n: '0' }, body: sentPart(film) };
    const begin = { params: { id }, body: { bytes: film.length, first_part: 'ab'.repeat(32) } };
    for (const [by, code] of [
      [neighbours, 'content.not_found'],
      [platform, 'content.not_found'],
      [await world.as(greenfield.teacher), 'request.forbidden'],
      [await world.as(greenfield.student), 'request.forbidden'],
    ] as const) {
      expect((await world.refusal(by, filmEndpoints.begin, begin)).code).toBe(code);
      expect((await world.refusal(by, filmEndpoints.sendPart, part)).code).toBe(code);
      for (const each of ['finish', 'read', 'remove'] as const)
        expect((await world.refusal(by, filmEndpoints[each], sent)).code).toBe(code);
    }
    const theirs = await newPage(neighbours);
    const mixed = { params: { id: theirs.id, filmId: sent.params.filmId } };
    expect((await world.refusal(neighbours, filmEndpoints.finish, mixed)).code).toBe('content.not_found');
  });

  it('counts what it takes, and is refused before it is sent where there is no room', async () => {
    const film = mp4();
    const { id } = await newPage(school);
    await world.testDatabase.administrator.query(
      `insert into tenant_ceilings (tenant_id, media_bytes, updated_at) values ($1, 10, now())
       on conflict (tenant_id) do update set media_bytes = 10`,
      [greenfield.tenant.id],
    );
    const begin = { params: { id }, body: { bytes: film.length, first_part: 'ab'.repeat(32) } };
    expect((await world.refusal(school, filmEndpoints.begin, begin)).code).toBe('quota.full');
    await world.testDatabase.administrator.query(
      'update tenant_ceilings set media_bytes = null where tenant_id = $1',
      [greenfield.tenant.id],
    );
    await sendFilm(world, school, id, film);
    for (let more = 1; more < filmLimits.perPage; more += 1) await beginFilm(world, school, id, mp4());
    expect((await world.refusal(school, filmEndpoints.begin, begin)).code).toBe('content.too_many_films');
  });

  it('is swept away a week after it stopped in the middle, or where no text of its page has it', async () => {
    const { id } = await newPage(school);
    const stopped = await beginFilm(world, school, id, mp4());
    const kept = await sendFilm(world, school, id, mp4());
    const left = await sendFilm(world, school, id, mp4());
    await write(school, id, [filmBlock(kept)]);
    await world.testDatabase.administrator.query(
      "update content_films set created_at = $2::timestamptz - interval '8 days' where page_id = $1",
      [id, world.clock.now()],
    );
    await sweeperOf(world).sweep();
    const read = (filmId: string) => ({ params: { id, filmId } });
    for (const gone of [stopped.id, left])
      expect((await world.refusal(school, filmEndpoints.read, read(gone))).code).toBe('content.not_found');
    expect((await world.call(school, filmEndpoints.read, read(kept))).id).toBe(kept);
  });
});

describe('a file that is no film for browsers', () => {
  const zero = Buffer.alloc(4);
  it.each<[string, Buffer | FilmParts, string]>([
    ['words', Buffer.from('These are words and no film at all'), 'not an MP4'],
    ['a page of HTML in front', Buffer.concat([Buffer.from('<html><script>'), mp4()]), 'not an MP4'],
    ['a QuickTime film', { brand: 'qt  ' }, 'not an MP4'],
    ['something behind it', { after: [Buffer.from('PK\u0003\u0004 an archive')] }, 'not whole'],
    ['boxes that nobody knows', { before: [box('evil', zero)] }, 'not an MP4'],
    ['a film that ends in the middle', mp4().subarray(0, 200), 'not whole'],
    ['pieces for streaming', { after: [box('moof', zero)] }, 'pieces'],
    ['pieces that it promises', { told: [box('mvex', zero)] }, 'pieces'],
    ['HEVC', { picture: 'hvc1' }, 'not H.264'],
    ['a sealed picture', { picture: 'encv' }, 'not H.264'],
    ['H.264 without its setup', { avcC: Buffer.alloc(0) }, 'not whole'],
    ['AC-3', { sound: 'ac-3' }, 'not AAC'],
    ['MP3 in MP4', { object: 0x6b }, 'not AAC'],
    ['a third track', { tracks: ['meta'] }, 'more in it'],
    ['two pictures', { tracks: ['vide'] }, 'more in it'],
    ['no picture', { tracks: [], picture: 'avc1', width: 0 }, 'not whole'],
    ['an address of another file', { reference: 0 }, 'leads to another file'],
    ['chunks outside', { chunk: 4 }, 'not whole'],
    ['no samples', { samples: 0 }, 'not whole'],
    [
      'where it was taken',
      { told: [box('udta', box('\u{A9}xyz', Buffer.from('+48.1+011.6/')))] },
      'where it was taken',
    ],
    ['three hours', { seconds: 3 * 3600 }, 'at most 2 hours'],
    ['too many points', { width: 3840, height: 2160 }, 'too large'],
    [
      'a box that is longer than all',
      Buffer.concat([mp4(), Buffer.from([0x7f, 0xff, 0xff, 0xff]), Buffer.from('free')]),
      'not whole',
    ],
    [
      'a box without end',
      Buffer.concat([mp4(), Buffer.from([0, 0, 0, 1]), Buffer.from('free'), Buffer.alloc(8, 0xff)]),
      'not whole',
    ],
  ])('is refused at its field and thrown away: %s', async (_name, made_of, said) => {
    const film = Buffer.isBuffer(made_of) ? made_of : mp4(made_of);
    const { id } = await newPage(school);
    const sent = await sendParts(world, school, id, film);
    const { status, code, errors } = await world.refusal(school, filmEndpoints.finish, sent);
    expect([status, code]).toEqual([400, 'content.unreadable_film']);
    expect(errors).toEqual({ film: [expect.stringContaining(said)] });
    expect((await world.refusal(school, filmEndpoints.read, sent)).code).toBe('content.not_found');
  });

  it('a silent film is one, one with its index behind it, and one that a tool of the trade exported', async () => {
    const { id } = await newPage(school);
    const exported = readFileSync(new URL('../support/film-samples/two-seconds.mp4', import.meta.url));
    for (const [film, seconds] of [
      [mp4({ sound: null }), 6],
      [mp4({ before: [box('free', Buffer.alloc(100))] }), 6],
      [exported, 2],
    ] as const) {
      const sent = await sendParts(world, school, id, film);
      expect(await world.call(school, filmEndpoints.finish, sent)).toMatchObject({ seconds });
    }
  });
});

describe('a page with a film', () => {
  it('is not ready without the film, its captions and one way to look', async () => {
    const { id } = await newPage(school);
    const filmId = await sendFilm(world, school, id, mp4());
    const unfinished = await beginFilm(world, school, id, mp4());
    const elsewhere = await sendFilm(world, school, (await newPage(school)).id, mp4());
    const lacks = (block: Unfinished, head?: Unfinished) =>
      lacksOf(school, id, [block], head === undefined ? headOf() : headOf(head));
    expect(await lacks({ id: 'film', kind: 'film' })).toEqual(['video: A film needs a file or pictures']);
    expect(await lacks(filmBlock(filmId, { video: { film: '', captions } }))).toEqual([
      'video.film: A film needs its file: choose an MP4',
    ]);
    for (const other of [uuidv7(), unfinished.id, elsewhere])
      expect(await lacks(filmBlock(other))).toEqual([
        'video.film: The film is not here any more. Choose it again',
      ]);
    const withCaptions = (words: string) =>
      lacks(filmBlock(filmId, { video: { film: filmId, captions: words } }));
    expect(await withCaptions('')).toEqual([
      'video.captions: A film needs captions: what is said and heard in it',
    ]);
    expect(await withCaptions('Hello')).toEqual([
      'video.captions: Captions begin with a line that says WEBVTT',
    ]);
    expect(await withCaptions('WEBVTT\n\n00:05.000 --> 00:04.000\nBack')).toEqual([
      'video.captions: Caption 1 ends before it begins',
    ]);
    expect(await lacks(filmBlock(filmId), { for: 'staff' })).toEqual([
      'for: A film cannot be for school staff alone',
    ]);
    const frames = [{ picture: 'A tap', words: 'Water', seconds: 3 }];
    expect(await lacks(filmBlock(filmId, { frames }))).toEqual([
      'frames: A film has a file or pictures: remove one of them',
    ]);
  });

  it('is watched by everybody at its school, in parts, with captions of plain words', async () => {
    const film = mp4({ data: filmLimits.partBytes + 5000 });
    const { page, at } = await livePage(school, film);
    const read = await world.call({ host: greenfield.host, access: null }, contentEndpoints.read, {
      params: { kind: 'film', slug: page.slug },
      query: {},
    });
    expect(read.blocks).toEqual([
      expect.objectContaining({
        frames: [],
        video: {
          address: `${at}?language=en`,
          language: 'en',
          transcript: ['Where does water come from? From the clouds & the ground.'],
        },
      }),
    ]);
    const whole = await fetchAt(greenfield.host, at);
    expect(whole.statusCode).toBe(200);
    expect(whole.rawPayload.equals(film)).toBe(true);
    expect(whole.headers).toMatchObject({
      'accept-ranges': 'bytes',
      'cache-control': 'public, no-cache',
      'content-length': String(film.length),
      'content-security-policy': "default-src 'none'; sandbox",
      'content-type': 'video/mp4',
      'x-content-type-options': 'nosniff',
    });
    for (const [range, from, to] of [
      ['bytes=0-0', 0, 0],
      [
        `bytes=${filmLimits.partBytes - 3}-${filmLimits.partBytes + 3}`,
        filmLimits.partBytes - 3,
        filmLimits.partBytes + 3,
      ],
      ['bytes=-10', film.length - 10, film.length - 1],
      [`bytes=${film.length - 1}-`, film.length - 1, film.length - 1],
      ['bytes=100-99999999', 100, film.length - 1],
    ] as const) {
      const part = await fetchAt(greenfield.host, at, { range });
      expect([part.statusCode, part.headers['content-range']]).toEqual([
        206,
        `bytes ${from}-${to}/${film.length}`,
      ]);
      expect(part.rawPayload.equals(film.subarray(from, to + 1))).toBe(true);
    }
    const beyond = await fetchAt(greenfield.host, at, { range: `bytes=${film.length}-` });
    expect([beyond.statusCode, beyond.headers['content-range']]).toEqual([416, `bytes */${film.length}`]);
    const etag = String(whole.headers.etag);
    expect((await fetchAt(greenfield.host, at, { 'if-none-match': etag })).statusCode).toBe(304);
    expect(
      (await fetchAt(greenfield.host, at, { range: 'bytes=0-9', 'if-range': '"other"' })).statusCode,
    ).toBe(200);
    expect((await fetchAt(greenfield.host, at, { range: 'bytes=0-9', 'if-range': etag })).statusCode).toBe(
      206,
    );
    const head = await world.app.inject({ method: 'HEAD', url: at, headers: { host: greenfield.host } });
    expect([head.statusCode, head.headers['content-length'], head.body]).toEqual([
      200,
      String(film.length),
      '',
    ]);
    expect(factsOf(read, 'https://greenfield.example')[0]).toMatchObject({
      '@type': 'VideoObject',
      contentUrl: `https://greenfield.example${at}?language=en`,
      duration: 'PT6S',
      transcript: 'Where does water come from? From the clouds & the ground.',
    });
    const words = await fetchAt(greenfield.host, `${at}/captions?language=en`);
    expect(words.headers['content-type']).toBe('text/vtt; charset=utf-8');
    expect(words.body).toBe(
      'WEBVTT\n\n00:00:00.500 --> 00:00:02.000\nWhere does water come from?\n\n' +
        '00:00:02.200 --> 00:00:05.000\nFrom the clouds &amp; the ground.\n',
    );
  });

  it('is at no other school, and with none of its films at another page', async () => {
    const mine = await livePage(school);
    const theirs = await livePage(neighbours);
    expect(await statusOf(greenfield.host, mine.at)).toBe(200);
    for (const [host, url] of [
      [riverside.host, mine.at],
      [greenfield.host, theirs.at],
      [greenfield.host, mine.at.replace(mine.filmId, theirs.filmId)],
      [greenfield.host, mine.at.replace(mine.page.slug, 'nothing')],
      [greenfield.host, mine.at.replace(mine.filmId, 'x')],
      [greenfield.host, `${mine.at}?language=%00`],
    ] as const)
      for (const each of [url, url.replace(/(?=\?|$)/u, '/captions')])
        expect(await statusOf(host, each)).toBe(404);
  });

  it('of the platform is watched at each school that shows the page, and drafts of it at none', async () => {
    const { page, at, film, filmId } = await livePage(platform);
    const draft = await newPage(platform);
    const hidden = await sendFilm(world, platform, draft.id, mp4());
    for (const host of [greenfield.host, riverside.host, 'localhost'])
      expect((await fetchAt(host, at)).rawPayload.equals(film)).toBe(true);
    const seen = await inTenant(world.context.database, greenfield.tenant.id, (transaction) =>
      transaction.selectFrom('content_films').select('id').where('id', 'in', [filmId, hidden]).execute(),
    );
    expect(seen).toEqual([{ id: filmId }]);
    await world.call(school, editorEndpoints.choose, { params: { id: page.id }, body: { choice: 'hidden' } });
    expect([await statusOf(greenfield.host, at), await statusOf(riverside.host, at)]).toEqual([404, 200]);
  });

  it('takes its film along when it is taken down, and is read on where the film alone is', async () => {
    const { page, at, filmId } = await livePage(school);
    expect(await statusOf(greenfield.host, at)).toBe(200);
    const live_n = (await edited(school, page.id)).live?.n ?? null;
    await world.call(school, editorEndpoints.unpublish, {
      params: { id: page.id },
      body: { language, live_n },
    });
    expect(await statusOf(greenfield.host, at)).toBe(404);
    await publish(school, page.id, [filmBlock(filmId)]);
    expect(await statusOf(greenfield.host, at)).toBe(200);
    await world.call(school, filmEndpoints.remove, { params: { id: page.id, filmId } });
    expect([await statusOf(greenfield.host, at), await statusOf(greenfield.host, `${at}/captions`)]).toEqual([
      404, 404,
    ]);
    const read = await world.call({ host: greenfield.host, access: null }, contentEndpoints.read, {
      params: { kind: 'film', slug: page.slug },
      query: {},
    });
    expect(read.blocks).toEqual([
      expect.objectContaining({
        video: { address: null, language, transcript: [expect.stringContaining('clouds')] },
      }),
    ]);
    const { rows } = await world.testDatabase.administrator.query(
      'select n from content_film_parts where film_id = $1',
      [filmId],
    );
    expect(rows).toEqual([]);
  });

  it('shows its draft’s film to its editors alone, by a ticket of some hours at their host', async () => {
    const film = mp4();
    const { id } = await newPage(school);
    const sent = await sendParts(world, school, id, film);
    expect((await world.call(school, filmEndpoints.read, sent)).watch).toBeNull();
    await world.call(school, filmEndpoints.finish, sent);
    const { watch } = await world.call(school, filmEndpoints.read, sent);
    const address = watch ?? '';
    const watched = await fetchAt(greenfield.host, address, { range: 'bytes=0-7' });
    expect([watched.statusCode, watched.headers['cache-control']]).toEqual([206, 'private, no-cache']);
    const other = await sendFilm(world, school, id, mp4());
    expect(await statusOf(riverside.host, address)).toBe(404);
    expect(await statusOf(greenfield.host, address.replace(sent.params.filmId, other))).toBe(404);
    expect(await statusOf(greenfield.host, address.replace(/ticket=.*/u, 'ticket=mine'))).toBe(404);
    world.clock.advance(6 * 60 * 60 * 1000);
    expect(await statusOf(greenfield.host, address)).toBe(404);
  });
});
