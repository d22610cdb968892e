import { AnnotationMode, getDocument, OPS } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { describe, expect, it } from 'vitest';
import { readyAnnotations } from './pdf-annotations.ts';

const stream = (text: string, more = '') =>
  `<< /Length ${text.length} ${more} >>\nstream\n${text}\nendstream`;
const appearance = stream('0 0 m 50 10 l S', '/Type /XObject /Subtype /Form /BBox [0 0 60 20]');
const annotation = (more: string) => `<< /Type /Annot ${more} /P 3 0 R >>`;

/** A page with these annotations; their appearance is object 6. */
function pdfWith(annotations: readonly string[]): Uint8Array {
  const first = 7;
  const ids = annotations.map((_each, place) => `${first + place} 0 R`).join(' ');
  const objects = [
    `<< /Type /Catalog /Pages 2 0 R /AcroForm << /Fields [${ids}] /DA (/F1 12 Tf 0 g) /DR << /Font << /F1 5 0 R >> >> >> >>`,
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 300] /Contents 4 0 R /Annots [${ids}] >>`,
    stream(''),
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    appearance,
    ...annotations,
  ];
  const body = objects.map((object, place) => `${place + 1} 0 obj\n${object}\nendobj\n`).join('');
  return new TextEncoder().encode(
    `%PDF-1.7\n${body}trailer\n<< /Root 1 0 R /Size ${objects.length + 1} >>\nstartxref\n0\n%%EOF`,
  );
}

/** How many annotations are drawn, and their words. */
async function drawn(annotations: readonly string[]): Promise<{ count: number; words: string[] }> {
  const task = getDocument({ data: pdfWith(annotations), verbosity: 0 });
  try {
    const pdf = await task.promise;
    const page = await pdf.getPage(1);
    const words = await readyAnnotations(pdf, page);
    const { fnArray } = await page.getOperatorList({
      intent: 'print',
      annotationMode: AnnotationMode.ENABLE_STORAGE,
    });
    return { count: fnArray.filter((step) => step === OPS.beginAnnotation).length, words };
  } finally {
    await task.destroy();
  }
}

const looks = '/AP << /N 6 0 R >>';

describe('what was put onto the page of a PDF', () => {
  it.each([
    ['ink that a screen shows and paper would not', '/Subtype /Ink /Rect [0 0 60 20] /InkList [[0 0 50 10]]'],
    ['ink', '/Subtype /Ink /Rect [0 0 60 20] /F 4 /InkList [[0 0 50 10]]'],
    ['a stamp', '/Subtype /Stamp /Rect [0 0 60 20] /F 4'],
  ])('is drawn: %s', async (_name, more) => {
    expect(await drawn([annotation(`${more} ${looks}`)])).toEqual({ count: 1, words: [] });
  });

  it('is drawn with its words: a note and the answers of a form, from the top down', async () => {
    const field = (more: string, y: number) =>
      annotation(`/Subtype /Widget /F 4 /Rect [0 ${y} 60 ${y + 20}] ${more}`);
    expect(
      await drawn([
        field(`/FT /Tx /T (animal) /V (the hedgehog) ${looks}`, 40),
        field('/FT /Ch /T (colour) /Opt [(red) (blue)] /V (blue) /DA (/F1 12 Tf 0 g)', 80),
        annotation(
          `/Subtype /FreeText /Rect [0 200 60 220] /F 4 /Contents (By Ada) /DA (/F1 12 Tf) ${looks}`,
        ),
        field(`/FT /Tx /T (empty) ${looks}`, 120),
      ]),
    ).toEqual({ count: 4, words: ['By Ada', 'blue', 'the hedgehog'] });
  });

  it('is drawn from its words where the file has no picture of an answer', async () => {
    const field = '/Subtype /Widget /F 4 /FT /Tx /T (name) /V (Ada) /DA (/F1 12 Tf 0 g) /Rect [0 0 60 20]';
    expect(await drawn([annotation(field)])).toEqual({ count: 1, words: ['Ada'] });
  });

  it('is left out where no screen shows it, and a password is in no words', async () => {
    const shown = (flags: number) =>
      annotation(`/Subtype /Stamp /Rect [0 0 60 20] /F ${flags} /Contents (hidden) ${looks}`);
    expect(await drawn([shown(2), shown(32), shown(36)])).toEqual({ count: 0, words: [] });
    const secret = `/Subtype /Widget /F 4 /FT /Tx /Ff 8192 /T (pin) /V (1234) /Rect [0 0 60 20] ${looks}`;
    expect((await drawn([annotation(secret)])).words).toEqual([]);
  });
});
