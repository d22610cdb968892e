import { filmLimits } from '#contract/content/films.schema.ts';
import type { ByteRange } from '#server/platform/media-store.ts';

/*
 * Whether a file is an MP4 that browsers play: one picture in H.264, at most one sound in AAC, all of it in the file. Nothing of it is
 * decoded. ISO/IEC 14496-12 (boxes), -14 (MP4), -15 (avcC).
 */

export interface FilmFacts {
  seconds: number;
  width: number;
  height: number;
}

/** What a person is told. */
export class FilmError extends Error {
  override readonly name = 'FilmError';
}

const words = {
  not_mp4: 'This is not an MP4 file. Export the film as MP4 and try again.',
  not_whole: 'This MP4 is not whole. Export it again and try once more.',
  pieces: 'This MP4 is cut into pieces for streaming. Export it as one plain MP4 file.',
  picture:
    'The picture of this film is not H.264, which all browsers play. Export it as MP4 with H.264 and AAC.',
  sound: 'The sound of this film is not AAC, which all browsers play. Export it as MP4 with H.264 and AAC.',
  tracks: 'This film has more in it than one picture and one sound. Export it as a plain MP4.',
  place: 'This film says where it was taken. Export it without the place and try again.',
  outside: 'This film leads to another file. Export it as one plain MP4 file.',
  long: `A film lasts at most ${filmLimits.seconds / 3600} hours.`,
  size: 'The picture of this film is too large. Export it with at most 1920 by 1080 points.',
} as const;

const refuse = (why: keyof typeof words): never => {
  throw new FilmError(words[why]);
};

interface Box {
  type: string;
  /** Of what is in it, from the beginning of its buffer or file. */
  from: number;
  to: number;
}

/** Beside the film itself: empty room, and what a tool says of it. */
const atTop = new Set(['ftyp', 'moov', 'mdat', 'free', 'skip', 'wide', 'udta', 'meta', 'uuid', 'pdin']);
/** What tools say of a film. */
const told = new Set(['udta', 'meta', 'uuid']);
const largestTold = 1024 * 1024;
const ofPieces = new Set(['moof', 'styp', 'sidx', 'mfra', 'ssix']);
const brands = new Set([
  'isom',
  'iso2',
  'iso3',
  'iso4',
  'iso5',
  'iso6',
  'mp41',
  'mp42',
  'avc1',
  'M4V ',
  'M4VH',
  'MSNV',
]);
const mostBoxes = 2000;
/** Bytes of all tables of a film of two hours are far below. */
const largestIndex = 16 * 1024 * 1024;
const largestSide = 1920;

/** The head of a box: 32 bits of its length, its type, 64 bits of its length where the first say 1. */
function boxAt(head: Buffer, at: number, end: number): Box & { next: number } {
  if (head.length < 8) return refuse('not_whole');
  const type = head.toString('latin1', 4, 8);
  const short = head.readUInt32BE(0);
  const isLong = short === 1;
  if (isLong && head.length < 16) return refuse('not_whole');
  const length = short === 0 ? end - at : isLong ? Number(head.readBigUInt64BE(8)) : short;
  const from = at + (isLong ? 16 : 8);
  const next = at + length;
  if (next < from || next > end) return refuse('not_whole');
  return { type, from, to: next, next };
}

/** Boxes of a buffer. */
function boxesIn(bytes: Buffer, from = 0, to = bytes.length): Box[] {
  const found: Box[] = [];
  for (let at = from; at < to;) {
    // Some tools end a list with four zeros.
    if (to - at === 4 && bytes.readUInt32BE(at) === 0) break;
    const box = boxAt(bytes.subarray(at, Math.min(at + 16, to)), at, to);
    found.push(box);
    if (found.length > mostBoxes) refuse('not_whole');
    at = box.next;
  }
  return found;
}

/** A box of the moov with what is in it. */
class Part {
  readonly #bytes: Buffer;
  readonly #box: Box;

  constructor(bytes: Buffer, box: Box) {
    this.#bytes = bytes;
    this.#box = box;
  }

  get type(): string {
    return this.#box.type;
  }

  get content(): Buffer {
    return this.#bytes.subarray(this.#box.from, this.#box.to);
  }

  all(type?: string, skip = 0): Part[] {
    const boxes = boxesIn(this.#bytes, Math.min(this.#box.from + skip, this.#box.to), this.#box.to);
    return boxes
      .filter((box) => type === undefined || box.type === type)
      .map((box) => new Part(this.#bytes, box));
  }

  /** The only one of a kind, by its way. */
  one(...types: string[]): Part {
    return types.reduce((part: Part, type) => {
      const [found, ...others] = part.all(type);
      return found && others.length === 0 ? found : refuse('not_whole');
    }, this);
  }

  /** @throws FilmError where it is shorter */
  need(bytes: number): Buffer {
    const { content } = this;
    return content.length < bytes ? refuse('not_whole') : content;
  }
}

/** Length in the scale of `mvhd` and `mdhd`, which have the same form here. */
function secondsOf(header: Part): number {
  const isLong = header.need(4)[0] === 1;
  const content = header.need(isLong ? 32 : 20);
  const scale = content.readUInt32BE(isLong ? 20 : 12);
  const duration = isLong ? Number(content.readBigUInt64BE(24)) : content.readUInt32BE(16);
  return scale === 0 ? refuse('not_whole') : duration / scale;
}

/** The only way in which the samples of a track are made. */
function sampleEntry(table: Part): Part {
  const described = table.one('stsd');
  described.need(8);
  const [entry, ...others] = described.all(undefined, 8);
  return entry && others.length === 0 ? entry : refuse('tracks');
}

function sizeOf(table: Part): { width: number; height: number } {
  const entry = sampleEntry(table);
  if (entry.type !== 'avc1' && entry.type !== 'avc3') return refuse('picture');
  const content = entry.need(78);
  const [setup] = entry.all('avcC', 78);
  // Of the only version that there is.
  if (setup?.need(7)[0] !== 1) return refuse('picture');
  const width = content.readUInt16BE(24);
  const height = content.readUInt16BE(26);
  if (width === 0 || height === 0) return refuse('not_whole');
  if (Math.max(width, height) > largestSide) return refuse('size');
  return { width, height };
}

/** A descriptor of MPEG-4: its tag, its length in seven bits a byte, what is in it. */
function descriptor(bytes: Buffer, tag: number): Buffer {
  if (bytes[0] !== tag) return refuse('sound');
  let length = 0;
  for (let at = 1; at <= 4; at += 1) {
    const byte = bytes[at] ?? refuse('sound');
    length = length * 128 + (byte & 0x7f);
    if (byte < 0x80) return bytes.subarray(at + 1, at + 1 + length);
  }
  return refuse('sound');
}

/** The object type of AAC, from the decoder's configuration inside the elementary stream. */
function refuseOtherSound(table: Part): void {
  const entry = sampleEntry(table);
  if (entry.type !== 'mp4a') return refuse('sound');
  entry.need(28);
  const [setup] = entry.all('esds', 28);
  const stream = descriptor((setup ?? refuse('sound')).need(4).subarray(4), 3);
  const flags = stream[2] ?? refuse('sound');
  // Neither a stream that this one hangs on, nor an address, nor a clock.
  if ((flags & 0xe0) !== 0) return refuse('sound');
  if (descriptor(stream.subarray(3), 4)[0] !== 0x40) return refuse('sound');
}

/** All of the film is in the file itself. */
function refuseOutside(media: Part): void {
  const references = media.one('minf', 'dinf', 'dref');
  references.need(8);
  const all = references.all(undefined, 8);
  if (all.length === 0) refuse('not_whole');
  for (const each of all) if ((each.need(4)[3] ?? 0) % 2 === 0) refuse('outside');
}

/** Where the chunks of a track begin: each inside what the file holds of the film. */
function refuseStrayChunks(table: Part, data: readonly Box[]): void {
  const [short] = table.all('stco');
  const [long] = table.all('co64');
  const chunks = short ?? long ?? refuse('not_whole');
  const width = short ? 4 : 8;
  const content = chunks.need(8);
  const count = content.readUInt32BE(4);
  if (count === 0 || content.length < 8 + count * width) refuse('not_whole');
  for (let place = 0; place < count; place += 1) {
    const at = 8 + place * width;
    const offset = short ? content.readUInt32BE(at) : Number(content.readBigUInt64BE(at));
    if (!data.some(({ from, to }) => offset >= from && offset < to)) refuse('not_whole');
  }
  const sizes = table.one('stsz').need(12);
  if (sizes.readUInt32BE(8) === 0) refuse('not_whole');
}

/** What tools write where a film was taken. */
const places = ['\u{A9}xyz', 'loci', 'location.ISO6709', 'GPSLatitude'];
const saysPlace = (content: Buffer) => places.some((sign) => content.includes(sign, 0, 'latin1'));

function factsOf(moov: Buffer, data: readonly Box[]): FilmFacts {
  const movie = new Part(moov, { type: 'moov', from: 0, to: moov.length });
  if (movie.all('mvex').length > 0) refuse('pieces');
  for (const part of [movie, ...movie.all('trak')])
    for (const each of part.all()) if (told.has(each.type) && saysPlace(each.content)) refuse('place');
  let size: FilmFacts | null = null;
  let sounds = 0;
  for (const track of movie.all('trak')) {
    const media = track.one('mdia');
    const kind = media.one('hdlr').need(12).toString('latin1', 8, 12);
    if (kind !== 'vide' && kind !== 'soun') refuse('tracks');
    refuseOutside(media);
    const table = media.one('minf', 'stbl');
    refuseStrayChunks(table, data);
    if (kind === 'soun') {
      sounds += 1;
      refuseOtherSound(table);
    } else if (size) refuse('tracks');
    else size = { ...sizeOf(table), seconds: Math.max(1, Math.round(secondsOf(movie.one('mvhd')))) };
  }
  if (sounds > 1) refuse('tracks');
  if (!size) return refuse('picture');
  return size.seconds > filmLimits.seconds ? refuse('long') : size;
}

/**
 * Looks at a film by reading the heads of its boxes and its index.
 * @throws FilmError with words for whoever sent it
 */
export async function inspectMp4(
  bytes: number,
  read: (range: ByteRange) => Promise<Buffer>,
): Promise<FilmFacts> {
  let moov: Box | null = null;
  const data: Box[] = [];
  let at = 0;
  for (let count = 0; at < bytes; count += 1) {
    if (count > mostBoxes) refuse('not_whole');
    const head = await read({ from: at, to: Math.min(at + 15, bytes - 1) });
    if (count === 0 && head.toString('latin1', 4, 8) !== 'ftyp') refuse('not_mp4');
    const box = boxAt(head, at, bytes);
    if (ofPieces.has(box.type)) refuse('pieces');
    if (!atTop.has(box.type)) refuse('not_mp4');
    if (box.type === 'ftyp') {
      if (count > 0 || box.to - box.from < 8 || box.to - box.from > 1024) refuse('not_mp4');
      const said = (await read({ from: box.from, to: box.to - 1 })).toString('latin1');
      const all = Array.from({ length: Math.floor(said.length / 4) }, (_, place) =>
        said.slice(place * 4, place * 4 + 4),
      );
      if (!all.some((brand) => brands.has(brand))) refuse('not_mp4');
    }
    if (told.has(box.type) && box.to > box.from) {
      if (box.to - box.from > largestTold) refuse('not_mp4');
      if (saysPlace(await read({ from: box.from, to: box.to - 1 }))) refuse('place');
    }
    if (box.type === 'moov') {
      if (moov || box.to - box.from > largestIndex) refuse('not_whole');
      moov = box;
    }
    if (box.type === 'mdat' && box.to > box.from) data.push(box);
    at = box.next;
  }
  if (!moov || moov.to === moov.from || data.length === 0) return refuse('not_whole');
  return factsOf(await read({ from: moov.from, to: moov.to - 1 }), data);
}
