/*
 * What a picture is by its own bytes: its name and the type that it is sent with may be anything. Telephones send HEIC under the name
 * of a JPEG.
 */

const latin1 = (bytes: Uint8Array, from: number, to: number) =>
  String.fromCodePoint(...bytes.subarray(from, to));

const starts: readonly (readonly [kind: string, start: string])[] = [
  ['JPEG', '\u00FF\u00D8\u00FF'],
  ['PNG', '\u0089PNG\r\n\u001A\n'],
  ['GIF', 'GIF8'],
  ['TIFF', 'II*\0'],
  ['TIFF', 'MM\0*'],
  ['BMP', 'BM'],
  ['PDF', '%PDF-'],
];

/** Brands of ISO/IEC 23008-12 and of AVIF. */
const brands: readonly (readonly [kind: string, brand: RegExp])[] = [
  ['AVIF', /^avi[fs]/u],
  ['HEIC', /^(?:he[iv][cmsx]|mif1|msf1)/u],
];

/** `JPEG`, `PNG`, `WebP`, `GIF`, `TIFF`, `BMP`, `PDF`, `AVIF` or `HEIC`; null for what is none of them. */
export function pictureKind(bytes: Uint8Array): string | null {
  const head = latin1(bytes, 0, 12);
  if (head.startsWith('RIFF') && head.endsWith('WEBP')) return 'WebP';
  if (head.slice(4, 8) === 'ftyp')
    return brands.find(([_kind, brand]) => brand.test(head.slice(8)))?.[0] ?? null;
  return starts.find(([_kind, start]) => head.startsWith(start))?.[0] ?? null;
}

/** Where a marker of JPEG stands, from a place on; -1 for nowhere. */
function findMarker(bytes: Uint8Array, marker: number, from: number): number {
  for (let at = bytes.indexOf(0xff, from); at !== -1; at = bytes.indexOf(0xff, at + 1))
    if (bytes[at + 1] === marker) return at;
  return -1;
}

/** Where the pixels of a JPEG begin: behind the last segment, such as a small picture that has an end of its own; -1 for nowhere. */
function beginOfScan(bytes: Uint8Array): number {
  for (let at = 2; at + 3 < bytes.length && bytes[at] === 0xff;) {
    const marker = bytes[at + 1] ?? 0;
    if (marker === 0xda) return at;
    at += marker === 0xff ? 1 : 2 + (((bytes[at + 2] ?? 0) << 8) | (bytes[at + 3] ?? 0));
  }
  return -1;
}

/**
 * True for a JPEG, PNG or WebP whose end is missing, as after a copy that was broken off. Browsers show the part that is there, and grey.
 * @see ITU-T T.81, B.1.1.3 (JPEG); W3C PNG, section 5.6; RFC 9649 (WebP), section 2.4
 */
export function isCutOff(bytes: Uint8Array): boolean {
  switch (pictureKind(bytes)) {
    case 'JPEG': {
      const scan = beginOfScan(bytes);
      return scan === -1 || findMarker(bytes, 0xd9, scan) === -1;
    }
    case 'PNG':
      return !latin1(bytes, Math.max(0, bytes.length - 4096), bytes.length).includes('IEND');
    case 'WebP':
      return (
        new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength).getUint32(4, true) + 8 > bytes.length
      );
    default:
      return false;
  }
}

const ofCameras = new Set(['HEIC', 'AVIF', 'TIFF']);

/** True for pictures as cameras and scanners make them, and not every browser opens them. */
export function isOfCameras(bytes: Uint8Array): boolean {
  return ofCameras.has(pictureKind(bytes) ?? '');
}

/** Why a picture that could not be read was none, in words for the one who chose it. `kinds`: what is taken, such as `JPEG or PNG`. */
export function unreadableWords(bytes: Uint8Array, kinds: string): string | null {
  if (bytes.length === 0) return 'There is nothing in this file. Please choose another picture.';
  if (isOfCameras(bytes))
    return `This picture is ${pictureKind(bytes)}, whatever its name says. Please save it as ${kinds} and choose it again.`;
  return isCutOff(bytes)
    ? 'The end of this picture is missing. Please copy it again, or choose another one.'
    : null;
}
