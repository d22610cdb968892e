import { deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { limits } from '#contract/kit/limits.ts';

/** What stands in files that want to smuggle something in; nothing that is served may have it in it. */
export const canary = 'QuillCanary';

/** `drawn`: made anew as WebP. Otherwise what is said at the field. */
export type LogoOutcome = 'drawn' | 'Unsupported file format' | 'File too large';

export interface LogoFile {
  what: string;
  /** What the sender says that it is. */
  type: string;
  bytes(): Promise<Uint8Array>;
  outcome: LogoOutcome;
}

const jpeg = 'image/jpeg';
const png = 'image/png';
const svg = 'image/svg+xml';
const wrong = 'Unsupported file format';

const text =
  (content: string, encoding: BufferEncoding = 'utf8') =>
  async () =>
    Buffer.from(content, encoding);
const canvas = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 4, background: { r: 30, g: 90, b: 60, alpha: 0.6 } } });
const drawing = (inside: string, attributes = '') =>
  `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 40 20"${attributes}>` +
  `<rect width="40" height="20" fill="#204060"/>${inside}</svg>`;

const crcs = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
  return value;
});

function crc(bytes: Buffer): number {
  let value = 0xffffffff;
  for (const byte of bytes) value = (crcs[(value ^ byte) & 0xff] ?? 0) ^ (value >>> 8);
  return (value ^ 0xffffffff) >>> 0;
}

/** A chunk of a PNG. @see W3C PNG, section 5.3 */
export function chunk(name: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), data]);
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(data.length, 0);
  frame.writeUInt32BE(crc(body), 4);
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
}

/** A PNG that says to be so large, with these compressed pixels. */
export function pngThatSays(width: number, height: number, pixels: Buffer): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 0, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(pixels)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** A good PNG with a text of any length in it, so that the whole file has exactly so many bytes. */
async function pngOf(bytes: number): Promise<Buffer> {
  const whole = await canvas(40, 20).png().toBuffer();
  const end = whole.length - 12;
  const filler = Buffer.alloc(bytes - whole.length - 12, 'x');
  filler.write('Comment\0');
  return Buffer.concat([whole.subarray(0, end), chunk('tEXt', filler), whole.subarray(end)]);
}

const billion = `<!DOCTYPE svg [<!ENTITY a "aaaaaaaaaa">${'bcdefghij'
  .split('')
  .map((name, index) => `<!ENTITY ${name} "${`&${'abcdefghij'.charAt(index)};`.repeat(10)}">`)
  .join('')}]>`;

/** Files that somebody may send as a logo, on purpose or by mistake, and what comes of each. */
export const logoCorpus: readonly LogoFile[] = [
  // What schools send.
  {
    what: 'a PNG that one can see through',
    type: png,
    bytes: () => canvas(200, 100).png().toBuffer(),
    outcome: 'drawn',
  },
  { what: 'a JPEG', type: jpeg, bytes: () => canvas(200, 100).jpeg().toBuffer(), outcome: 'drawn' },
  { what: 'a drawing', type: svg, bytes: text(drawing('')), outcome: 'drawn' },
  { what: 'a picture of one pixel', type: png, bytes: () => canvas(1, 1).png().toBuffer(), outcome: 'drawn' },
  {
    what: 'a very wide picture',
    type: png,
    bytes: () => canvas(6000, 10).png().toBuffer(),
    outcome: 'drawn',
  },
  {
    what: 'a very high picture',
    type: jpeg,
    bytes: () => canvas(10, 6000).jpeg().toBuffer(),
    outcome: 'drawn',
  },
  {
    what: 'a picture with a palette',
    type: png,
    bytes: () => canvas(64, 64).png({ palette: true }).toBuffer(),
    outcome: 'drawn',
  },
  {
    what: 'a picture in grey',
    type: jpeg,
    bytes: () => canvas(64, 64).greyscale().jpeg().toBuffer(),
    outcome: 'drawn',
  },
  {
    what: 'a picture in colours of print',
    type: jpeg,
    bytes: () => canvas(64, 64).toColourspace('cmyk').jpeg().toBuffer(),
    outcome: 'drawn',
  },
  {
    what: 'a picture that comes in steps',
    type: jpeg,
    bytes: () => canvas(64, 64).jpeg({ progressive: true }).toBuffer(),
    outcome: 'drawn',
  },
  {
    what: 'an interlaced picture',
    type: png,
    bytes: () => canvas(64, 64).png({ progressive: true }).toBuffer(),
    outcome: 'drawn',
  },
  {
    what: 'a picture of sixteen bits',
    type: png,
    bytes: () => canvas(64, 64).toColourspace('rgb16').png().toBuffer(),
    outcome: 'drawn',
  },
  {
    what: 'a photograph that lies on its side',
    type: jpeg,
    bytes: () => canvas(64, 32).jpeg().withMetadata({ orientation: 6 }).toBuffer(),
    outcome: 'drawn',
  },
  {
    what: 'a photograph that says where it was taken',
    type: jpeg,
    bytes: () =>
      canvas(64, 32)
        .jpeg()
        .withExif({ IFD0: { Artist: canary }, IFD3: { GPSLatitude: '51/1 30/1 0/1' } })
        .toBuffer(),
    outcome: 'drawn',
  },
  {
    what: 'a drawing behind a byte order mark',
    type: svg,
    bytes: text(`\ufeff${drawing('')}`),
    outcome: 'drawn',
  },
  {
    what: 'a drawing with a declaration and a comment first',
    type: svg,
    bytes: text(`<?xml version="1.0" encoding="UTF-8"?>\n<!-- ${canary} -->\n${drawing('')}`),
    outcome: 'drawn',
  },
  {
    what: 'a drawing with sizes of its own',
    type: svg,
    bytes: text(drawing('', ' width="40" height="20"')),
    outcome: 'drawn',
  },
  {
    what: 'a drawing with letters',
    type: svg,
    bytes: text(drawing('<text x="2" y="10">Schule</text>')),
    outcome: 'drawn',
  },
  { what: 'a picture of exactly 5 MB', type: png, bytes: () => pngOf(limits.logoBytes), outcome: 'drawn' },

  // Drawings with something in them.
  {
    what: 'a drawing with a script',
    type: svg,
    bytes: text(drawing(`<script>alert("${canary}")</script>`)),
    outcome: 'drawn',
  },
  {
    what: 'a drawing that runs something when it is there',
    type: svg,
    bytes: text(drawing('', ` onload="alert('${canary}')"`)),
    outcome: 'drawn',
  },
  {
    what: 'a drawing that runs something when it is touched',
    type: svg,
    bytes: text(drawing(`<circle r="9" onclick="alert('${canary}')"/>`)),
    outcome: 'drawn',
  },
  {
    what: 'a drawing with a link that runs something',
    type: svg,
    bytes: text(drawing(`<a xlink:href="javascript:alert('${canary}')"><circle r="9"/></a>`)),
    outcome: 'drawn',
  },
  {
    what: 'a drawing with a page in it',
    type: svg,
    bytes: text(
      drawing(
        `<foreignObject width="9" height="9"><body xmlns="http://www.w3.org/1999/xhtml"><script>alert("${canary}")</script></body></foreignObject>`,
      ),
    ),
    outcome: 'drawn',
  },
  {
    what: 'a drawing that fetches a picture',
    type: svg,
    bytes: text(drawing(`<image href="http://127.0.0.1:9/${canary}.png" width="9" height="9"/>`)),
    outcome: 'drawn',
  },
  {
    what: 'a drawing that reads a file of the server',
    type: svg,
    bytes: text(drawing('<image xlink:href="file:///etc/passwd" width="9" height="9"/>')),
    outcome: 'drawn',
  },
  {
    what: 'a drawing that uses another one',
    type: svg,
    bytes: text(drawing(`<use href="http://127.0.0.1:9/${canary}.svg#x"/>`)),
    outcome: 'drawn',
  },
  {
    what: 'a drawing with a style from elsewhere',
    type: svg,
    bytes: text(drawing(`<style>@import url("http://127.0.0.1:9/${canary}.css");</style>`)),
    outcome: 'drawn',
  },
  {
    what: 'a drawing with a style sheet from elsewhere',
    type: svg,
    bytes: text(`<?xml-stylesheet href="http://127.0.0.1:9/${canary}.css"?>${drawing('')}`),
    outcome: 'drawn',
  },
  {
    what: 'a drawing that moves',
    type: svg,
    bytes: text(drawing(`<animate attributeName="href" values="javascript:alert('${canary}')"/>`)),
    outcome: 'drawn',
  },
  {
    what: 'a drawing in a picture in a drawing',
    type: svg,
    bytes: text(
      drawing(
        `<image href="data:image/svg+xml;base64,${Buffer.from(drawing(`<script>alert("${canary}")</script>`)).toString('base64')}" width="9" height="9"/>`,
      ),
    ),
    outcome: 'drawn',
  },
  {
    what: 'a drawing with an event handler in an unknown namespace',
    type: svg,
    bytes: text(drawing(`<x:script xmlns:x="http://www.w3.org/1999/xhtml">alert("${canary}")</x:script>`)),
    outcome: 'drawn',
  },

  // What unfolds to more than there is room for.
  {
    what: 'a drawing that unfolds for ever',
    type: svg,
    bytes: text(`${billion}${drawing('<text>&j;</text>')}`),
    outcome: wrong,
  },
  {
    what: 'a drawing as large as a town',
    type: svg,
    bytes: text('<svg xmlns="http://www.w3.org/2000/svg" width="99999" height="99999"/>'),
    outcome: wrong,
  },
  {
    what: 'a picture of 81 million pixels',
    type: png,
    bytes: () =>
      sharp({ create: { width: 9000, height: 9000, channels: 3, background: '#fff' } })
        .png()
        .toBuffer(),
    outcome: wrong,
  },
  {
    what: 'a picture that says to have a million million pixels',
    type: png,
    bytes: async () => pngThatSays(1_000_000, 1_000_000, Buffer.alloc(64)),
    outcome: wrong,
  },
  {
    what: 'a picture that says to have none',
    type: png,
    bytes: async () => pngThatSays(0, 0, Buffer.alloc(0)),
    outcome: wrong,
  },
  {
    what: 'a small picture with a megabyte of zeros for pixels',
    type: png,
    bytes: async () => pngThatSays(8, 8, Buffer.alloc(1024 * 1024)),
    outcome: 'drawn',
  },
  {
    what: 'a JPEG of 81 million pixels',
    type: jpeg,
    bytes: () =>
      sharp({ create: { width: 9000, height: 9000, channels: 3, background: '#fff' } })
        .jpeg({ quality: 1 })
        .toBuffer(),
    outcome: wrong,
  },

  // Broken ones.
  {
    what: 'half a PNG',
    type: png,
    bytes: async () => (await canvas(400, 400).png().toBuffer()).subarray(0, 200),
    outcome: wrong,
  },
  {
    what: 'half a JPEG',
    type: jpeg,
    bytes: async () =>
      (
        await sharp({
          create: {
            width: 400,
            height: 400,
            channels: 3,
            background: '#456',
            noise: { type: 'gaussian', mean: 128, sigma: 60 },
          },
        })
          .jpeg()
          .toBuffer()
      ).subarray(0, 4000),
    outcome: wrong,
  },
  { what: 'half a drawing', type: svg, bytes: text(drawing('').slice(0, 90)), outcome: wrong },
  {
    what: 'the first bytes of a PNG alone',
    type: png,
    bytes: text('\u0089PNG\r\n\u001a\n', 'latin1'),
    outcome: wrong,
  },
  {
    what: 'the first bytes of a JPEG alone',
    type: jpeg,
    bytes: text('\u00ff\u00d8\u00ff\u00e0', 'latin1'),
    outcome: wrong,
  },
  {
    what: 'a PNG with a broken sum',
    type: png,
    bytes: async () => {
      const bytes = await canvas(40, 20).png().toBuffer();
      bytes.set([0, 0, 0, 0], 29);
      return bytes;
    },
    outcome: wrong,
  },
  {
    what: 'a PNG whose pixels are not there',
    type: png,
    bytes: async () => pngThatSays(40, 20, Buffer.alloc(3)),
    outcome: wrong,
  },
  {
    what: 'a drawing with a tag that nobody closes',
    type: svg,
    bytes: text('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><g><rect></svg>'),
    outcome: wrong,
  },
  { what: 'nothing at all', type: png, bytes: text(''), outcome: wrong },

  // Something else under a good name.
  {
    what: 'a GIF that says to be a PNG',
    type: png,
    bytes: () => canvas(8, 8).gif().toBuffer(),
    outcome: wrong,
  },
  {
    what: 'a WebP that says to be a JPEG',
    type: jpeg,
    bytes: () => canvas(8, 8).webp().toBuffer(),
    outcome: wrong,
  },
  {
    what: 'a TIFF that says to be a PNG',
    type: png,
    bytes: () => canvas(8, 8).tiff().toBuffer(),
    outcome: wrong,
  },
  {
    what: 'an AVIF that says to be a JPEG',
    type: jpeg,
    bytes: () => canvas(8, 8).avif().toBuffer(),
    outcome: wrong,
  },
  { what: 'a text', type: png, bytes: text('This is our logo.'), outcome: wrong },
  {
    what: 'a web page',
    type: svg,
    bytes: text(`<!doctype html><html><body><svg></svg><script>alert("${canary}")</script></body></html>`),
    outcome: wrong,
  },
  {
    what: 'a PDF',
    type: jpeg,
    bytes: text('%PDF-1.7\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF'),
    outcome: wrong,
  },
  {
    what: 'an archive',
    type: png,
    bytes: text('PK\u0003\u0004\u0014\u0000\u0000\u0000', 'latin1'),
    outcome: wrong,
  },
  {
    what: 'a program',
    type: jpeg,
    bytes: text('\u007fELF\u0002\u0001\u0001\u0000', 'latin1'),
    outcome: wrong,
  },

  // Two things at once.
  {
    what: 'a PNG with a web page behind it',
    type: png,
    bytes: async () =>
      Buffer.concat([
        await canvas(8, 8).png().toBuffer(),
        Buffer.from(`<script>alert("${canary}")</script>`),
      ]),
    outcome: 'drawn',
  },
  {
    what: 'a JPEG with an archive behind it',
    type: jpeg,
    bytes: async () =>
      Buffer.concat([await canvas(8, 8).jpeg().toBuffer(), Buffer.from(`PK\u0003\u0004${canary}`, 'latin1')]),
    outcome: 'drawn',
  },
  {
    what: 'a GIF that is a script',
    type: png,
    bytes: text(`GIF89a/*\u0001\u0000*/=1;alert("${canary}")//`, 'latin1'),
    outcome: wrong,
  },
  {
    what: 'a JPEG that says to be a drawing',
    type: svg,
    bytes: () => canvas(8, 8).jpeg().toBuffer(),
    outcome: 'drawn',
  },
  {
    what: 'a drawing that says to be a PNG',
    type: png,
    bytes: text(drawing(`<script>alert("${canary}")</script>`)),
    outcome: 'drawn',
  },

  // Under a name that is none of ours, and too large.
  {
    what: 'a PNG that says to be a GIF',
    type: 'image/gif',
    bytes: () => canvas(8, 8).png().toBuffer(),
    outcome: wrong,
  },
  {
    what: 'a PNG that says nothing',
    type: 'application/octet-stream',
    bytes: () => canvas(8, 8).png().toBuffer(),
    outcome: wrong,
  },
  {
    what: 'a drawing that says to be a web page',
    type: 'text/html',
    bytes: text(drawing('')),
    outcome: wrong,
  },
  {
    what: 'a picture of 5 MB and one byte',
    type: png,
    bytes: () => pngOf(limits.logoBytes + 1),
    outcome: 'File too large',
  },
  {
    what: 'a drawing of 6 MB',
    type: svg,
    bytes: text(drawing(`<!--${'x'.repeat(6 * 1024 * 1024)}-->`)),
    outcome: 'File too large',
  },
];
