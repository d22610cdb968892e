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

/** A PDF of objects as they are written down, whatever they say. */
function rawPdf(objects: readonly string[]): Buffer {
  const body = objects.map((object, place) => `${place + 1} 0 obj\n${object}\nendobj\n`).join('');
  return latin1(
    `%PDF-1.7\n${body}trailer\n<< /Root 1 0 R /Size ${objects.length + 1} >>\nstartxref\n0\n%%EOF`,
  );
}

const page = (more: string) => `<< /Type /Page /Parent 2 0 R ${more} >>`;
const small = '/MediaBox [0 0 200 300]';
const catalog = '<< /Type /Catalog /Pages 2 0 R >>';
const onePage = '<< /Type /Pages /Kids [3 0 R] /Count 1 >>';

const notReadable = 'This is no picture and no PDF that can be read here.';
const damaged = 'This PDF is damaged.';

async function pictureThatSays(width: number): Promise<Buffer> {
  const picture = await sharp({ create: { width: 8, height: 8, channels: 3, background: 'red' } })
    .png()
    .toBuffer();
  picture.writeUInt32BE(width, 16);
  picture.writeUInt32BE(width, 20);
  return picture;
}

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
    { name: 'cut.png', buffer: picture.subarray(0, 60), becomes: notReadable },
    {
      name: 'bomb.png',
      buffer: await pictureThatSays(60_000),
      becomes: 'This picture is too large for a tablet.',
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
