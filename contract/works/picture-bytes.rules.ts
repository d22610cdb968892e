/*
 * A picture that an author makes is nothing but its pixels. The device leaves all else out before it names the picture by its
 * hash, and the server takes none that has more: no place, no camera, no words, no file hidden behind it. Both sides say
 * with this function what that is, so the bytes that arrive are the bytes that were made.
 */

import type { PictureType } from './picture-limits.schema.ts';

export interface BarePicture {
  media_type: PictureType;
  bytes: Uint8Array<ArrayBuffer>;
}

type Range = readonly [from: number, to: number];

const pngSignature = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
const pngChunks = new Set(['IHDR', 'PLTE', 'tRNS', 'IDAT', 'IEND']);

const startsWith = (bytes: Uint8Array, start: readonly number[]) =>
  start.every((byte, place) => bytes[place] === byte);

/**
 * The picture without what is no pixel of it; null for what is neither JPEG nor PNG, or is not whole. Whether the pixels can be
 * read is another matter.
 * @see ITU-T T.81, annex B (JPEG); W3C PNG, section 5
 */
export function barePicture(bytes: Uint8Array): BarePicture | null {
  if (startsWith(bytes, pngSignature)) return joined('image/png', bytes, pngRanges(bytes));
  if (startsWith(bytes, [0xff, 0xd8])) return joined('image/jpeg', bytes, jpegRanges(bytes));
  return null;
}

function joined(
  media_type: PictureType,
  bytes: Uint8Array,
  ranges: readonly Range[] | null,
): BarePicture | null {
  if (!ranges) return null;
  const bare = new Uint8Array(ranges.reduce((length, [from, to]) => length + to - from, 0));
  let at = 0;
  for (const [from, to] of ranges) {
    bare.set(bytes.subarray(from, to), at);
    at += to - from;
  }
  return { media_type, bytes: bare };
}

function pngRanges(bytes: Uint8Array): Range[] | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const ranges: Range[] = [[0, pngSignature.length]];
  // Length, name, content, checksum.
  for (let at = pngSignature.length; at + 12 <= bytes.length;) {
    const end = at + 12 + view.getUint32(at);
    const name = String.fromCodePoint(...bytes.subarray(at + 4, at + 8));
    if (end > bytes.length) return null;
    if (pngChunks.has(name)) ranges.push([at, end]);
    if (name === 'IEND') return ranges;
    at = end;
  }
  return null;
}

/** Tables, frames, scans and restarts; of what applications add only how the colours are meant (JFIF, Adobe). */
function isPixels(marker: number): boolean {
  return (marker >= 0xc0 && marker <= 0xdf) || marker === 0xe0 || marker === 0xee;
}

const scan = 0xda;
const endOfPicture = 0xd9;

function jpegRanges(bytes: Uint8Array): Range[] | null {
  const ranges: Range[] = [[0, 2]];
  let at = 2;
  while (at + 4 <= bytes.length || (at + 2 <= bytes.length && bytes[at + 1] === endOfPicture)) {
    const marker = bytes[at + 1] ?? 0;
    if (bytes[at] !== 0xff) return null;
    if (marker === endOfPicture) return [...ranges, [at, at + 2]];
    const length = ((bytes[at + 2] ?? 0) << 8) | (bytes[at + 3] ?? 0);
    const segmentEnd = at + 2 + length;
    if (length < 2 || segmentEnd > bytes.length) return null;
    const end = marker === scan ? endOfScan(bytes, segmentEnd) : segmentEnd;
    if (isPixels(marker)) ranges.push([at, end]);
    at = end;
  }
  return null;
}

/** Pixels go on to the next marker; `ff 00` is a pixel's, and a restart stands between pixels. */
function endOfScan(bytes: Uint8Array, from: number): number {
  let at = from;
  for (; at + 1 < bytes.length; at += 1) {
    const next = bytes[at + 1] ?? 0;
    if (bytes[at] === 0xff && next !== 0 && !(next >= 0xd0 && next <= 0xd7)) break;
  }
  return at;
}
