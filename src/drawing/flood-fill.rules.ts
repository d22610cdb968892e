/** Pixels of a picture, four bytes each. */
export interface Pixels {
  data: Uint8ClampedArray;
  width: number;
  height: number;
}

/** Parts of rows: x, y and width of one, then of the next. */
export type Runs = Int16Array;

/** How far a byte of a colour may be from the touched one: the soft edges of lines stay outside. */
const tolerance = 40;

/**
 * What has the colour of a place and hangs together with it, and one pixel more on all sides, so that no pale seam stays along
 * a line. Each pixel is asked once and has one byte beside it, so the size of the paper bounds time and memory.
 */
export function floodRuns({ data, width, height }: Pixels, at: readonly [number, number]): Runs {
  const [x, y] = [Math.floor(at[0]), Math.floor(at[1])];
  if (x < 0 || y < 0 || x >= width || y >= height) return new Int16Array();
  const start = (y * width + x) * 4;
  const wanted = [0, 1, 2].map((byte) => data[start + byte] ?? 0) as [number, number, number];
  const isInside = new Uint8Array(width * height);
  const fits = (pixel: number) =>
    isInside[pixel] === 0 &&
    Math.abs((data[pixel * 4] ?? 0) - wanted[0]) <= tolerance &&
    Math.abs((data[pixel * 4 + 1] ?? 0) - wanted[1]) <= tolerance &&
    Math.abs((data[pixel * 4 + 2] ?? 0) - wanted[2]) <= tolerance;

  // One pixel of each run that is still to be looked at.
  const waiting = [y * width + x];
  for (let pixel = waiting.pop(); pixel !== undefined; pixel = waiting.pop()) {
    if (!fits(pixel)) continue;
    const rowStart = pixel - (pixel % width);
    const rowEnd = rowStart + width;
    let from = pixel;
    while (from > rowStart && fits(from - 1)) from -= 1;
    let to = pixel + 1;
    while (to < rowEnd && fits(to)) to += 1;
    isInside.fill(1, from, to);
    for (const step of [-width, width]) {
      const [first, last] = [from + step, to + step];
      if (first < 0 || first >= isInside.length) continue;
      for (let near = first; near < last; near += 1)
        if (fits(near) && (near === first || !fits(near - 1))) waiting.push(near);
    }
  }
  return runsOf(isInside, width, height);
}

/** The rows of what is inside or beside it. */
function runsOf(isInside: Uint8Array, width: number, height: number): Runs {
  const isNear = (pixel: number, x: number) =>
    isInside[pixel] === 1 ||
    (x > 0 && isInside[pixel - 1] === 1) ||
    (x < width - 1 && isInside[pixel + 1] === 1) ||
    isInside[pixel - width] === 1 ||
    isInside[pixel + width] === 1;
  const runs: number[] = [];
  for (let y = 0; y < height; y += 1) {
    let from = -1;
    for (let x = 0; x <= width; x += 1) {
      const isOn = x < width && isNear(y * width + x, x);
      if (isOn && from < 0) from = x;
      if (isOn || from < 0) continue;
      runs.push(from, y, x - from);
      from = -1;
    }
  }
  return Int16Array.from(runs);
}
