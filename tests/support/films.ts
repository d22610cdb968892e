import { randomBytes } from 'node:crypto';
import { filmEndpoints } from '#contract/content/films.endpoints.ts';
import { filmLimits, partsOf, type Film } from '#contract/content/films.schema.ts';
import { sha256 } from '#server/platform/sha256.ts';
import type { ApiWorld, Caller } from './api-world.ts';

/*
 * Films as tools export them, as small as they can be: the boxes are right, and what is seen and heard in them is noise.
 */

type Bytes = Buffer<ArrayBuffer>;

const numbers = (...values: number[]): Bytes => {
  const bytes = Buffer.alloc(values.length * 4);
  for (const [place, value] of values.entries()) bytes.writeUInt32BE(value, place * 4);
  return bytes;
};

/** A box with its length and its type. */
export function box(type: string, ...content: Uint8Array[]): Bytes {
  const all = Buffer.concat(content);
  return Buffer.concat([numbers(all.length + 8), Buffer.from(type, 'latin1'), all]);
}

const full = (type: string, ...content: Uint8Array[]) => box(type, numbers(0), ...content);

export interface FilmParts {
  brand?: string;
  /** Boxes in front of the film itself. */
  before?: Uint8Array[];
  after?: Uint8Array[];
  seconds?: number;
  width?: number;
  height?: number;
  picture?: string;
  avcC?: Uint8Array;
  sound?: string | null;
  /** Of the sound: 0x40 is AAC. */
  object?: number;
  /** Kinds of tracks beside these two. */
  tracks?: string[];
  /** 1: in this file; 0: at an address. */
  reference?: number;
  /** Where the chunks begin; left out: in the film. */
  chunk?: number;
  samples?: number;
  /** What is said of the film, in its `moov`. */
  told?: Uint8Array[];
  /** Bytes of what is seen and heard. */
  data?: number;
}

function entryOf(kind: string, { picture = 'avc1', sound, avcC, object = 0x40, ...size }: FilmParts): Bytes {
  if (kind === 'soun') {
    const config = Buffer.concat([Buffer.from([4, 13, object]), Buffer.alloc(12)]);
    const stream = Buffer.concat([Buffer.from([3, config.length + 3, 0, 1, 0]), config]);
    return box(sound ?? 'mp4a', Buffer.alloc(28), full('esds', stream));
  }
  if (kind !== 'vide') return box('mett', Buffer.alloc(16));
  const fields = Buffer.alloc(78);
  fields.writeUInt16BE(size.width ?? 640, 24);
  fields.writeUInt16BE(size.height ?? 360, 26);
  return box(picture, fields, box('avcC', avcC ?? Buffer.from([1, 0x42, 0xc0, 0x1e, 0xff, 0xe0, 0])));
}

function track(kind: string, chunk: number, parts: FilmParts): Bytes {
  const table = box(
    'stbl',
    full('stsd', numbers(1), entryOf(kind, parts)),
    full('stsz', numbers(0, parts.samples ?? 1, 16)),
    full('stco', numbers(1, chunk)),
  );
  const reference = box('url ', numbers(parts.reference ?? 1));
  const media = box(
    'mdia',
    full('hdlr', numbers(0), Buffer.from(kind, 'latin1'), Buffer.alloc(13)),
    box('minf', box('dinf', full('dref', numbers(1), reference)), table),
  );
  return box('trak', full('tkhd', Buffer.alloc(80)), media);
}

/** A film of six seconds, unless it is said otherwise. */
export function mp4(parts: FilmParts = {}): Bytes {
  const {
    brand = 'isom',
    before = [],
    after = [],
    told = [],
    seconds = 6,
    tracks = [],
    sound = 'mp4a',
  } = parts;
  const head = Buffer.concat([
    box('ftyp', Buffer.from(`${brand}\0\0\0\0`, 'latin1'), Buffer.from(brand, 'latin1')),
    ...before,
  ]);
  const data = box('mdat', randomBytes(parts.data ?? 64));
  const chunk = parts.chunk ?? head.length + 8;
  const header = full('mvhd', numbers(0, 0, 1000, seconds * 1000), Buffer.alloc(80));
  const all = ['vide', ...(sound === null ? [] : ['soun']), ...tracks].map((kind) =>
    track(kind, chunk, parts),
  );
  return Buffer.concat([head, data, box('moov', header, ...all, ...told), ...after]);
}

export const captions = `WEBVTT

NOTE nobody reads this

00:00.500 --> 00:02.000
<v Ada>Where does water come from?

second
00:02.200 --> 00:05.000
From the clouds &amp; the ground.
`;

export const partOf = (film: Buffer, n: number) =>
  film.subarray(n * filmLimits.partBytes, (n + 1) * filmLimits.partBytes);

/** A part as it is sent. */
export const sentPart = (content: Uint8Array, hash = sha256(Buffer.from(content)).toString('hex')) => ({
  sha256: hash,
  part: new File([new Uint8Array(content)], 'part', { type: 'application/octet-stream' }),
});

export async function beginFilm(world: ApiWorld, by: Caller, pageId: string, film: Buffer): Promise<Film> {
  const first_part = sha256(partOf(film, 0)).toString('hex');
  return await world.call(by, filmEndpoints.begin, {
    params: { id: pageId },
    body: { bytes: film.length, first_part },
  });
}

/** Sends all of a film. @returns what `finish` answers to, as its input */
export async function sendParts(world: ApiWorld, by: Caller, pageId: string, film: Buffer) {
  const { id: filmId } = await beginFilm(world, by, pageId, film);
  for (let n = 0; n < partsOf(film.length); n += 1)
    await world.call(by, filmEndpoints.sendPart, {
      params: { id: pageId, filmId, n: String(n) },
      body: sentPart(partOf(film, n)),
    });
  return { params: { id: pageId, filmId } };
}

/** A film that is ready. @returns its id */
export async function sendFilm(world: ApiWorld, by: Caller, pageId: string, film: Buffer): Promise<string> {
  const sent = await sendParts(world, by, pageId, film);
  await world.call(by, filmEndpoints.finish, sent);
  return sent.params.filmId;
}
