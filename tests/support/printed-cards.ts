import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { inflateSync } from 'node:zlib';
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';
import type { Print } from './camera-video.ts';

/** Dots in an inch of the picture that is read: what a plain printer gives. */
const resolution = 300;
const pointsPerInch = 72;
const millimetresPerInch = 25.4;
/** Dots of white around a code. */
const margin = 60;

/** Light of each dot, from 0 to 255, row by row. */
export interface Picture {
  grey: Uint8Array;
  width: number;
  height: number;
}

interface Square {
  x: number;
  y: number;
  width: number;
  height: number;
}

export interface PrintedCode {
  text: string;
  /** The code as it lies on the paper, with white around it. */
  print: Print;
  /** Of the code without the white around it. */
  widthInMillimetres: number;
}

export interface PrintedPage {
  /** Points, as the file has them. */
  size: { width: number; height: number };
  codes: PrintedCode[];
}

interface PdfStream {
  dictionary: string;
  bytes: Buffer;
}

/** The streams of a file as jsPDF writes it. */
function streamsOf(file: Buffer): PdfStream[] {
  const text = file.toString('latin1');
  return Array.from(text.matchAll(/<<((?:[^>]|>(?!>))*)>>\s*stream\r?\n/gu), (match) => {
    const [, dictionary = ''] = match;
    const length = Number(/\/Length (\d+)/u.exec(dictionary)?.[1]);
    const start = match.index + match[0].length;
    return { dictionary, bytes: file.subarray(start, start + length) };
  });
}

/** What is filled with one stroke, each a code. */
function filledPaths(content: string): Square[][] {
  const paths: Square[][] = [];
  let path: Square[] = [];
  for (const line of content.split('\n')) {
    const square = /^(-?[\d.]+) (-?[\d.]+) (-?[\d.]+) (-?[\d.]+) re$/u.exec(line);
    if (square) {
      const [x = 0, y = 0, width = 0, height = 0] = square.slice(1).map(Number);
      path.push({ x, y: height < 0 ? y + height : y, width, height: Math.abs(height) });
    } else if (line === 'f') {
      paths.push(path);
      path = [];
    }
  }
  return paths;
}

let reader: Promise<unknown> | undefined;

/** The same reader that the app has, which would fetch its program from elsewhere where it is not handed over. */
async function prepareReader(): Promise<void> {
  reader ??= (async () => {
    const place = fileURLToPath(import.meta.resolve('zxing-wasm/reader/zxing_reader.wasm'));
    const file = await readFile(place);
    const wasmBinary = file.buffer.slice(file.byteOffset, file.byteOffset + file.byteLength);
    return await prepareZXingModule({ overrides: { wasmBinary }, fireImmediately: true });
  })();
  await reader;
}

/** What the one code in a picture says. @throws Error where it cannot be read */
export async function readCode({ grey, width, height }: Picture): Promise<string> {
  await prepareReader();
  const data = new Uint8ClampedArray(grey.length * 4).fill(255);
  for (const [place, light] of grey.entries()) data.fill(light, place * 4, place * 4 + 3);
  const [found, ...others] = await readBarcodes(
    { data, width, height, colorSpace: 'srgb' },
    { formats: ['QRCode'] },
  );
  if (!found?.isValid || others.length > 0) throw new Error('The code could not be read');
  return found.text;
}

/** Draws a code as a printer would, and reads it. */
async function readPath(squares: readonly Square[]): Promise<PrintedCode> {
  const left = Math.min(...squares.map(({ x }) => x));
  const bottom = Math.min(...squares.map(({ y }) => y));
  const right = Math.max(...squares.map(({ x, width }) => x + width));
  const top = Math.max(...squares.map(({ y, height }) => y + height));
  const dots = (points: number) => Math.round((points * resolution) / pointsPerInch);
  const width = dots(right - left) + 2 * margin;
  const height = dots(top - bottom) + 2 * margin;
  const grey = new Uint8Array(width * height).fill(255);
  for (const square of squares) {
    for (let row = dots(top - square.y - square.height); row < dots(top - square.y); row += 1) {
      const start = (row + margin) * width + margin;
      grey.fill(0, start + dots(square.x - left), start + dots(square.x + square.width - left));
    }
  }
  const pixelsPerMillimetre = resolution / millimetresPerInch;
  const aim = { x: width / 2 / pixelsPerMillimetre, y: height / 2 / pixelsPerMillimetre };
  return {
    text: await readCode({ grey, width, height }),
    print: { pixels: grey, width, height, pixelsPerMillimetre, aim },
    widthInMillimetres: ((right - left) / pointsPerInch) * millimetresPerInch,
  };
}

/** The pages of printed cards, with what stands in their codes. */
export async function readPrintedCards(file: Buffer): Promise<PrintedPage[]> {
  const boxes = Array.from(
    file.toString('latin1').matchAll(/\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/gu),
    ([, width, height]) => ({ width: Number(width), height: Number(height) }),
  );
  const contents = streamsOf(file)
    .filter(({ dictionary }) => !dictionary.includes('/Subtype'))
    .map(({ dictionary, bytes }) =>
      (dictionary.includes('/FlateDecode') ? inflateSync(bytes) : bytes).toString('latin1'),
    );
  const pages: PrintedPage[] = [];
  for (const [place, content] of contents.entries()) {
    const codes: PrintedCode[] = [];
    for (const path of filledPaths(content)) codes.push(await readPath(path));
    pages.push({ size: boxes[place] ?? { width: 0, height: 0 }, codes });
  }
  return pages;
}

/** The pictures in the file, as JPEG. */
export function picturesIn(file: Buffer): Buffer[] {
  return streamsOf(file)
    .filter(({ dictionary }) => dictionary.includes('/DCTDecode'))
    .map(({ bytes }) => bytes);
}
