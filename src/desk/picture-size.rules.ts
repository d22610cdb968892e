/*
 * How large a picture says that it is. A file of some kilobytes can say so of a billion pixels, and a tablet that opens it has no
 * memory left; so it is asked before a browser reads it.
 */

export interface PictureSize {
  width: number;
  height: number;
}

const text = (bytes: Uint8Array, from: number, to: number) =>
  String.fromCodePoint(...bytes.subarray(from, to));

/**
 * In pixels; null where that is not known: the browser knows other kinds, too, and it may stand farther behind than these bytes go.
 * @see W3C PNG, section 11.2.2; GIF89a, sections 18 and 20; RFC 9649 (WebP); ITU-T T.81, B.2.2 (JPEG); ISO/IEC 23008-12, 6.5.3
 * (AVIF, HEIC)
 */
export function sizeInHeader(bytes: Uint8Array): PictureSize | null {
  if (bytes.length < 30) return null;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (text(bytes, 1, 4) === 'PNG') return { width: view.getUint32(16), height: view.getUint32(20) };
  if (text(bytes, 0, 3) === 'GIF') return sizeOfGif(bytes, view);
  if (text(bytes, 0, 2) === 'BM')
    return { width: Math.abs(view.getInt32(18, true)), height: Math.abs(view.getInt32(22, true)) };
  if (text(bytes, 4, 8) === 'ftyp') return sizeInBoxes(bytes, view);
  if (text(bytes, 0, 4) === 'RIFF' && text(bytes, 8, 12) === 'WEBP') return sizeOfWebp(bytes, view);
  return bytes[0] === 0xff && bytes[1] === 0xd8 ? sizeOfJpeg(bytes, view) : null;
}

const larger = (one: PictureSize, other: PictureSize): PictureSize => ({
  width: Math.max(one.width, other.width),
  height: Math.max(one.height, other.height),
});

/** Behind the blocks of an extension, each with its length in front; the last one is empty. */
function behindBlocks(bytes: Uint8Array, from: number): number {
  let at = from;
  for (let length = bytes[at] ?? 0; length > 0; length = bytes[at] ?? 0) at += 1 + length;
  return at + 1;
}

/** That of the screen or of its first picture: browsers make room for the one that is larger. */
function sizeOfGif(bytes: Uint8Array, view: DataView): PictureSize {
  const screen = { width: view.getUint16(6, true), height: view.getUint16(8, true) };
  const packed = bytes[10] ?? 0;
  let at = 13 + ((packed & 0x80) === 0 ? 0 : 3 * 2 ** ((packed & 7) + 1));
  while (bytes[at] === 0x21) at = behindBlocks(bytes, at + 2);
  if (bytes[at] !== 0x2c || at + 9 > bytes.length) return screen;
  return larger(screen, { width: view.getUint16(at + 5, true), height: view.getUint16(at + 7, true) });
}

/** The largest of all that a file of boxes tells: a picture may be put together of others, and have a small one beside it. */
function sizeInBoxes(bytes: Uint8Array, view: DataView): PictureSize | null {
  let found: PictureSize | null = null;
  for (let at = bytes.indexOf(0x69); at !== -1 && at + 16 <= bytes.length; at = bytes.indexOf(0x69, at + 1)) {
    if (text(bytes, at, at + 4) !== 'ispe') continue;
    const told = { width: view.getUint32(at + 8), height: view.getUint32(at + 12) };
    found = found ? larger(found, told) : told;
  }
  return found;
}

function sizeOfWebp(bytes: Uint8Array, view: DataView): PictureSize | null {
  const kind = text(bytes, 12, 16);
  const threeBytes = (at: number) => view.getUint16(at, true) | ((bytes[at + 2] ?? 0) << 16);
  if (kind === 'VP8X') return { width: 1 + threeBytes(24), height: 1 + threeBytes(27) };
  if (kind === 'VP8 ')
    return { width: view.getUint16(26, true) & 0x3fff, height: view.getUint16(28, true) & 0x3fff };
  if (kind !== 'VP8L') return null;
  const packed = view.getUint32(21, true);
  return { width: 1 + (packed & 0x3fff), height: 1 + ((packed >> 14) & 0x3fff) };
}

/** A frame: C0 to CF, but for tables of Huffman, of arithmetic coding, and what is reserved. */
const isFrame = (marker: number) =>
  marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;

function sizeOfJpeg(bytes: Uint8Array, view: DataView): PictureSize | null {
  for (let at = 2; at + 9 < bytes.length && bytes[at] === 0xff;) {
    const marker = bytes[at + 1] ?? 0;
    // Between two of them may be as many filling bytes as one likes.
    if (marker === 0xff) at += 1;
    else if (isFrame(marker)) return { width: view.getUint16(at + 7), height: view.getUint16(at + 5) };
    else at += 2 + view.getUint16(at + 2);
  }
  return null;
}
