import { describe, expect, it } from 'vitest';
import { floodRuns, type Pixels } from './flood-fill.rules.ts';

/** A picture of letters: `#` is a dark line, `+` its soft edge, all else is paper. */
function pixelsOf(...rows: string[]): Pixels {
  const tones: Readonly<Record<string, number>> = { '#': 20, '+': 140 };
  const bytes = rows.flatMap((row) =>
    [...row].flatMap((letter) => {
      const tone = tones[letter] ?? 255;
      return [tone, tone, tone, 255];
    }),
  );
  return { data: Uint8ClampedArray.from(bytes), width: rows[0]?.length ?? 0, height: rows.length };
}

/** The same picture with what was filled. */
function filled({ width, height }: Pixels, runs: Int16Array): string[] {
  const rows = Array.from({ length: height }, () => Array.from({ length: width }, () => '.'));
  for (let each = 0; each < runs.length; each += 3) {
    const [x = 0, y = 0, length = 0] = runs.subarray(each, each + 3);
    rows[y]?.fill('o', x, x + length);
  }
  return rows.map((row) => row.join(''));
}

describe('a fill', () => {
  it('stays within a closed line, and covers the soft edge of it', () => {
    const picture = pixelsOf(
      '..........', //
      '.########.',
      '.#++++++#.',
      '.#+....+#.',
      '.#++++++#.',
      '.########.',
      '..........',
    );
    expect(filled(picture, floodRuns(picture, [4.7, 3.2]))).toEqual([
      '..........',
      '..........',
      '...oooo...',
      '..oooooo..',
      '...oooo...',
      '..........',
      '..........',
    ]);
  });

  it('runs around corners and through a gap', () => {
    const picture = pixelsOf(
      '...#...', //
      '.#.#.#.',
      '.#...#.',
      '.#####.',
      '.......',
    );
    const rows = filled(picture, floodRuns(picture, [0, 0]));
    expect(rows.join('')).not.toContain('.....');
    expect(rows[0]).toBe('ooooooo');
    expect(rows[4]).toBe('ooooooo');
  });

  it('takes a line alone where a line is touched', () => {
    const picture = pixelsOf('.......', '.......', '#######', '.......', '.......');
    expect(filled(picture, floodRuns(picture, [3, 2]))).toEqual([
      '.......',
      'ooooooo',
      'ooooooo',
      'ooooooo',
      '.......',
    ]);
  });

  it('of a whole paper is a run for each row, and of a place outside nothing', () => {
    const picture = { data: new Uint8ClampedArray(1280 * 960 * 4).fill(255), width: 1280, height: 960 };
    expect(floodRuns(picture, [640, 480])).toHaveLength(3 * 960);
    expect(floodRuns(picture, [1280, 480])).toHaveLength(0);
  });
});
