import { deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { chunk, pngThatSays } from './logo-corpus.ts';

/** A picture that is to keep the server busy, or to take its memory. */
export interface HostilePicture {
  what: string;
  type: 'image/png' | 'image/jpeg' | 'image/svg+xml';
  bytes(): Promise<Uint8Array>;
}

const page = (inside: string, attributes = 'viewBox="0 0 100 100"') =>
  `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" ${attributes}>${inside}</svg>`;
const drawing = (what: string, inside: string, attributes?: string): HostilePicture => ({
  what,
  type: 'image/svg+xml',
  bytes: async () => Buffer.from(page(inside, attributes)),
});

const many = (count: number, piece: (place: number) => string) =>
  Array.from({ length: count }, (_, place) => piece(place)).join('');

/** Each layer shows the one before so many times. */
const layers = (first: string, depth: number, times: number, attributes = '') =>
  `<defs><g id="u0">${first}</g>` +
  many(
    depth,
    (place) => `<g id="u${place + 1}" ${attributes}>${`<use href="#u${place}"/>`.repeat(times)}</g>`,
  ) +
  `</defs><use href="#u${depth}"/>`;
const circle = '<circle cx="50" cy="50" r="40" fill="red"/>';
const filtered = (primitives: string) =>
  `<filter id="f" x="-1" y="-1" width="3" height="3">${primitives}</filter><g filter="url(#f)">${circle}</g>`;
const blur = (deviation: number) => `<feGaussianBlur stdDeviation="${deviation}"/>`;

/** Something that is made of the one before it, so many times. */
const chain = (name: string, count: number, piece: (id: string, before: string) => string) =>
  `<defs>${many(count, (place) => piece(`${name}${place + 1}`, `${name}${place}`))}</defs>`;

const png = (what: string, bytes: HostilePicture['bytes']): HostilePicture => ({
  what,
  type: 'image/png',
  bytes,
});
const jpeg = (what: string, bytes: HostilePicture['bytes']): HostilePicture => ({
  what,
  type: 'image/jpeg',
  bytes,
});
/** Just below the most pixels that are unpacked. */
const wide = { width: 7000, height: 7000 };
const plain = (channels: 3 | 4) => sharp({ create: { ...wide, channels, background: '#264' } });

/** A PNG with a chunk before its pixels. */
async function pngWith(name: string, data: Buffer): Promise<Buffer> {
  const whole = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#fff' } })
    .png()
    .toBuffer();
  // After the signature and the head.
  return Buffer.concat([whole.subarray(0, 33), chunk(name, data), whole.subarray(33)]);
}

/** A JPEG whose last scan comes again and again. */
async function jpegOfScans(count: number): Promise<Buffer> {
  const whole = await plain(3).jpeg({ progressive: true, quality: 1 }).toBuffer();
  const scan = whole.subarray(whole.lastIndexOf(Buffer.from([0xff, 0xda])), -2);
  return Buffer.concat([
    whole.subarray(0, -2),
    ...Array.from({ length: count }, () => scan),
    whole.subarray(-2),
  ]);
}

const bomb = deflateSync(Buffer.alloc(100 * 1024 * 1024), { level: 9 });

export const hostilePictures: readonly HostilePicture[] = [
  drawing(
    'a blurred circle in eight layers of uses',
    layers(`<g filter="url(#f)">${circle}</g><filter id="f">${blur(20)}</filter>`, 8, 5),
  ),
  drawing('circles in twelve layers of uses', layers(circle, 12, 4)),
  drawing('circles in thirty layers of two', layers(circle, 30, 2)),
  drawing('layers that each are seen through', layers(circle, 9, 5, 'opacity="0.9"')),
  drawing(
    'layers that each are filtered',
    layers(circle, 7, 4, 'filter="url(#f)"') + `<filter id="f">${blur(9)}</filter>`,
  ),
  drawing('a blur as wide as a town', filtered(blur(100_000))),
  drawing('a blur in four thousand steps', filtered(many(4000, () => blur(3)))),
  drawing(
    'clouds of a hundred thousand octaves',
    filtered('<feTurbulence baseFrequency="0.01" numOctaves="100000"/>'),
  ),
  drawing(
    'a shape that grows by a hundred thousand',
    filtered('<feMorphology operator="dilate" radius="100000"/>'),
  ),
  drawing(
    'a sum over a field of a hundred by a hundred',
    filtered(`<feConvolveMatrix order="100" kernelMatrix="${'1 '.repeat(10_000)}"/>`),
  ),
  drawing(
    'two thousand lights',
    filtered(
      many(
        2000,
        () => '<feDiffuseLighting surfaceScale="9"><fePointLight x="9" y="9" z="9"/></feDiffuseLighting>',
      ),
    ),
  ),
  drawing(
    'two thousand displacements',
    filtered(many(2000, () => '<feDisplacementMap in2="SourceGraphic" scale="50"/>')),
  ),
  drawing(
    'two thousand pictures of itself',
    filtered(many(2000, () => '<feImage href="#f"/>') + '<feMerge/>'),
  ),
  drawing('tiles of tiles', filtered(many(2000, () => '<feFlood width="1" height="1"/><feTile/>'))),
  drawing(
    'masks of masks',
    `${chain('m', 20, (id, before) => `<mask id="${id}"><g mask="url(#${before})">${circle}${circle.replace('<circle', `<circle mask="url(#${before})"`)}</g></mask>`)}<g mask="url(#m20)">${circle}</g>`,
  ),
  drawing(
    'clips of clips',
    `${chain('c', 24, (id, before) => `<clipPath id="${id}" clip-path="url(#${before})">${`<circle r="40" clip-path="url(#${before})"/>`.repeat(2)}</clipPath>`)}<g clip-path="url(#c24)">${circle}</g>`,
  ),
  drawing(
    'patterns of patterns',
    `${chain('p', 16, (id, before) => `<pattern id="${id}" width="0.1" height="0.1">${`<rect width="99" height="99" fill="url(#${before})"/>`.repeat(4)}</pattern>`)}<rect width="100" height="100" fill="url(#p16)"/>`,
  ),
  drawing(
    'a pattern of tiles as small as dust',
    '<pattern id="p" patternUnits="userSpaceOnUse" width="0.0001" height="0.0001"><circle r="1"/></pattern><rect width="100" height="100" fill="url(#p)"/>',
  ),
  drawing('a use of itself', '<g id="a"><use href="#b"/></g><g id="b"><use href="#a"/><use href="#a"/></g>'),
  drawing(
    'a mask of itself',
    '<mask id="m"><circle r="9" mask="url(#m)"/></mask><circle r="9" mask="url(#m)"/>',
  ),
  drawing(
    'gradients that lead to each other',
    '<linearGradient id="a" href="#b"/><linearGradient id="b" href="#a"/><rect width="9" height="9" fill="url(#a)"/>',
  ),
  drawing(
    'a gradient of fifty thousand colours',
    `<linearGradient id="g">${many(50_000, (place) => `<stop offset="${place / 50_000}" stop-color="#${(place % 4096).toString(16).padStart(3, '0')}"/>`)}</linearGradient><rect width="100" height="100" fill="url(#g)"/>`,
  ),
  drawing(
    'a line of three hundred thousand turns',
    `<path fill="none" stroke="red" d="M0 0${many(300_000, (place) => `L${(place * 37) % 100} ${(place * 91) % 100}`)}"/>`,
  ),
  drawing(
    'a line of dashes as small as dust',
    '<path stroke="red" stroke-width="9" stroke-dasharray="0.0000001" d="M0 0L100 100L0 100L100 0"/>',
  ),
  drawing(
    'a mark at each of thirty thousand turns',
    `<marker id="m" overflow="visible">${circle}</marker><path marker-mid="url(#m)" fill="none" d="M0 0${many(30_000, (place) => `L${place % 100} ${(place * 7) % 100}`)}"/>`,
  ),
  drawing('fifty thousand groups in each other', `${'<g>'.repeat(50_000)}${circle}${'</g>'.repeat(50_000)}`),
  drawing(
    'one hundred thousand groups beside each other',
    many(100_000, () => '<g opacity="0.5"><path d="M0 0h9"/></g>'),
  ),
  drawing('a text of a million letters', `<text font-size="9">${'wort '.repeat(200_000)}</text>`),
  drawing(
    'letters as large as a town',
    '<text font-size="1000000" stroke="red" stroke-width="5000">W</text>',
  ),
  drawing(
    'rules and things that they are about',
    `<style>${many(3000, (place) => `g g:not(.x${place}) g:first-child > path.c${place}{fill:red}`)}</style>${many(3000, (place) => `<g><g><g><path class="c${place}" d="M0 0h9v9"/></g></g></g>`)}`,
  ),
  {
    what: 'a word of a hundred kilobytes that is said a thousand times',
    type: 'image/svg+xml',
    bytes: async () =>
      Buffer.from(
        `<!DOCTYPE svg [<!ENTITY a "${'a'.repeat(100_000)}">]>${page(`<text>${'&a;'.repeat(1000)}</text>`)}`,
      ),
  },
  {
    what: 'a picture of 49 megapixels in a drawing, a hundred times',
    type: 'image/svg+xml',
    bytes: async () =>
      Buffer.from(
        page(
          `<image id="i" width="99" height="99" href="data:image/png;base64,${(await plain(3).png().toBuffer()).toString('base64')}"/>${'<use href="#i" opacity="0.5" transform="rotate(1)"/>'.repeat(100)}`,
        ),
      ),
  },
  drawing(
    'drawings in drawings',
    many(
      300,
      () =>
        `<image width="99" height="99" href="data:image/svg+xml;base64,${Buffer.from(page(filtered(blur(30)))).toString('base64')}"/>`,
    ),
  ),
  drawing('a field as wide as numbers go', circle, 'viewBox="0 0 1e30 1e-30" width="1e30" height="1e30"'),
  png('49 megapixels that come in steps', () => plain(4).png({ progressive: true }).toBuffer()),
  png('49 megapixels of sixteen bits', () => plain(4).toColourspace('rgb16').png().toBuffer()),
  png('a colour profile that unpacks to a hundred megabytes', () =>
    pngWith('iCCP', Buffer.concat([Buffer.from('p\0\0'), bomb])),
  ),
  png('words that unpack to a hundred megabytes', () =>
    pngWith('zTXt', Buffer.concat([Buffer.from('Comment\0\0'), bomb])),
  ),
  png('49 megapixels of which a hundred megabytes are there', async () =>
    pngThatSays(7000, 7000, Buffer.alloc(100 * 1024 * 1024)),
  ),
  jpeg('49 megapixels in five hundred scans', () => jpegOfScans(500)),
];
