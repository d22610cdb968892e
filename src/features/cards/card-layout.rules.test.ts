import { describe, expect, it } from 'vitest';
import {
  cardsPerPage,
  onCard,
  onPage,
  page,
  placeOfCard,
  shrinkToFit,
  type Box,
} from './card-layout.rules.ts';

const boxesOfPage = Array.from({ length: cardsPerPage }, (_, number) => placeOfCard(number).box);

function isInside(outer: Box, { x, y, width, height }: Box): boolean {
  return (
    x >= outer.x && y >= outer.y && x + width <= outer.x + outer.width && y + height <= outer.y + outer.height
  );
}

function overlap(one: Box, other: Box): boolean {
  return (
    one.x < other.x + other.width &&
    other.x < one.x + one.width &&
    one.y < other.y + other.height &&
    other.y < one.y + one.height
  );
}

describe('a sheet of cards', () => {
  it('is A4 with two cards in a row, all of them within what printers reach', () => {
    const reached = { x: 5, y: 5, width: page.width - 10, height: page.height - 10 };
    for (const box of boxesOfPage) expect(isInside(reached, box)).toBe(true);
    expect(new Set(boxesOfPage.map(({ x }) => x)).size).toBe(2);
  });

  it('is cut nowhere where a printer puts it in the middle of a letter sheet', () => {
    const letter = { width: 215.9, height: 279.4 };
    const reached = {
      x: (page.width - letter.width) / 2 + 6,
      y: (page.height - letter.height) / 2 + 6,
      width: letter.width - 12,
      height: letter.height - 12,
    };
    for (const box of boxesOfPage) expect(isInside(reached, box)).toBe(true);
  });

  it('has room between its cards', () => {
    const pairs = boxesOfPage.flatMap((one, place) =>
      boxesOfPage.slice(place + 1).map((other) => [one, other] as const),
    );
    expect(pairs.filter(([one, other]) => overlap(one, other))).toEqual([]);
  });

  it('goes on with the next page when it is full', () => {
    expect(placeOfCard(cardsPerPage - 1).page).toBe(0);
    expect(placeOfCard(cardsPerPage)).toEqual({ page: 1, box: placeOfCard(0).box });
    expect(placeOfCard(499).page).toBe(49);
  });
});

describe('a card', () => {
  const card = placeOfCard(0).box;

  it('has a code of at least 35 mm, with four modules of white around it', () => {
    expect(onCard.code.width).toBeGreaterThanOrEqual(35);
    expect(onCard.code.height).toBe(onCard.code.width);
    // A code has 37 modules at most; fewer are wider, and then the white is too.
    for (const modules of [33, 37]) {
      const quiet = (4 * onCard.code.width) / modules;
      const { x, y, width, height } = onPage(card, onCard.code);
      const white = { x: x - quiet, y: y - quiet, width: width + 2 * quiet, height: height + 2 * quiet };
      expect(isInside(card, white)).toBe(true);
      const others = Object.entries(onCard).filter(([name]) => name !== 'code');
      expect(others.filter(([, box]) => overlap(white, onPage(card, box)))).toEqual([]);
    }
  });

  it('has nothing that lies on something else, or beyond its edge', () => {
    const boxes = Object.values(onCard).map((box) => onPage(card, box));
    const pairs = boxes.flatMap((one, place) => boxes.slice(place + 1).map((other) => [one, other] as const));
    expect(pairs.filter(([one, other]) => overlap(one, other))).toEqual([]);
    expect(boxes.filter((box) => !isInside(card, box))).toEqual([]);
  });
});

it.each([
  [{ width: 10, height: 5 }, 1],
  [{ width: 40, height: 5 }, 0.5],
  [{ width: 10, height: 20 }, 0.25],
])('what is %o fits into 20 by 5 when it is %d of its size', (size, expected) => {
  expect(shrinkToFit(size, { width: 20, height: 5 })).toBe(expected);
});
