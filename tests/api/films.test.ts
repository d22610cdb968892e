import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { filmEndpoints } from '#contract/content/films.endpoints.ts';
import { filmLimits } from '#contract/content/films.schema.ts';
import { sha256 } from '#server/platform/sha256.ts';
import {
  beginFilm,
  box,
  type FilmParts,
  mp4,
  partOf,
  sendFilm,
  sendParts,
  sentPart,
} from '../support/films.ts';
import { sweeperOf } from '../support/sweeper.ts';
import { filmBlock, filmsOfFile } from './films.support.ts';

const { world, greenfield, platform, school, neighbours, newPage, write } = filmsOfFile();

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
