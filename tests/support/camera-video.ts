import { rename, writeFile } from 'node:fs/promises';
import QRCode from 'qrcode';
import sharp from 'sharp';

// What a camera sees of a printed card, worked out from how far away and how crooked it is held, and written as the video
// that Chromium plays in place of a camera.

/** Something printed, as grey levels from 0 to 255. */
export interface Print {
  pixels: Uint8Array;
  width: number;
  height: number;
  pixelsPerMillimetre: number;
  /** What is aimed at the middle of the picture, in millimetres from the upper left corner. */
  aim: { x: number; y: number };
}

export interface Hold {
  /** Millimetres between camera and card. */
  distance: number;
  /** Degrees by which it is turned in the picture. */
  turn: number;
  /** Degrees by which its upper edge leans away from the camera. */
  lean: number;
  /** Standard deviation of the blur, in pixels of the picture. */
  blur: number;
  /** Share of black and white that is left of the print: 1 is all, 0 is one grey. */
  contrast: number;
  /** Share of the light of a bright room. */
  light: number;
  /** Standard deviation of the camera's noise, in grey levels. */
  noise: number;
}

/** As a child of seven holds it, in a bright room. */
const heldWell: Hold = {
  distance: 300,
  turn: 0,
  lean: 0,
  blur: 0.6,
  contrast: 1,
  light: 1,
  noise: 2,
};

const card = { width: 85, height: 54, code: 35, margin: 6 };
const printResolution = 8;
/** A tablet's camera: its picture in pixels, and degrees from its left edge to its right one. */
const camera = { width: 1280, height: 720, fieldOfView: 60 };
const pictures = 3;
const picturesPerSecond = 10;

const aim = { x: card.margin + card.code / 2, y: card.height / 2 };

/** A login card of 85 x 54 mm with `text` in a code of 35 mm, as PNG. */
export async function cardImage(text: string): Promise<Buffer> {
  const { modules } = QRCode.create(text, { errorCorrectionLevel: 'M' });
  const edge = card.code / modules.size;
  const squares = Array.from(modules.data, (isDark, place) => {
    const x = card.margin + (place % modules.size) * edge;
    const y = (card.height - card.code) / 2 + Math.floor(place / modules.size) * edge;
    return isDark ? `M${x} ${y}h${edge}v${edge}h-${edge}z` : '';
  });
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${card.width * printResolution}" height="${card.height * printResolution}" viewBox="0 0 ${card.width} ${card.height}">
    <rect width="${card.width}" height="${card.height}" rx="3" fill="#fff"/>
    <path d="${squares.join('')}" shape-rendering="crispEdges"/>
    <path d="M48 16h28M48 24h20M48 38h28" stroke="#333" stroke-width="3"/>
  </svg>`;
  return await sharp(Buffer.from(svg)).png().toBuffer();
}

/** Such a card, whose code is aimed at. */
export async function printedCard(text: string): Promise<Print> {
  return await printOf(await cardImage(text), card.width, aim);
}

/**
 * @param image anything that sharp reads, such as a page of a PDF as PNG
 * @param width of what the image shows, in millimetres
 * @param middle what is aimed at, in millimetres from the upper left corner
 */
export async function printOf(
  image: Buffer,
  width: number,
  middle: { x: number; y: number },
): Promise<Print> {
  const { data, info } = await sharp(image)
    .flatten({ background: '#8a8a8a' })
    .resize({ width: width * printResolution })
    .greyscale()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return {
    pixels: data,
    width: info.width,
    height: info.height,
    pixelsPerMillimetre: printResolution,
    aim: middle,
  };
}

/** Grey levels of what the camera sees, row by row. */
async function photograph(print: Print, hold: Hold): Promise<Uint8Array> {
  const { width, height } = camera;
  const seen = sharp(project(print, hold), { raw: { width, height, channels: 1 } });
  if (hold.blur > 0.3) seen.blur(hold.blur);
  // A dark room takes from black and white alike.
  seen.linear(hold.contrast * hold.light, 128 * (1 - hold.contrast) * hold.light);
  return await seen.toColourspace('b-w').raw().toBuffer();
}

/** The same with a camera's noise, as the brightness of a video, whose black is 16 and whose white is 235. */
function brightness(levels: Uint8Array, noise: number, seed: number): Uint8Array {
  const random = randomNumbers(seed);
  return levels.map((level) => {
    const noisy = Math.max(0, Math.min(255, level + noise * normal(random)));
    return 16 + Math.round((noisy * 219) / 255);
  });
}

const samples = [-1 / 4, 1 / 4] as const;

function project(print: Print, { distance, turn, lean }: Hold): Uint8Array {
  const { width, height, fieldOfView } = camera;
  const focal = width / 2 / Math.tan(radians(fieldOfView) / 2);
  const [turned, leant] = [radians(turn), radians(lean)];
  // The card's own axes as the camera sees them, and what stands upright on the card.
  const right = [
    Math.cos(turned),
    Math.sin(turned) * Math.cos(leant),
    -Math.sin(turned) * Math.sin(leant),
  ] as const;
  const down = [
    -Math.sin(turned),
    Math.cos(turned) * Math.cos(leant),
    -Math.cos(turned) * Math.sin(leant),
  ] as const;
  const up = [0, Math.sin(leant), Math.cos(leant)] as const;

  function levelAt(column: number, row: number): number {
    const x = (column - width / 2) / focal;
    const y = (row - height / 2) / focal;
    const depth = (up[2] * distance) / (up[1] * y + up[2]);
    const [px, py, pz] = [x * depth, y * depth, depth - distance] as const;
    const across = px * right[0] + py * right[1] + pz * right[2];
    const along = px * down[0] + py * down[1] + pz * down[2];
    const printed = sample(
      print,
      (print.aim.x + across) * print.pixelsPerMillimetre,
      (print.aim.y + along) * print.pixelsPerMillimetre,
    );
    // Behind the card: a pullover, brighter to one side.
    return printed ?? 90 + (40 * column) / width;
  }

  const levels = new Uint8Array(width * height);
  for (let row = 0; row < height; row += 1) {
    for (let column = 0; column < width; column += 1) {
      let sum = 0;
      for (const dy of samples) {
        for (const dx of samples) sum += levelAt(column + 0.5 + dx, row + 0.5 + dy);
      }
      levels[row * width + column] = Math.round(sum / samples.length ** 2);
    }
  }
  return levels;
}

/** Between its four neighbours; undefined beside the print. */
function sample({ pixels, width, height }: Print, x: number, y: number): number | undefined {
  const left = Math.floor(x - 0.5);
  const top = Math.floor(y - 0.5);
  if (left < 0 || top < 0 || left + 1 >= width || top + 1 >= height) return undefined;
  const [alongX, alongY] = [x - 0.5 - left, y - 0.5 - top] as const;
  const at = (column: number, row: number) => pixels[row * width + column] ?? 0;
  const above = at(left, top) * (1 - alongX) + at(left + 1, top) * alongX;
  const below = at(left, top + 1) * (1 - alongX) + at(left + 1, top + 1) * alongX;
  return above * (1 - alongY) + below * alongY;
}

function radians(degrees: number): number {
  return (degrees * Math.PI) / 180;
}

/** The same numbers for the same seed, evenly between 0 and 1 (mulberry32). */
function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) % 2 ** 32;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

function normal(random: () => number): number {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
}

/**
 * Writes what the fake camera shows from its next start on: `null` is an empty chair. A camera that is on goes on with what
 * it has, so that the next card is put there while the camera is off.
 * @param file ending with .y4m
 */
export async function showToCamera(
  file: string,
  print: Print | null,
  hold: Partial<Hold> = {},
): Promise<void> {
  const { width, height } = camera;
  const nobody: Print = {
    pixels: new Uint8Array(),
    width: 0,
    height: 0,
    pixelsPerMillimetre: 1,
    aim: { x: 0, y: 0 },
  };
  const colourless = Buffer.alloc((width * height) / 2, 128);
  const parts: Uint8Array[] = [
    Buffer.from(`YUV4MPEG2 W${width} H${height} F${picturesPerSecond}:1 Ip A1:1\n`),
  ];
  const held = { ...heldWell, ...hold };
  const levels = await photograph(print ?? nobody, held);
  for (let seed = 1; seed <= pictures; seed += 1)
    parts.push(Buffer.from('FRAME\n'), brightness(levels, held.noise, seed), colourless);
  // A camera that starts meanwhile finds the old video or the new one, whole.
  await writeFile(`${file}.new`, Buffer.concat(parts));
  await rename(`${file}.new`, file);
}

/** For `launchBrowser`: a camera that shows `file`, and that everybody may use. */
export function cameraFlags(file: string): string[] {
  return [
    '--use-fake-device-for-media-stream',
    '--use-fake-ui-for-media-stream',
    `--use-file-for-fake-video-capture=${file}`,
  ];
}
