import { jsPDF } from 'jspdf';
import { countryName } from '#contract/kit/countries.ts';
import { moneyText } from '#contract/kit/money.ts';
import type { ShownDocument } from '#contract/invoices/invoices.schema.ts';
import { directionOf } from '#src/lib/direction.ts';
import { practiceWords } from '#src/lib/on-paper.ts';
import { missingLetters } from '#src/ui/missing-letters.ts';
import { linesOf } from '#src/ui/text-lines.ts';
import { fontOf, loadFontsFor, newCanvas } from '#src/ui/text-picture.ts';
import { closingText, documentTitles, factsOf, lineText, rateText, taxesOf } from './document.words.ts';

/** Millimetres of a sheet of A4. */
const sheet = { width: 210, height: 297, margin: 18 } as const;
const inside = sheet.width - 2 * sheet.margin;
const bottom = sheet.height - sheet.margin;
/** Dots of a picture of words in a millimetre: 300 in an inch. */
const dots = 300 / 25.4;
/** Millimetres of letters, and the room of a line as a part of that: some scripts have marks far above and below. */
const sizes = { title: 8, sum: 5, text: 4 } as const;
const lineHeight = 1.5;

interface Cell {
  text: string;
  /** Millimetres from the left edge of the sheet. */
  x: number;
  width: number;
  size?: number;
  bold?: boolean;
  /** True for numbers, which end where their column ends. */
  atEnd?: boolean;
}

interface Measured extends Cell {
  lines: string[];
  size: number;
  font: string;
}

function measured(cell: Cell): Measured {
  const { context } = newCanvas(1, 1);
  const { size = sizes.text, bold = false } = cell;
  const font = fontOf({ size: size * dots, weight: bold ? 700 : 400 });
  context.font = font;
  const lines = cell.text.split('\n').flatMap((text) => {
    const run = { text, start: 0, bold: false, italic: false, underline: false };
    const broken = linesOf([run], {
      width: cell.width * dots,
      language: 'en',
      measure: (part) => context.measureText(part).width,
    });
    return broken.map((line) => line.map((part) => part.text).join(''));
  });
  return { ...cell, lines, font, size };
}

const heightOf = ({ lines, size }: Measured) => lines.length * size * lineHeight;

/** Rows one below the other, on as many sheets as they need. */
class Sheets {
  readonly pdf = new jsPDF({ unit: 'mm', format: 'a4', compress: true, putOnlyUsedFonts: true });
  #top: number = sheet.margin;

  skip(height: number): void {
    this.#top += height;
  }

  /** A thin line from edge to edge. */
  rule(): void {
    this.pdf.setLineWidth(0.2).line(sheet.margin, this.#top, sheet.margin + inside, this.#top);
    this.skip(1.5);
  }

  /** Cells beside each other; those that have no room go to the next sheet together. */
  row(cells: readonly Cell[]): void {
    const rows = cells.filter(({ text }) => text.trim() !== '').map(measured);
    const height = Math.max(0, ...rows.map(heightOf));
    if (this.#top + height > bottom && this.#top > sheet.margin) {
      this.pdf.addPage();
      this.#top = sheet.margin;
    }
    for (const cell of rows) this.#draw(cell);
    this.skip(height + 1);
  }

  #draw(cell: Measured): void {
    const { x, width, lines, size, font, atEnd = false } = cell;
    const { canvas, context } = newCanvas(Math.ceil(width * dots), Math.ceil(heightOf(cell) * dots));
    context.font = font;
    context.textBaseline = 'alphabetic';
    const direction = directionOf(cell.text);
    const isRight = atEnd || direction === 'rtl';
    context.direction = direction;
    context.textAlign = isRight ? 'right' : 'left';
    for (const [number, line] of lines.entries()) {
      const baseline = (number * lineHeight + 1.1) * size;
      context.fillText(line.trimEnd(), isRight ? canvas.width : 0, baseline * dots);
      this.#findable(line.trimEnd(), { x, baseline: this.#top + baseline, size });
    }
    this.pdf.addImage(canvas.toDataURL('image/jpeg', 0.9), 'JPEG', x, this.#top, width, heightOf(cell));
    canvas.width = 0;
    canvas.height = 0;
  }

  /** What the fonts of every PDF have is there as text, too, unseen: it can be found, copied and read aloud. */
  #findable(text: string, at: { x: number; baseline: number; size: number }): void {
    if (!/^[\u0020-\u007E]+$/u.test(text)) return;
    this.pdf.setFont('helvetica').setFontSize((at.size * 72) / 25.4);
    this.pdf.text(text, at.x, at.baseline, { renderingMode: 'invisible' });
  }
}

const left = sheet.margin;
const half = inside / 2 - 4;
const whole = { x: left, width: inside };
/** Columns of the lines: what, copies, price, amount. */
const columns = {
  what: { x: left, width: inside - 84 },
  copies: { x: left + inside - 82, width: 18, atEnd: true },
  price: { x: left + inside - 62, width: 30, atEnd: true },
  amount: { x: left + inside - 30, width: 30, atEnd: true },
} as const;

function textsOf({ title, name, lines }: { title: string; name: string; lines: readonly string[] }): string {
  return [title, name, ...lines].filter((line) => line.trim() !== '').join('\n');
}

function partiesOf({ seller, buyer }: ShownDocument): { from: string; to: string } {
  return {
    from: textsOf({ title: 'From', name: seller.name, lines: [seller.address, seller.tax_numbers] }),
    to: buyer
      ? textsOf({
          title: 'To',
          name: buyer.name,
          lines: [buyer.address, buyer.country === '' ? '' : countryName(buyer.country)],
        })
      : '',
  };
}

export interface DocumentPdf {
  blob: Blob;
  /** Whether boxes stand in it for letters that this device cannot draw. */
  hasBoxes: boolean;
}

/** A document on sheets of A4, in any script: words are drawn by the browser and findable where they are ASCII. */
export async function documentPdf(shown: ShownDocument): Promise<DocumentPdf> {
  const { type, number, currency, lines, total, is_test } = shown;
  const { from, to } = partiesOf(shown);
  const money = (amount: number) => moneyText({ amount, currency });
  const texts = [from, to, shown.school, ...lines.map(lineText), ...shown.taxes.map(({ name }) => name)];
  await loadFontsFor([...texts, documentTitles[type], money(total)]);
  const sheets = new Sheets();
  sheets.pdf.setLanguage('en-GB');
  sheets.pdf.setDocumentProperties({ title: `${documentTitles[type]} ${number}`, author: shown.seller.name });
  if (is_test) sheets.row([{ ...whole, text: practiceWords, bold: true, size: sizes.sum }]);
  sheets.row([{ ...whole, text: documentTitles[type], bold: true, size: sizes.title }]);
  for (const { term, text } of factsOf(shown))
    sheets.row([
      { x: left, width: 32, text: term },
      { x: left + 34, width: inside - 34, text, bold: true },
    ]);
  sheets.skip(6);
  sheets.row([
    { x: left, width: half, text: from },
    { x: left + inside - half, width: half, text: to },
  ]);
  sheets.skip(6);
  sheets.row([
    { ...columns.what, text: 'What', bold: true },
    { ...columns.copies, text: 'Copies', bold: true },
    { ...columns.price, text: 'Price', bold: true },
    { ...columns.amount, text: 'Amount', bold: true },
  ]);
  sheets.rule();
  for (const line of lines)
    sheets.row([
      { ...columns.what, text: lineText(line) },
      { ...columns.copies, text: String(line.quantity) },
      { ...columns.price, text: money(line.unit_price) },
      { ...columns.amount, text: money(line.amount) },
    ]);
  sheets.rule();
  const sum = { x: left, width: inside - 42 };
  const amount = { x: left + inside - 40, width: 40, atEnd: true };
  for (const { name, rate_bp, net, tax } of taxesOf(shown))
    sheets.row([
      { ...sum, text: `${name} ${rate_bp > 0 ? rateText(rate_bp) : ''} of ${money(net)}, in the total` },
      { ...amount, text: money(tax) },
    ]);
  sheets.row([
    { ...sum, text: 'Total', bold: true, size: sizes.sum },
    { ...amount, text: money(total), bold: true, size: sizes.sum },
  ]);
  sheets.skip(6);
  sheets.row([{ ...whole, text: closingText(shown) }]);
  return { blob: sheets.pdf.output('blob'), hasBoxes: missingLetters(texts).length > 0 };
}
