import { describe, expect, it } from 'vitest';
import { readCode } from '#tests/support/printed-cards.ts';
import { codeOf, quietModules, runsOf, type CodeSquares } from './card-code.ts';
import { MissingCredentials } from './card-failures.ts';

const card = { username: 'zoe-otter-42', badge: 'AbC_-0123456789abcdefg' };

/** The code as a picture, with so many dots for a module. */
function pictureOf({ size, isDark }: CodeSquares, dots: number) {
  const width = (size + 2 * quietModules) * dots;
  const grey = new Uint8Array(width * width).fill(255);
  for (const place of grey.keys()) {
    const column = Math.floor((place % width) / dots) - quietModules;
    const row = Math.floor(place / width / dots) - quietModules;
    const isInside = Math.min(column, row) >= 0 && Math.max(column, row) < size;
    if (isInside && isDark(column, row)) grey[place] = 0;
  }
  return { grey, width, height: width };
}

describe('the code of a card', () => {
  it('is read as JSON with the username and the badge as password, at two dots a module too', async () => {
    for (const dots of [2, 3, 8]) {
      const text = await readCode(pictureOf(codeOf(card), dots));
      expect(JSON.parse(text)).toEqual({ username: card.username, password: card.badge });
    }
  });

  it('has 37 modules at most with the longest username that there is', () => {
    expect(codeOf({ ...card, username: 'x'.repeat(20) }).size).toBeLessThanOrEqual(37);
  });

  it.each([
    { username: '', badge: card.badge },
    { username: card.username, badge: '' },
  ])('is not made of %o', (incomplete) => {
    expect(() => codeOf(incomplete)).toThrow(new MissingCredentials());
    expect(() => codeOf(incomplete)).toThrow('Failed to generate QR code: Missing credentials');
  });
});

describe('the oblongs of a code', () => {
  it('cover each dark module once and nothing else', () => {
    const code = codeOf(card);
    const covered = new Map<string, number>();
    for (const { column, row, columns, rows } of runsOf(code)) {
      for (let x = column; x < column + columns; x += 1) {
        for (let y = row; y < row + rows; y += 1)
          covered.set(`${x} ${y}`, (covered.get(`${x} ${y}`) ?? 0) + 1);
      }
    }
    const dark = Array.from(
      { length: code.size ** 2 },
      (_, place) => [place % code.size, Math.floor(place / code.size)] as const,
    ).filter(([column, row]) => code.isDark(column, row));
    expect([...covered.keys()].toSorted()).toEqual(dark.map(([x, y]) => `${x} ${y}`).toSorted());
    expect(new Set(covered.values())).toEqual(new Set([1]));
    expect(runsOf(code).length).toBeLessThan(dark.length / 2);
  });
});
