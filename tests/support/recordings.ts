import { randomBytes } from 'node:crypto';
import type { RecordingType } from '#contract/works/recording-limits.schema.ts';
import { sha256 } from '#server/platform/sha256.ts';

/*
 * Recordings as browsers make them, as small as they can be: the frame is right, and what sounds in it is noise that is
 * nothing else's.
 */

export interface TestRecording {
  bytes: Uint8Array<ArrayBuffer>;
  sha256: string;
  file: File;
}

/** Some bytes under their own hash, said to be of this type. */
export function recordingOf(bytes: Uint8Array, type: string = 'audio/webm'): TestRecording {
  const own = new Uint8Array(bytes);
  return { bytes: own, sha256: sha256(own).toString('hex'), file: new File([own], 'recording', { type }) };
}

const text = (letters: string) => Buffer.from(letters, 'latin1');

/** A length as EBML has it, in one byte or in four. */
function lengthOf(size: number): Buffer<ArrayBuffer> {
  if (size < 127) return Buffer.from([0x80 | size]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(0x10000000 + size);
  return length;
}

/** An element of EBML; `size` is null where it is not told. */
export function element(
  id: string,
  content: Buffer,
  size: number | null = content.length,
): Buffer<ArrayBuffer> {
  const length = size === null ? Buffer.from('01ffffffffffffff', 'hex') : lengthOf(size);
  return Buffer.concat([Buffer.from(id, 'hex'), length, content]);
}

interface WebmParts {
  docType?: string;
  codec?: string;
  /** 1 is a film, 2 a voice. */
  type?: number;
  tracks?: number;
  /** What stands beside the track. */
  beside?: Buffer;
  /** What is heard. */
  sound?: Buffer;
}

/** As Chromium records: what is written while it is recorded says of no length. */
export function webm({
  docType = 'webm',
  codec = 'A_OPUS',
  type = 2,
  tracks = 1,
  beside,
  sound = randomBytes(40),
}: WebmParts = {}): Buffer<ArrayBuffer> {
  const track = element(
    'ae',
    Buffer.concat([
      element('d7', Buffer.from([1])),
      element('83', Buffer.from([type])),
      element('86', text(codec)),
    ]),
  );
  const cluster = Buffer.concat([element('e7', Buffer.from([0])), element('a3', sound)]);
  return Buffer.concat([
    element('1a45dfa3', element('4282', text(docType))),
    element(
      '18538067',
      Buffer.concat([
        element('1549a966', element('2ad7b1', Buffer.from([1]))),
        element('1654ae6b', Buffer.concat(Array.from({ length: tracks }, () => track))),
        beside ?? Buffer.alloc(0),
        element('1f43b675', cluster, null),
        element('1f43b675', cluster, null),
      ]),
      null,
    ),
  ]);
}

/** RFC 3533, section 6: a page of packets, each of which is told by pieces of 255 bytes and a rest. */
function oggPage(flags: number, packets: readonly Buffer[], serial = 7): Buffer<ArrayBuffer> {
  const lengths = packets.flatMap(({ length }) => [
    ...Array.from({ length: Math.floor(length / 255) }, () => 255),
    length % 255,
  ]);
  const head = Buffer.alloc(27);
  head.write('OggS');
  head[5] = flags;
  head.writeUInt32LE(serial, 14);
  head[26] = lengths.length;
  return Buffer.concat([head, Buffer.from(lengths), ...packets]);
}

const oggFlags = { first: 2, last: 4 } as const;

/** As Firefox records: a head, the name of its encoder, and pages of many packets. `ends`: whether the last page says that it is. */
export function ogg({
  codec = 'OpusHead',
  lastSerial = 7,
  ends = true,
  pages = 1,
} = {}): Buffer<ArrayBuffer> {
  const head = Buffer.concat([text(codec), Buffer.from([1, 1, 0, 0, 0x80, 0xbb, 0, 0, 0, 0, 0])]);
  const encoder = text('Mozilla74.0');
  const size = Buffer.alloc(4);
  size.writeUInt32LE(encoder.length);
  const sounds = () => [randomBytes(40), randomBytes(255), randomBytes(300), randomBytes(80)];
  return Buffer.concat([
    oggPage(oggFlags.first, [head]),
    oggPage(0, [Buffer.concat([text('OpusTags'), size, encoder, Buffer.alloc(4)])]),
    ...Array.from({ length: pages }, (_each, number) => {
      const isLast = number === pages - 1;
      return oggPage(isLast && ends ? oggFlags.last : 0, sounds(), isLast ? lastSerial : 7);
    }),
  ]);
}

export function box(name: string, ...content: readonly Buffer[]): Buffer<ArrayBuffer> {
  const inside = Buffer.concat(content);
  const head = Buffer.alloc(8);
  head.writeUInt32BE(inside.length + 8);
  head.write(name, 4, 'latin1');
  return Buffer.concat([head, inside]);
}

/** As Safari records: a movie of nothing, and then the sounds in parts. `begins`: with the box of a file, or of a part. */
export function mp4({
  handler = 'soun',
  codec = 'mp4a',
  tracks = 1,
  beside = Buffer.alloc(0),
  inMovie = Buffer.alloc(0),
  inTrack = Buffer.alloc(0),
  begins = 'ftyp',
  parts = 1,
} = {}): Buffer<ArrayBuffer> {
  const track = box(
    'trak',
    inTrack,
    box(
      'mdia',
      box('hdlr', Buffer.alloc(8), text(handler), Buffer.alloc(13)),
      box('minf', box('stbl', box('stsd', Buffer.alloc(8), box(codec, Buffer.alloc(28))))),
    ),
  );
  return Buffer.concat([
    box(begins, text('iso5'), Buffer.alloc(4)),
    box('moov', box('mvhd', Buffer.alloc(100)), inMovie, ...Array.from({ length: tracks }, () => track)),
    beside,
    ...Array.from({ length: parts }, () =>
      Buffer.concat([box('moof', Buffer.alloc(8)), box('mdat', randomBytes(40))]),
    ),
  ]);
}

const makers: Readonly<Record<RecordingType, () => Buffer>> = {
  'audio/webm': webm,
  'audio/ogg': ogg,
  'audio/mp4': mp4,
};

/** A voice that is no other's. */
export function voice(type: RecordingType = 'audio/webm'): TestRecording {
  return recordingOf(makers[type](), type);
}
