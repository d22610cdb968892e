/** Coloured papers the pictures are cut from. */
export const papers = {
  ink: '#43332c',
  white: '#fffdf6',
  cream: '#fbe9cb',
  tan: '#dcae78',
  brown: '#a9744d',
  bark: '#7a4f36',
  orange: '#f0934d',
  rust: '#d86c3d',
  yellow: '#f7ca55',
  red: '#dd5f50',
  rose: '#ee8ba3',
  pink: '#f7b9ba',
  blush: '#f2988f',
  purple: '#9d8bc9',
  navy: '#46628d',
  blue: '#76aedb',
  sea: '#a9d8e2',
  teal: '#57aca3',
  green: '#8fbd70',
  leaf: '#5f9b5c',
  grey: '#b4bac0',
  slate: '#7b8792',
  coal: '#54525a',
} as const;

export type Paper = keyof typeof papers;

/** Tiles behind the animals: [tint, the shade an animal throws on it]. */
export const tiles = {
  sand: ['#f7e8d0', '#e6d0ae'],
  petal: ['#fbdfd9', '#edc2b8'],
  sky: ['#dcebf6', '#bcd3e5'],
  mint: ['#def1df', '#bcdcbe'],
  lilac: ['#e9e2f5', '#cfc3e4'],
  butter: ['#fcf0c6', '#ecd997'],
  peach: ['#fde3ca', '#eec8a3'],
  lagoon: ['#d3eeec', '#aed6d3'],
} as const;

export type Tile = keyof typeof tiles;

/** Colours of the school whose page it is, with the platform's own where none is set. */
export const brand = {
  primary: 'var(--primary_color, #11365A)',
  book: 'var(--book_button_color, #e97398)',
  button: 'var(--button_color, #d71a5f)',
} as const;
