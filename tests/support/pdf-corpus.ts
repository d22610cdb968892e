import { deflateSync } from 'node:zlib';
import { jsPDF } from 'jspdf';
import sharp from 'sharp';

/*
 * Files that somebody might choose for a book, made here: some are fine, some are broken, and some were made to do harm. Each
 * says what becomes of it.
 */

export interface CorpusFile {
  name: string;
  buffer: Buffer;
  /** Pages that come of it, or why none does. */
  becomes: number | string;
  /** The reason is one of its first page, not of all of it. */
  isOfPage?: true;
}

const latin1 = (text: string) => Buffer.from(text, 'latin1');

/** A PDF with a page for each text. */
export function pdfOf(texts: readonly string[], options: { password?: string } = {}): Buffer {
  const pdf = new jsPDF({
    format: 'a5',
    ...(options.password !== undefined && {
      encryption: { userPassword: options.password, ownerPassword: options.password, userPermissions: [] },
    }),
  });
  for (const [number, text] of texts.entries()) {
    if (number > 0) pdf.addPage();
    pdf.setFontSize(40).text(text, 20, 40);
  }
  return Buffer.from(pdf.output('arraybuffer'));
}

/** A PDF of objects as they are written down, whatever they say. `more`: of its trailer. */
function rawPdf(objects: readonly string[], more = ''): Buffer {
  const body = objects.map((object, place) => `${place + 1} 0 obj\n${object}\nendobj\n`).join('');
  return latin1(
    `%PDF-1.7\n${body}trailer\n<< /Root 1 0 R /Size ${objects.length + 1} ${more} >>\nstartxref\n0\n%%EOF`,
  );
}

/** An object with bytes of its own, packed so many times. */
function packed(content: string | Buffer, more = '', times = 1): string {
  let bytes = Buffer.from(content);
  for (let time = 0; time < times; time += 1) bytes = deflateSync(bytes);
  const filters = '/FlateDecode '.repeat(times);
  return `<< /Length ${bytes.length} /Filter [${filters}] ${more} >>\nstream\n${bytes.toString('latin1')}\nendstream`;
}

const page = (more: string) => `<< /Type /Page /Parent 2 0 R ${more} >>`;
const small = '/MediaBox [0 0 200 300]';
const catalog = '<< /Type /Catalog /Pages 2 0 R >>';
const onePage = '<< /Type /Pages /Kids [3 0 R] /Count 1 >>';

/** A page that is drawn by this. What follows are the objects from the fifth on. */
const drawnBy = (content: string, resources = '', ...others: readonly string[]) =>
  rawPdf([
    catalog,
    onePage,
    page(`${small} /Contents 4 0 R /Resources << ${resources} >>`),
    content,
    ...others,
  ]);
const form = '/Type /XObject /Subtype /Form /BBox [0 0 200 300]';
const image = '/Type /XObject /Subtype /Image /BitsPerComponent 8 /ColorSpace /DeviceGray';
const deep = 50_000;

const notReadable = 'This is no picture and no PDF that can be read here.';
const cutOff = 'The end of this picture is missing. Copy it again.';
const otherKind =
  'This picture is HEIC, AVIF or TIFF, which cannot be opened here. Save it as JPEG or PNG first.';
const damaged = 'This PDF is damaged.';
const noPages = 'This PDF has no pages.';
const badPage = 'This page could not be read.';
const tooMany = 'This picture is too large for a tablet.';

/** Files whose pages, boxes and streams lead nowhere, back to themselves or to far more than there is. */
export function hostilePdfs(): CorpusFile[] {
  const fine = (name: string, buffer: Buffer): CorpusFile => ({ name, buffer, becomes: 1 });
  const bad = (name: string, buffer: Buffer): CorpusFile => ({
    name,
    buffer,
    becomes: badPage,
    isOfPage: true,
  });
  return [
    bad('pages of themselves.pdf', rawPdf([catalog, '<< /Type /Pages /Kids [2 0 R] /Count 1 >>'])),
    fine(
      'pages in a ring.pdf',
      rawPdf([
        catalog,
        '<< /Type /Pages /Kids [3 0 R] /Count 5 >>',
        '<< /Type /Pages /Kids [2 0 R] /Count 5 /Parent 2 0 R >>',
      ]),
    ),
    fine('a catalog of itself.pdf', rawPdf(['<< /Type /Catalog /Pages 1 0 R >>'])),
    {
      name: 'no pages.pdf',
      buffer: rawPdf([catalog, '<< /Type /Pages /Kids [] /Count 0 >>']),
      becomes: noPages,
    },
    {
      name: 'fewer than none.pdf',
      buffer: rawPdf([catalog, '<< /Type /Pages /Kids [3 0 R] /Count -5 >>', page(small)]),
      becomes: noPages,
    },
    fine(
      'a billion.pdf',
      rawPdf([catalog, '<< /Type /Pages /Kids [3 0 R] /Count 1000000000 >>', page(small)]),
    ),
    fine(
      'a deep tree.pdf',
      rawPdf([
        catalog,
        ...Array.from(
          { length: 3000 },
          (_each, depth) => `<< /Type /Pages /Kids [${depth + 3} 0 R] /Count 1 >>`,
        ),
        page(small),
      ]),
    ),
    bad(
      'deep lists.pdf',
      rawPdf([catalog, onePage, page(`${small} /X ${'['.repeat(deep)}${']'.repeat(deep)}`)]),
    ),
    bad(
      'deep dictionaries.pdf',
      rawPdf([catalog, onePage, page(`${small} /X ${'<</A'.repeat(deep)} 1 ${'>>'.repeat(deep)}`)]),
    ),
    fine('packed thrice.pdf', drawnBy(packed(Buffer.alloc(50_000_000, ' '), '', 3))),
    fine('many lines.pdf', drawnBy(packed('0 0 m 200 300 l S\n'.repeat(20_000)))),
    fine(
      'a form of itself.pdf',
      drawnBy(
        packed('/F Do'),
        '/XObject << /F 5 0 R >>',
        packed('/F Do', `${form} /Resources << /XObject << /F 5 0 R >> >>`),
      ),
    ),
    fine(
      'forms that double.pdf',
      drawnBy(
        packed('/F Do'),
        '/XObject << /F 5 0 R >>',
        ...Array.from({ length: 10 }, (_each, depth) =>
          packed('/F Do /F Do', `${form} /Resources << /XObject << /F ${depth + 6} 0 R >> >>`),
        ),
        packed('S', form),
      ),
    ),
    {
      name: 'a pattern of itself.pdf',
      buffer: drawnBy(
        packed('/Pattern cs /P scn 0 0 200 300 re f'),
        '/Pattern << /P 5 0 R >>',
        packed(
          '/Pattern cs /P scn 0 0 1 1 re f',
          '/Type /Pattern /PatternType 1 /PaintType 1 /TilingType 1 /BBox [0 0 1 1] /XStep 1 /YStep 1 /Resources << /Pattern << /P 5 0 R >> >>',
        ),
      ),
      becomes: 'Reading this PDF took too long.',
      isOfPage: true,
    },
    bad(
      'tiny steps.pdf',
      drawnBy(
        packed('/Pattern cs /P scn 0 0 200 300 re f'),
        '/Pattern << /P 5 0 R >>',
        packed(
          '0 0 1 1 re f',
          '/Type /Pattern /PatternType 1 /PaintType 1 /TilingType 1 /BBox [0 0 100000 100000] /XStep 0.00001 /YStep 0.00001 /Resources << >>',
        ),
      ),
    ),
    fine(
      'a giant picture.pdf',
      drawnBy(
        packed('200 0 0 300 0 0 cm /I Do'),
        '/XObject << /I 5 0 R >>',
        packed(Buffer.alloc(1000), `${image} /Width 60000 /Height 60000`),
      ),
    ),
    fine(
      'a picture from elsewhere.pdf',
      drawnBy(
        packed('200 0 0 300 0 0 cm /I Do'),
        '/XObject << /I 5 0 R >>',
        packed('', `${image} /Width 2 /Height 2 /F << /FS /URL /F (https://elsewhere.test/x) >>`),
      ),
    ),
    fine(
      'a broken font.pdf',
      drawnBy(
        packed('BT /F 20 Tf 10 100 Td (Hello) Tj ET'),
        '/Font << /F 5 0 R >>',
        '<< /Type /Font /Subtype /TrueType /BaseFont /A /FontDescriptor << /Type /FontDescriptor /FontName /A /Flags 4 /FontFile2 6 0 R >> >>',
        packed(Buffer.alloc(500, 'x')),
      ),
    ),
    fine(
      'links and actions.pdf',
      rawPdf([
        catalog,
        onePage,
        page(
          `${small} /Annots [<< /Type /Annot /Subtype /Link /Rect [0 0 200 300] /A << /S /URI /URI (https://elsewhere.test/) >> >>] /AA << /O << /S /Launch /F (x.exe) >> >>`,
        ),
      ]),
    ),
    fine('no size.pdf', rawPdf([catalog, onePage, page('/MediaBox [100 100 100 100]')])),
    fine('sizes that are none.pdf', rawPdf([catalog, onePage, page('/MediaBox [(a) null true /x]')])),
    fine('large units.pdf', rawPdf([catalog, onePage, page(`${small} /UserUnit 1e300 /Rotate 12345`)])),
    {
      name: 'a strange lock.pdf',
      buffer: rawPdf([catalog, onePage, page(small)], '/Encrypt << /Filter /X /V 9 /R 9 >> /ID [<00> <00>]'),
      becomes: damaged,
    },
    fine(
      'a page in front.pdf',
      Buffer.concat([
        latin1('<html><script>document.title = "taken"</script>\n'),
        rawPdf([catalog, onePage, page(small)]),
      ]),
    ),
  ];
}

/** A JPEG with so much in front of its size that one has to look for it. */
async function jpegThatSays(side: number): Promise<Buffer> {
  const picture = await sharp({ create: { width: 8, height: 8, channels: 3, background: 'red' } })
    .jpeg()
    .toBuffer();
  const frame = picture.indexOf(Buffer.from([0xff, 0xc0]));
  picture.writeUInt16BE(side, frame + 5);
  picture.writeUInt16BE(side, frame + 7);
  const more = Buffer.alloc(65_535, 'x');
  more.set([0xff, 0xe2, 0xff, 0xfd]);
  return Buffer.concat([
    picture.subarray(0, 2),
    ...Array.from({ length: 20 }, () => more),
    picture.subarray(2),
  ]);
}

/** Pictures that are not what they are called, that move, that say where somebody was, and that say more than they are. */
export async function oddPictures(): Promise<CorpusFile[]> {
  const made = (options: { pages?: number } = {}) =>
    sharp({ create: { width: 60, height: 40 * (options.pages ?? 1), channels: 3, background: 'teal' } });
  const moving = made({ pages: 3 });
  const withPlace = made().withMetadata({
    orientation: 6,
    exif: { IFD0: { Copyright: 'Zoe Fern' }, IFD3: { GPSLatitude: '51/1 30/1 0/1', GPSLatitudeRef: 'N' } },
  });
  const gif = await made().gif().toBuffer();
  const wideGif = Buffer.from(gif);
  const frame = wideGif.indexOf(0x2c, 13);
  wideGif.writeUInt16LE(0xffff, frame + 5);
  wideGif.writeUInt16LE(0xffff, frame + 7);
  const avif = await made().avif({ effort: 0 }).toBuffer();
  const wideAvif = Buffer.from(avif);
  wideAvif.writeUInt32BE(60_000, wideAvif.indexOf('ispe') + 8);
  wideAvif.writeUInt32BE(60_000, wideAvif.indexOf('ispe') + 12);
  const flatPng = await made().png().toBuffer();
  flatPng.writeUInt32BE(0, 16);
  const jpeg = await made().jpeg().toBuffer();
  return [
    { name: 'a WebP by the name of.jpg', buffer: await made().webp().toBuffer(), becomes: 1 },
    { name: 'an AVIF by the name of.gif', buffer: avif, becomes: 1 },
    {
      name: 'it moves.webp',
      buffer: await moving.webp({ delay: [100, 100, 100], loop: 0 }).toBuffer(),
      becomes: 1,
    },
    { name: 'a place.jpg', buffer: await withPlace.jpeg().toBuffer(), becomes: 1 },
    {
      name: 'a script behind.jpg',
      buffer: Buffer.concat([jpeg, latin1('<script>document.title = "taken"</script>')]),
      becomes: 1,
    },
    { name: 'large behind much.jpg', buffer: await jpegThatSays(60_000), becomes: tooMany },
    { name: 'a large first picture.gif', buffer: wideGif, becomes: tooMany },
    { name: 'large.avif', buffer: wideAvif, becomes: tooMany },
    { name: 'flat.png', buffer: flatPng, becomes: notReadable },
    { name: 'a head alone.jpg', buffer: jpeg.subarray(0, 20), becomes: cutOff },
    { name: 'a print.tif', buffer: await made().tiff().toBuffer(), becomes: otherKind },
  ];
}

async function pictureThatSays(width: number): Promise<Buffer> {
  const picture = await sharp({ create: { width: 8, height: 8, channels: 3, background: 'red' } })
    .png()
    .toBuffer();
  picture.writeUInt32BE(width, 16);
  picture.writeUInt32BE(width, 20);
  return picture;
}

/** The usual ones. */
export async function fileCorpus(): Promise<CorpusFile[]> {
  const picture = await sharp({ create: { width: 60, height: 40, channels: 3, background: 'teal' } })
    .png()
    .toBuffer();
  return [
    { name: 'fine.png', buffer: picture, becomes: 1 },
    { name: 'fine.pdf', buffer: pdfOf(['The red hen', 'She found some wheat']), becomes: 2 },
    { name: 'a picture by the name of.pdf', buffer: picture, becomes: 1 },
    { name: 'a PDF by the name of.png', buffer: pdfOf(['Hello']), becomes: 1 },
    { name: 'nothing.pdf', buffer: Buffer.alloc(0), becomes: 'There is nothing in this file.' },
    { name: 'words.pdf', buffer: latin1('Dear reader, this is no PDF.'), becomes: notReadable },
    {
      name: 'page.png',
      buffer: latin1('<html><script>document.title = "taken"</script>'),
      becomes: notReadable,
    },
    {
      name: 'drawing.svg',
      buffer: latin1(
        '<svg xmlns="http://www.w3.org/2000/svg"><script>document.title = "taken"</script></svg>',
      ),
      becomes: notReadable,
    },
    { name: 'cut.png', buffer: picture.subarray(0, 60), becomes: cutOff },
    {
      name: 'bomb.png',
      buffer: await pictureThatSays(60_000),
      becomes: tooMany,
    },
    {
      name: 'locked.pdf',
      buffer: pdfOf(['Secret'], { password: 'owl' }),
      becomes: 'This PDF is locked with a password. Save it without one first.',
    },
    { name: 'rubbish.pdf', buffer: latin1(`%PDF-1.7\n${'nothing of use '.repeat(400)}`), becomes: damaged },
    { name: 'head.pdf', buffer: pdfOf(['The red hen']).subarray(0, 120), becomes: damaged },
    {
      // The script of a PDF is none of ours: the page is drawn and nothing else happens.
      name: 'script.pdf',
      buffer: rawPdf([
        '<< /Type /Catalog /Pages 2 0 R /OpenAction << /S /JavaScript /JS (app.alert\\("taken"\\); document.title = "taken") >> >>',
        onePage,
        page(small),
      ]),
      becomes: 1,
    },
    {
      name: 'giant.pdf',
      buffer: rawPdf([catalog, onePage, page('/MediaBox [0 0 1000000000 1000000000]')]),
      becomes: 1,
    },
    {
      name: 'thread.pdf',
      buffer: rawPdf([catalog, onePage, page('/MediaBox [0 0 1 100000]')]),
      becomes: 1,
    },
  ];
}
