/** What everything is read on. Tints, lines and quiet texts are mixed from these and the tenant's colours. */
export interface Ground {
  /** The page. */
  paper: string;
  /** What lies on the page: cards, fields, menus. */
  sheet: string;
  ink: string;
  /** The one of the two on which coloured text is harder to read: what passes there passes everywhere. */
  hardest: string;
}

export type ColorScheme = 'light' | 'dark';

export const grounds: Readonly<Record<ColorScheme, Ground>> = {
  light: { paper: '#fbf7ef', sheet: '#fffdf9', ink: '#2b2420', hardest: '#fbf7ef' },
  dark: { paper: '#1e1917', sheet: '#2a2421', ink: '#f3ebe0', hardest: '#2a2421' },
};
