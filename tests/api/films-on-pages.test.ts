import { uuidv7 } from 'uuidv7';
import { describe, expect, it } from 'vitest';
import { contentEndpoints } from '#contract/content/content.endpoints.ts';
import { editorEndpoints } from '#contract/content/editor.endpoints.ts';
import type { Lack, Unfinished } from '#contract/content/editor.schema.ts';
import { filmEndpoints } from '#contract/content/films.endpoints.ts';
import { filmLimits } from '#contract/content/films.schema.ts';
import { factsOf } from '#server/modules/served-pages/page-head.ts';
import { inTenant } from '#server/platform/database.ts';
import type { Caller } from '../support/api-world.ts';
import { beginFilm, captions, mp4, sendFilm, sendParts } from '../support/films.ts';
import { filmBlock, filmsOfFile, headOf, language } from './films.support.ts';

const { world, greenfield, riverside, platform, school, neighbours, newPage, edited, write } = filmsOfFile();

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
