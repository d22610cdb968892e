/** Millimetres. `x` and `y` are of the upper left corner. */
export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/**
 * Specification, section 9: A4 portrait, two cards in a row. Letter is shorter: the cards stand so close that nothing is cut off
 * where the sheet is printed on that as large as it is.
 */
export const page = { width: 210, height: 297 } as const;
const columns = 2;
const rows = 5;
const gap = 3;
const cardSize = { width: 94, height: 50 } as const;
export const cardsPerPage = columns * rows;

/** Where things stand on a card. Around the code stays white what its readers need: four modules at least. */
export const onCard = {
  // Wider than 35 mm, which is what a tablet reads at arm's length.
  code: { x: 5, y: 7, width: 36, height: 36 },
  animal: { x: 47, y: 4, width: 12, height: 12 },
  name: { x: 61, y: 4, width: 30, height: 14 },
  className: { x: 47, y: 19, width: 44, height: 5 },
  codeLabel: { x: 47, y: 25, width: 14, height: 4.5 },
  classCode: { x: 61.5, y: 25, width: 30, height: 4.5 },
  usernameLabel: { x: 47, y: 30.5, width: 14, height: 4.5 },
  username: { x: 61.5, y: 30.5, width: 30, height: 4.5 },
  passwordLabel: { x: 47, y: 36.2, width: 14, height: 4.4 },
  // Letters may reach below their line, and it is in any script.
  password: { x: 61.5, y: 36.2, width: 30, height: 6 },
  address: { x: 47, y: 43.5, width: 44, height: 3 },
} as const satisfies Record<string, Box>;

const left = (page.width - columns * cardSize.width - (columns - 1) * gap) / 2;
const top = (page.height - rows * cardSize.height - (rows - 1) * gap) / 2;

/** The place of a card by its number, counted from 0: the page, counted from 0 too, and the box on it. */
export function placeOfCard(number: number): { page: number; box: Box } {
  const place = number % cardsPerPage;
  return {
    page: Math.floor(number / cardsPerPage),
    box: {
      x: left + (place % columns) * (cardSize.width + gap),
      y: top + Math.floor(place / columns) * (cardSize.height + gap),
      ...cardSize,
    },
  };
}

/** A box of a card as a box of the page. */
export function onPage(card: Box, inner: Box): Box {
  return { ...inner, x: card.x + inner.x, y: card.y + inner.y };
}

/** How much something has to shrink to fit; never above 1. */
export function shrinkToFit(
  size: { width: number; height: number },
  box: { width: number; height: number },
): number {
  return Math.min(1, box.width / size.width, box.height / size.height);
}
