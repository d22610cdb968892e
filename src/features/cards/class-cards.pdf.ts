import { jsPDF } from 'jspdf';
import type { NewLoginCard } from '#contract/cards/cards.schema.ts';
import { animalOf } from '#contract/kit/avatar-names.ts';
import { codeOf, runsOf } from './card-code.ts';
import { onCard, onPage, placeOfCard, shrinkToFit, type Box } from './card-layout.rules.ts';
import { paintAnimal } from '#src/ui/pictures/paint-animal.ts';
import { drawLine, loadFontsFor, newCanvas, type TextStyle } from '#src/ui/text-picture.ts';

/** A card with the class that it is for. */
export interface SheetCard extends NewLoginCard {
  className: string;
  /** What a child types who has no camera; null while the class has none. */
  classCode: string | null;
}

export interface CardSheet {
  /** Whose cards they are, such as the name of a class. */
  whose: string;
  /** Where one signs in, such as `greenfield.example`. */
  address: string;
  cards: readonly SheetCard[];
}

export interface Printing {
  signal: AbortSignal;
  onProgress: (done: number) => void;
}

/** Dots of a picture in a millimetre: 300 in an inch. */
const dots = 300 / 25.4;
const millimetresPerPoint = 25.4 / 72;
/** Milliseconds of work after which the page gets its turn. */
const turn = 12;

interface Line {
  text: string;
  style: TextStyle;
}

/** Lines one below the other, in as little of the box as they need. Null where there is nothing to draw. */
function pictureOf(lines: readonly Line[], box: Box): { jpeg: string; box: Box } | null {
  const present = lines.filter(({ text }) => text !== '');
  if (present.length === 0) return null;
  const { canvas, context } = newCanvas(Math.ceil(box.width * dots), Math.ceil(box.height * dots));
  let baseline = 0;
  let width = 0;
  for (const { text, style } of present) {
    // Room for the marks above and below that tall scripts have.
    baseline += style.size * 1.2;
    width = Math.max(width, drawLine(context, text, style, { x: 0, baseline, width: canvas.width }));
  }
  const height = baseline + (present.at(-1)?.style.size ?? 0) * 0.4;
  const cut = newCanvas(
    Math.min(canvas.width, Math.ceil(width) + 2),
    Math.min(canvas.height, Math.ceil(height)),
  );
  cut.context.drawImage(canvas, 0, 0);
  return {
    // At once and not as a blob, for which a browser lets one wait each time. JPEG goes into the file as it is.
    jpeg: cut.canvas.toDataURL('image/jpeg', 0.85),
    box: { ...box, width: cut.canvas.width / dots, height: cut.canvas.height / dots },
  };
}

const firstName: TextStyle = { size: 5.4 * dots, weight: 700 };
const lastName: TextStyle = { size: 4.2 * dots, weight: 400 };
const typed: TextStyle = { size: 3.7 * dots, weight: 700 };
const classLine: TextStyle = { size: 3.6 * dots, weight: 400 };

/** Text of ASCII, which needs no picture. */
function write(document: jsPDF, text: string, box: Box, style: { size: number; bold?: boolean }): void {
  document.setFont('helvetica', style.bold ? 'bold' : 'normal').setFontSize(style.size);
  const needed = { width: document.getTextWidth(text), height: style.size * millimetresPerPoint };
  document.setFontSize(style.size * shrinkToFit(needed, { ...box, height: needed.height }));
  document.text(text, box.x, box.y + box.height, { baseline: 'alphabetic' });
}

/** The animal of a child, by which one knows one's card. */
function animalPicture(name: string): string {
  const { width, height } = onCard.animal;
  const { canvas, context } = newCanvas(Math.round(width * dots), Math.round(height * dots));
  paintAnimal(context, name, { x: 0, y: 0, size: canvas.width });
  return canvas.toDataURL('image/jpeg', 0.85);
}

/** One path for the whole code: squares that are filled one by one show hairlines between them. */
function drawCode(document: jsPDF, card: NewLoginCard, box: Box): void {
  const code = codeOf(card);
  const module = box.width / code.size;
  document.setFillColor('#000000');
  for (const { column, row, columns, rows } of runsOf(code))
    document.rect(box.x + column * module, box.y + row * module, columns * module, rows * module, null);
  document.fill();
}

/**
 * The cards of a class, or of several, on A4 sheets, to be cut apart.
 * @throws MissingCredentials, and the reason of `signal` once that is aborted
 */
export async function classCardsPdf({ whose, address, cards }: CardSheet, printing: Printing): Promise<Blob> {
  const { signal, onProgress } = printing;
  await loadFontsFor(
    cards.flatMap(({ className, first_name, last_name }) => [className, first_name, last_name]),
  );
  const document = new jsPDF({
    unit: 'mm',
    format: 'a4',
    // That is done for all pages at once at the end, and the page would stand still for it.
    compress: false,
    putOnlyUsedFonts: true,
    floatPrecision: 3,
  });
  document.setDocumentProperties({ title: `Login cards of ${whose}` });
  const classPictures = new Map(
    cards.map(({ className }) => [
      className,
      pictureOf([{ text: className, style: classLine }], onCard.className),
    ]),
  );
  let since = performance.now();
  for (const [number, card] of cards.entries()) {
    if (performance.now() - since > turn) {
      onProgress(number);
      await new Promise((resolve) => setTimeout(resolve));
      since = performance.now();
    }
    signal.throwIfAborted();
    const place = placeOfCard(number);
    while (document.getNumberOfPages() <= place.page) document.addPage();
    document.setDrawColor(160).setLineWidth(0.2).setLineDashPattern([1.5, 1.5], 0);
    document.roundedRect(place.box.x, place.box.y, place.box.width, place.box.height, 3, 3, 'S');
    drawCode(document, card, onPage(place.box, onCard.code));
    const name = pictureOf(
      [
        { text: card.first_name, style: firstName },
        { text: card.last_name, style: lastName },
      ],
      onCard.name,
    );
    const animal = animalOf({ id: card.student_id, avatar: card.avatar ?? null });
    const password =
      card.password === undefined
        ? null
        : pictureOf([{ text: card.password, style: typed }], onCard.password);
    for (const [picture, alias] of [
      [{ jpeg: animalPicture(animal), box: onCard.animal }, animal],
      [name, card.id],
      [classPictures.get(card.className), `class ${card.className}`],
      [password, `password ${card.id}`],
    ] as const) {
      if (!picture) continue;
      const { x, y, width, height } = onPage(place.box, picture.box);
      document.addImage(picture.jpeg, 'JPEG', x, y, width, height, alias);
    }
    document.setTextColor(90);
    const { classCode } = card;
    if (classCode !== null) write(document, 'Class code', onPage(place.box, onCard.codeLabel), { size: 8 });
    write(document, 'Username', onPage(place.box, onCard.usernameLabel), { size: 8 });
    if (password) write(document, 'Password', onPage(place.box, onCard.passwordLabel), { size: 8 });
    write(document, address, onPage(place.box, onCard.address), { size: 8 });
    document.setTextColor(0);
    if (classCode !== null)
      write(document, classCode, onPage(place.box, onCard.classCode), { size: 11, bold: true });
    write(document, card.username, onPage(place.box, onCard.username), { size: 11, bold: true });
  }
  onProgress(cards.length);
  return document.output('blob');
}
