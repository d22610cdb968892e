import { create } from 'qrcode';
import { moneyText } from '#contract/kit/money.ts';
import type { LearnedCertificate, ShownCertificate } from '#contract/certificates/certificates.schema.ts';
import { counted } from '#src/lib/counted.ts';
import { writtenDay } from '#contract/kit/day.ts';
import { practiceWords } from '#src/lib/on-paper.ts';
import { linesOf } from '#src/ui/text-lines.ts';
import { cutToFit } from '#src/ui/text-picture.ts';
import { certificateTitles, giverText } from './certificate.words.ts';

/*
 * A certificate as shapes and lines of text on a sheet of A4 across, in millimetres. The page draws them as SVG, and files draw the
 * same on a canvas, so that what is saved looks like what is shown. Its colours are those of paper and ink in every theme.
 */

export interface DrawnPath {
  /** As the `d` of an SVG path. */
  d: string;
  fill?: string;
  stroke?: string;
  strokeWidth?: number;
}

/** One line, centred at `x`. */
export interface DrawnText {
  text: string;
  x: number;
  baseline: number;
  size: number;
  weight: 400 | 700;
  fill: string;
}

export interface Drawing {
  paths: readonly DrawnPath[];
  texts: readonly DrawnText[];
}

/** Width of a line in millimetres, in the font of the page. */
export type MeasureText = (text: string, style: Pick<DrawnText, 'size' | 'weight'>) => number;

export const sheet = { width: 297, height: 210 } as const;

const ink = '#22312c';
const green = '#1f5140';
const gold = '#9a6a14';
const soft = '#4d5a54';
const paper = '#fffdf5';

const middle = sheet.width / 2;

interface TextBlock {
  text: string;
  /** Of the first line. */
  baseline: number;
  size: number;
  /** The largest width and number of lines. */
  width: number;
  lines: number;
  x?: number;
  bold?: boolean;
  fill?: string;
}

/** Smaller and smaller until it fits; what does not fit at half of its size is cut. */
const scales = [1, 0.9, 0.8, 0.7, 0.6, 0.5];
const lineHeight = 1.25;

/** A text in its box, as large as fits. */
export function fitText(block: TextBlock, measure: MeasureText): DrawnText[] {
  const { text, baseline, width, lines: most, x = middle, bold = false, fill = ink } = block;
  const weight = bold ? 700 : 400;
  const brokenAt = (size: number) =>
    linesOf([{ text, start: 0, bold, italic: false, underline: false }], {
      width,
      language: 'en',
      measure: (part) => measure(part, { size, weight }),
    }).map((line) =>
      line
        .map((part) => part.text)
        .join('')
        .trim(),
    );
  const scale = scales.find((each) => brokenAt(block.size * each).length <= most) ?? 0.5;
  const size = block.size * scale;
  const broken = brokenAt(size);
  const shown = broken.slice(0, most);
  if (broken.length > most)
    shown[most - 1] = cutToFit(
      broken.slice(most - 1).join(' '),
      (part) => measure(part, { size, weight }) <= width,
    );
  return shown.map((line, number) => ({
    text: line,
    x,
    baseline: baseline + number * size * lineHeight,
    size,
    weight,
    fill,
  }));
}

const box = (x: number, y: number, width: number, height: number) =>
  `M${x} ${y}h${width}v${height}h${-width}z`;

/** A rectangle with round corners. */
function frame(inset: number, radius: number): string {
  const [width, height] = [sheet.width - 2 * inset - 2 * radius, sheet.height - 2 * inset - 2 * radius];
  const corner = (dx: number, dy: number) => `a${radius} ${radius} 0 0 1 ${dx} ${dy}`;
  return [
    `M${inset + radius} ${inset}h${width}`,
    corner(radius, radius),
    `v${height}`,
    corner(-radius, radius),
    `h${-width}`,
    corner(-radius, -radius),
    `v${-height}`,
    corner(radius, -radius),
    'z',
  ].join('');
}

/** Spines on a board: width, height and colour of each. */
const spines = [
  [7, 22, '#1f5140'],
  [5, 26, '#9a6a14'],
  [8, 19, '#2f5d8a'],
  [5, 24, '#8a3b2f'],
  [6, 28, '#1f5140'],
  [9, 21, '#c89b3c'],
  [5, 25, '#5b4a7d'],
  [7, 18, '#8a3b2f'],
  [6, 27, '#2f5d8a'],
  [5, 23, '#9a6a14'],
] as const;

function shelf(y: number): DrawnPath[] {
  const all = spines.reduce((sum, [width]) => sum + width + 0.6, 0);
  let x = middle - all / 2;
  const books = spines.flatMap(([width, height, fill]) => {
    const at = x;
    x += width + 0.6;
    const band = { d: box(at, y - height + 4, width, 1.2), fill: paper };
    return [{ d: box(at, y - height, width, height), fill }, band];
  });
  return [...books, { d: box(middle - all / 2 - 8, y, all + 16, 1.6), fill: ink }];
}

/** A heart of a gift, an open book of all else. */
function emblem(kind: ShownCertificate['kind'], y: number): DrawnPath[] {
  if (kind === 'giving')
    return [
      {
        d: `M${middle} ${y + 12}c-12 -7 -10 -14 -5 -14c3 0 4.5 2 5 4c.5 -2 2 -4 5 -4c5 0 7 7 -5 14z`,
        fill: '#8a3b2f',
      },
    ];
  const page = (side: 1 | -1) =>
    `M${middle} ${y}c${side * 4} -2.5 ${side * 8} -2.5 ${side * 12} -1v11c${side * -4} -1.5 ${side * -8} -1.5 ${side * -12} 1z`;
  return [
    { d: page(-1), fill: '#2f5d8a' },
    { d: page(1), fill: green },
  ];
}

const codeBox = { x: 234, y: 146, side: 38 } as const;
/** Modules of nothing that belong around a code (ISO/IEC 18004). */
const quiet = 4;

function code(link: string): DrawnPath[] {
  const { modules } = create(link, { errorCorrectionLevel: 'M' });
  const { x, y, side } = codeBox;
  const module = side / (modules.size + 2 * quiet);
  const at = (start: number, place: number) => Math.round((start + (place + quiet) * module) * 1000) / 1000;
  const one = Math.round(module * 1000) / 1000;
  const dark = [...modules.data].flatMap((isDark, place) => {
    const [column, row] = [place % modules.size, Math.floor(place / modules.size)];
    return isDark === 1 ? [`M${at(x, column)} ${at(y, row)}h${one}v${one}h${-one}z`] : [];
  });
  return [
    { d: box(x, y, side, side), fill: '#ffffff' },
    { d: dark.join(''), fill: '#000000' },
  ];
}

function learnedWords({ kind, title, name, about }: LearnedCertificate) {
  return {
    title: certificateTitles[kind],
    lead: kind === 'course' ? 'Well done!' : `With “${title ?? ''}”`,
    name,
    deed: kind === 'course' ? 'finished the course' : 'took part in the challenge',
    cause: about,
    note: '',
  };
}

/** What stands on it, line by line in the order in which it is read; a number of copies only where books were bought. */
export function certificateWords(certificate: ShownCertificate) {
  if ('about' in certificate) return learnedWords(certificate);
  const { kind, sums, title, cause } = certificate;
  const amount = sums.map((sum) => moneyText({ amount: sum.raised, currency: sum.currency })).join(' and ');
  const copies = sums.reduce((sum, each) => sum + each.copies, 0);
  return {
    title: certificateTitles[kind],
    lead: kind === 'giving' ? 'Thank you!' : `With the book “${title ?? ''}”`,
    name: giverText(certificate),
    deed: `${kind === 'giving' ? 'gave' : 'raised'} ${amount}`,
    cause: `for ${cause.name}`,
    note: kind === 'giving' ? '' : `${counted(copies, 'copy was', 'copies were')} bought.`,
  };
}

/** @param link the address of the certificate, which its code leads to */
export function drawCertificate(
  certificate: ShownCertificate,
  { link, measure }: { link: string; measure: MeasureText },
): Drawing {
  const { kind, school, issued_on } = certificate;
  const is_test = 'is_test' in certificate && certificate.is_test;
  const words = certificateWords(certificate);
  const wide = 236;
  // Without a note there is room for more air.
  const down = words.note === '' ? 6 : 0;
  const blocks: TextBlock[] = [
    { text: words.title, baseline: 48 + down, size: 14, width: wide, lines: 1, bold: true, fill: green },
    { text: words.lead, baseline: 62 + down, size: 7, width: wide, lines: 1, fill: soft },
    { text: words.name, baseline: 83 + down, size: 17, width: wide, lines: 1, bold: true },
    { text: words.deed, baseline: 102 + down, size: 11, width: wide, lines: 1, bold: true, fill: gold },
    { text: words.cause, baseline: 115 + down, size: 8.5, width: wide, lines: 2 },
    { text: words.note, baseline: 136, size: 6, width: wide, lines: 1, fill: soft },
    { text: school, x: 60, baseline: 165, size: 6, width: 72, lines: 2, bold: true },
    { text: writtenDay(issued_on), x: 60, baseline: 184, size: 5, width: 72, lines: 1, fill: soft },
    {
      text: 'Scan to see that it is valid',
      x: codeBox.x + codeBox.side / 2,
      baseline: 189,
      size: 3.6,
      width: 52,
      lines: 1,
      fill: soft,
    },
  ];
  const practice: TextBlock = {
    text: practiceWords,
    x: 52,
    baseline: 25.5,
    size: 5,
    width: 66,
    lines: 1,
    bold: true,
  };
  return {
    paths: [
      { d: box(0, 0, sheet.width, sheet.height), fill: paper },
      { d: frame(8, 6), stroke: green, strokeWidth: 1.4 },
      { d: frame(11, 4), stroke: gold, strokeWidth: 0.4 },
      ...emblem(kind, words.note === '' ? 24 : 21),
      ...shelf(184),
      { d: box(24, 176, 72, 0.4), fill: gold },
      ...code(link),
      ...(is_test ? [{ d: box(17, 18, 70, 11), fill: '#ffe7a3' }] : []),
    ],
    texts: [...blocks, ...(is_test ? [practice] : [])]
      .filter(({ text }) => text.trim() !== '')
      .flatMap((block) => fitText(block, measure)),
  };
}

/** What stands on it, in one sentence after the other. */
export function spokenCertificate(certificate: ShownCertificate): string {
  const { title, lead, name, deed, cause } = certificateWords(certificate);
  return [title, lead, name, deed, cause, certificate.school, writtenDay(certificate.issued_on)].join(' ');
}
