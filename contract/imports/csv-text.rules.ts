export type CsvEncoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252';

/** Beginnings of files that are called CSV by mistake: what they are, by their first bytes. */
const otherFiles: readonly (readonly number[])[] = [
  [0x25, 0x50, 0x44, 0x46], // PDF
  [0x50, 0x4b, 0x03, 0x04], // ZIP, and with it the files of today's spreadsheets
  [0xd0, 0xcf, 0x11, 0xe0], // spreadsheets of old
  [0x89, 0x50, 0x4e, 0x47], // PNG
  [0xff, 0xd8, 0xff], // JPEG
  [0x47, 0x49, 0x46, 0x38], // GIF
  [0x1f, 0x8b], // gzip
  [0x7b, 0x5c, 0x72, 0x74, 0x66], // RTF
];

/** Pages and data that were saved instead of the list, such as the sign-in page of another program. */
const otherText = /^\s*(<!doctype|<html|<\?xml|<table|\{\s*"|\[\s*[{[]|%!PS|begin:vcard)/iu;

/** Tab, line ends, form feed, and the mark that ends files of old programs. What else is below the space is in no text. */
const controlsOfText = new Set([0x09, 0x0a, 0x0b, 0x0c, 0x0d, 0x1a]);

function isBinary(text: string): boolean {
  for (const [letter] of text.matchAll(/\p{Cc}/gu)) {
    const code = letter.charCodeAt(0);
    if (code < 0x20 && !controlsOfText.has(code)) return true;
  }
  return false;
}

function begins(bytes: Uint8Array, start: readonly number[]): boolean {
  return start.every((byte, place) => bytes[place] === byte);
}

/** Encoding by the mark that a file begins with, or by where its zeros stand; null where neither tells. */
function markedEncoding(bytes: Uint8Array): CsvEncoding | null {
  if (begins(bytes, [0xef, 0xbb, 0xbf])) return 'utf-8';
  if (begins(bytes, [0xff, 0xfe])) return 'utf-16le';
  if (begins(bytes, [0xfe, 0xff])) return 'utf-16be';
  // Without a mark, UTF-16 shows by its zeros: separators and line ends have one in every script.
  const zeros = [0, 0];
  const sample = bytes.subarray(0, 4096);
  for (const [place, byte] of sample.entries()) {
    if (byte === 0) zeros[place % 2] = (zeros[place % 2] ?? 0) + 1;
  }
  const [even = 0, odd = 0] = zeros;
  if (odd > 0 && even === 0) return 'utf-16le';
  return even > 0 && odd === 0 ? 'utf-16be' : null;
}

// The letters of 0x80 to 0x9F. Node 20 reads Windows-1252 as Latin-1, which has none there, so they are put in here; where a
// browser has done so already, nothing is left to do but for the five bytes that have no letter.
const from0x80 = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008DŽ\u008F\u0090‘’“”•–—˜™š›œ\u009DžŸ';

function decode(bytes: Uint8Array, encoding: CsvEncoding, fatal: boolean): string | null {
  try {
    const text = new TextDecoder(encoding, { fatal }).decode(bytes);
    if (encoding !== 'windows-1252') return text;
    return text.replaceAll(/[\u0080-\u009F]/gu, (letter) => from0x80.charAt(letter.charCodeAt(0) - 0x80));
  } catch (error) {
    if (error instanceof TypeError) return null;
    throw error;
  }
}

/**
 * The text of a file, whatever program wrote it: by its mark, else UTF-8 where it is that without a fault, else
 * Windows-1252, which every byte is something in. Null for what is no text at all, whatever it is called.
 */
export function decodeCsv(bytes: Uint8Array): { text: string; encoding: CsvEncoding } | null {
  if (otherFiles.some((start) => begins(bytes, start))) return null;
  const marked = markedEncoding(bytes);
  const encoding = marked ?? (decode(bytes, 'utf-8', true) === null ? 'windows-1252' : 'utf-8');
  const text = decode(bytes, encoding, false);
  if (text === null || isBinary(text) || otherText.test(text)) return null;
  return { text: text.replace(/[\p{Cc}\s]+$/u, ''), encoding };
}
