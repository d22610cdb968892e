import { jsPDF } from 'jspdf';
import type { Block, Inline } from '#contract/works/document.schema.ts';
import { assetsIn, isEmpty, textOf } from '#contract/works/document.rules.ts';
import { titleOf } from '#contract/works/works.rules.ts';
import { directionOf, directionOfWork } from '#src/lib/direction.ts';
import { missingLetters } from '#src/ui/missing-letters.ts';
import { linesOf, linesWithin, type Line, type Measure } from '#src/ui/text-lines.ts';
import { loadFontsFor, newCanvas } from '#src/ui/text-picture.ts';
import { goesAsItsWork } from '../directions.ts';
import type { ExportedWork, Pictures } from './exported-work.ts';
import { runsOf } from './runs.ts';
import { inVisualOrder, levelsOf } from './visual-order.ts';

/** Millimetres of a sheet of A4. */
const sheet = { width: 210, height: 297, margin: 20 } as const;
const inside = { width: sheet.width - 2 * sheet.margin, height: sheet.height - 2 * sheet.margin } as const;
/** Dots of a picture of words in a millimetre: 300 in an inch. */
const dots = 300 / 25.4;

/** Millimetres of letters, and the room of a line as a part of that: some scripts have marks far above and below. */
const sizes = { title: 11, heading: 7.5, text: 5.6, small: 4.4 } as const;
const lineHeight = 1.55;

interface Look {
  size: number;
  bold?: boolean;
  italic?: boolean;
  align?: 'left' | 'center' | 'right' | null | undefined;
  /** Millimetres that it is set in. */
  indent?: number;
  /** What stands before its first line. */
  mark?: string;
}

/** A sheet after the other, and where on it one is. */
class Sheets {
  readonly pdf = new jsPDF({ unit: 'mm', format: 'a4', compress: true, putOnlyUsedFonts: true });
  #top: number = sheet.margin;
  readonly #work: ExportedWork;

  constructor(work: ExportedWork) {
    this.#work = work;
  }

  get room(): number {
    return sheet.margin + inside.height - this.#top;
  }

  /** The next sheet, if anything stands on this one. */
  turn(): void {
    if (this.#top === sheet.margin) return;
    this.pdf.addPage();
    this.#top = sheet.margin;
  }

  skip(height: number): void {
    this.#top += height;
  }

  picture(image: HTMLCanvasElement, part: number, tallest: number): void {
    const ratio = image.width / image.height;
    const width = Math.min(inside.width * part, tallest * ratio);
    const height = width / ratio;
    if (height > this.room) this.turn();
    const x = sheet.margin + (inside.width - width) / 2;
    this.#put(image, { quality: 0.9, x, width, height });
    this.#top += height + 5;
  }

  /** The canvas is empty afterwards: a book of photographs would hold a gigabyte until somebody collects it. */
  #put(
    canvas: HTMLCanvasElement,
    { quality, x, width, height }: { quality: number; x: number; width: number; height: number },
  ): void {
    this.pdf.addImage(canvas.toDataURL('image/jpeg', quality), 'JPEG', x, this.#top, width, height);
    canvas.width = 0;
    canvas.height = 0;
  }

  text(content: readonly Inline[] | undefined, look: Look): void {
    const { size, indent = 0 } = look;
    const style = (run: { bold: boolean; italic: boolean }) =>
      `${run.italic || look.italic ? 'italic ' : ''}${run.bold || look.bold ? 700 : 400} ${size * dots}px ${fontFamily()}`;
    const { context } = newCanvas(1, 1);
    const measure: Measure = (text, run) => {
      context.font = style(run);
      return context.measureText(text).width;
    };
    const runs = runsOf(content);
    if (runs.length === 0) {
      this.#top += Math.min(size, this.room);
      return;
    }
    const direction = goesAsItsWork(content)
      ? directionOfWork(this.#work)
      : directionOf(runs.map(({ text }) => text).join(''));
    const levels = levelsOf(runs, direction);
    const width = (inside.width - indent) * dots;
    let lines = linesOf(runs, { width, language: this.#work.language, measure });
    let isFirst = true;
    while (lines.length > 0) {
      const fitting = linesWithin(this.room, size * lineHeight);
      if (fitting === 0) {
        this.turn();
        continue;
      }
      const here = lines.slice(0, fitting);
      this.#block(here, { look, style, measure, direction, levels, mark: isFirst ? look.mark : undefined });
      lines = lines.slice(fitting);
      isFirst = false;
      if (lines.length > 0) this.turn();
    }
    this.#top += size * 0.6;
  }

  #block(
    lines: readonly Line[],
    drawing: {
      look: Look;
      style: (run: { bold: boolean; italic: boolean }) => string;
      measure: Measure;
      direction: 'ltr' | 'rtl';
      levels: Uint8Array;
      mark: string | undefined;
    },
  ): void {
    const { look, style, measure, direction, levels, mark } = drawing;
    const { size, align, indent = 0 } = look;
    const high = size * lineHeight;
    const { canvas, context } = newCanvas(
      Math.ceil(inside.width * dots),
      Math.ceil(high * lines.length * dots),
    );
    context.textBaseline = 'alphabetic';
    context.textAlign = 'left';
    const fromRight = direction === 'rtl';
    for (const [number, line] of lines.entries()) {
      const baseline = (high * number + size * 1.08) * dots;
      const parts = inVisualOrder(line, levels, direction).map((run) => ({
        ...run,
        width: measure(run.text, run),
      }));
      const width = parts.reduce((sum, run) => sum + run.width, 0);
      const free = canvas.width - indent * dots - width;
      const atEnd = align === 'right' ? !fromRight : fromRight && align !== 'left';
      let x = (fromRight ? 0 : indent * dots) + (align === 'center' ? free / 2 : atEnd ? free : 0);
      if (number === 0 && mark !== undefined) {
        context.font = style({ bold: false, italic: false });
        context.direction = direction;
        const wide = context.measureText(mark).width;
        const gap = indent * dots * 0.3;
        context.fillText(
          mark,
          fromRight ? canvas.width - indent * dots + gap : indent * dots - wide - gap,
          baseline,
        );
      }
      for (const run of parts) {
        context.font = style(run);
        context.direction = run.direction;
        context.fillText(run.text, x, baseline);
        if (run.underline) context.fillRect(x, baseline + size * dots * 0.12, run.width, size * dots * 0.06);
        x += run.width;
      }
      this.#findable(line, baseline / dots, size);
    }
    this.#put(canvas, { quality: 0.85, x: sheet.margin, width: inside.width, height: high * lines.length });
    this.#top += high * lines.length;
  }

  /** What the fonts of every PDF have is there as text, too, unseen: it can be found, copied and read aloud. */
  #findable(line: Line, baseline: number, size: number): void {
    const text = line
      .map((run) => run.text)
      .join('')
      .trimEnd();
    if (!/^[\u0020-\u007E]+$/u.test(text)) return;
    this.pdf.setFont('helvetica').setFontSize((size * 72) / 25.4);
    this.pdf.text(text, sheet.margin, this.#top + baseline, { renderingMode: 'invisible' });
  }
}

const fontFamily = () => getComputedStyle(document.body).fontFamily;

/** A picture of any kind that a browser knows, on white. Null for one that it does not know. */
async function drawn(picture: Blob | undefined): Promise<HTMLCanvasElement | null> {
  if (!picture) return null;
  try {
    return await (picture.type.startsWith('image/svg') ? drawnFromLines(picture) : drawnFromDots(picture));
  } catch {
    return null;
  }
}

function draw(image: CanvasImageSource, size: { width: number; height: number }): HTMLCanvasElement {
  // A drawing says its shape, and not always its size.
  const scale = Math.min(4, 1600 / Math.max(size.width, size.height, 1));
  const { canvas, context } = newCanvas(
    Math.max(1, Math.round(size.width * scale)),
    Math.max(1, Math.round(size.height * scale)),
  );
  context.drawImage(image, 0, 0, canvas.width, canvas.height);
  return canvas;
}

/** What an element of the page opens, the browser keeps open for a while: two hundred photographs are a gigabyte. */
async function drawnFromDots(picture: Blob): Promise<HTMLCanvasElement> {
  const bitmap = await createImageBitmap(picture);
  const canvas = draw(bitmap, bitmap);
  bitmap.close();
  return canvas;
}

/** Only an element of the page opens a drawing of lines. */
async function drawnFromLines(picture: Blob): Promise<HTMLCanvasElement> {
  const address = URL.createObjectURL(picture);
  try {
    const image = new Image();
    image.src = address;
    await image.decode();
    return draw(image, { width: image.naturalWidth, height: image.naturalHeight });
  } finally {
    URL.revokeObjectURL(address);
  }
}

const plain = (text: string): Inline[] => (text === '' ? [] : [{ type: 'text', text }]);
const widths = { small: 0.4, medium: 0.7, full: 1 } as const;

async function putBlock(sheets: Sheets, block: Block, pictures: Pictures, tallest: number): Promise<void> {
  switch (block.type) {
    case 'paragraph':
      sheets.text(block.content, { size: sizes.text, align: block.attrs?.textAlign });
      break;
    case 'heading':
      sheets.text(block.content, { size: sizes.heading, bold: true, align: block.attrs.textAlign });
      break;
    case 'horizontalRule':
      sheets.text(plain('* * *'), { size: sizes.text, align: 'center' });
      break;
    case 'picture': {
      const { sha256, alt, width } = block.attrs;
      const image = await drawn(pictures.get(sha256));
      if (image) sheets.picture(image, widths[width], tallest);
      // What cannot be seen is said.
      else sheets.text(plain(alt), { size: sizes.small, italic: true });
      break;
    }
    case 'recording':
      if (block.attrs.alt !== '') sheets.text(plain(block.attrs.alt), { size: sizes.small, italic: true });
      break;
    case 'blockquote':
      for (const { attrs, content } of block.content)
        sheets.text(content, { size: sizes.text, italic: true, indent: 10, align: attrs?.textAlign });
      break;
    case 'bulletList':
    case 'orderedList': {
      const from = block.type === 'orderedList' ? (block.attrs?.start ?? 1) : null;
      for (const [number, item] of block.content.entries())
        for (const [place, { content }] of item.content.entries())
          sheets.text(content, {
            size: sizes.text,
            indent: 12,
            ...(place === 0 && { mark: from === null ? '•' : `${from + number}.` }),
          });
    }
  }
}

/** The last sheet says what the book is about, who made it, and whose words and pictures they are. */
function putBack(sheets: Sheets, { blurb, aboutAuthor, credits }: ExportedWork): void {
  const put = (text: string) => {
    if (text !== '') sheets.text(plain(text), { size: sizes.text });
  };
  if (blurb !== '' || aboutAuthor !== '' || credits.length > 0) sheets.turn();
  put(blurb);
  if (aboutAuthor !== '') sheets.text(plain('About the author'), { size: sizes.heading, bold: true });
  put(aboutAuthor);
  for (const credit of credits) put(credit);
}

interface WorkPdf {
  blob: Blob;
  /** Whether boxes stand in it for letters that this device cannot draw. */
  hasBoxes: boolean;
}

/**
 * A book or a story on sheets of A4: each page of a book, and each chapter of a story, on sheets of its own.
 * @throws the reason of `signal` once that is aborted
 */
export async function workPdf(
  work: ExportedWork,
  pictures: Pictures,
  { signal, onProgress }: { signal: AbortSignal; onProgress: (done: number, all: number) => void },
): Promise<WorkPdf> {
  const title = titleOf(work);
  const texts = [
    title,
    work.byline,
    work.dedication,
    work.blurb,
    work.aboutAuthor,
    ...work.credits,
    ...work.parts.flatMap(({ title: heading, document }) => [
      heading,
      textOf(document),
      ...assetsIn(document).map(({ alt }) => alt),
    ]),
  ];
  await loadFontsFor(texts);
  const sheets = new Sheets(work);
  sheets.pdf.setLanguage(work.language as never);
  sheets.pdf.setDocumentProperties({ title, author: work.byline });
  const cover = work.cover === null ? null : await drawn(pictures.get(work.cover));
  if (cover) sheets.picture(cover, 1, inside.height * 0.6);
  else sheets.skip(inside.height * 0.3);
  sheets.text(plain(title), { size: sizes.title, bold: true, align: 'center' });
  sheets.text(plain(work.byline), { size: sizes.heading, align: 'center' });
  sheets.text(plain(work.dedication), { size: sizes.text, italic: true, align: 'center' });
  for (const [number, part] of work.parts.entries()) {
    onProgress(number, work.parts.length);
    await new Promise((resolve) => setTimeout(resolve));
    signal.throwIfAborted();
    if (isEmpty(part.document) && part.title === '') continue;
    sheets.turn();
    sheets.text(plain(part.title), { size: sizes.heading, bold: true });
    const hasWords = textOf(part.document).trim() !== '';
    const tallest = inside.height * (hasWords ? 0.6 : 0.97);
    for (const block of part.document.content) await putBlock(sheets, block, pictures, tallest);
  }
  putBack(sheets, work);
  return { blob: sheets.pdf.output('blob'), hasBoxes: missingLetters(texts).length > 0 };
}
