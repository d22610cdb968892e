import {
  createTheme,
  defaultVariantColorsResolver,
  type CSSVariablesResolver,
  type MantineColorsTuple,
  type MantineThemeOverride,
  type VariantColorsResolver,
} from '@mantine/core';
import { foregroundOn } from '#contract/kit/contrast.ts';
import { mix, ownShade, readableOn, shadesOf } from '#src/lib/color.ts';
import { grounds, type ColorScheme, type Ground } from '#src/lib/grounds.ts';
import { SteadyButton } from './steady-button.tsx';

/** The colours that a page takes from whose page it is, each `#rrggbb`. */
interface BrandColors {
  primary_color: string;
  button_color: string;
  book_button_color: string;
  text_primary_color: string;
  border_muted_color: string;
}

/** Specification, section 9, in CSS pixels. */
export const breakpoints = {
  xxs: 340,
  xs: 420,
  sm: 540,
  md: 640,
  lg: 768,
  xl: 900,
  xxl: 1024,
  wide: 1200,
  widest: 1280,
} as const;

const pixelsPerEm = 16;

/** Mantine writes media queries in em, so that they follow the reader's font size. */
function inEm(pixels: number): string {
  return `${pixels / pixelsPerEm}em`;
}

const fontFamily = [
  "'Atkinson Hyperlegible Next Variable'",
  // Scripts that it has no letters for.
  'system-ui',
  '-apple-system',
  "'Segoe UI'",
  "'Noto Sans'",
  'sans-serif',
].join(', ');

/** Inks for what is right, what is wrong, what needs a look and what is only told apart. */
const signals = {
  red: '#b3372b',
  green: '#2c7a4b',
  yellow: '#f2b640',
  blue: '#2f6db3',
  orange: '#c8651b',
} as const;

const signalNames = Object.keys(signals) as (keyof typeof signals)[];

type ThemeColor = 'primary' | 'button' | 'book' | keyof typeof signals;

const wood = '#a9744d';

// How much of the other colour is in a quiet text, and in a thin line.
const quiet = 0.36;
const line = 0.16;

function tupleOf(color: string): MantineColorsTuple {
  return shadesOf(color);
}

// Mantine's own greys are cold. These are the papers with more and more ink in them.
function greysOf({ sheet, ink }: Ground): MantineColorsTuple {
  const grey = (share: number) => mix(sheet, ink, share);
  return [
    grey(0.03),
    grey(0.06),
    grey(0.11),
    grey(0.16),
    grey(0.24),
    grey(0.42),
    grey(0.6),
    grey(0.72),
    grey(0.84),
    ink,
  ];
}

// Mantine reads these from text (0) over lines (4), fields (6) and the page (7) to shadows (9).
function nightsOf({ paper, sheet, ink }: Ground): MantineColorsTuple {
  const night = (share: number) => mix(sheet, ink, share);
  return [
    ink,
    night(0.82),
    night(0.68),
    night(0.5),
    night(0.16),
    night(0.08),
    sheet,
    paper,
    mix(paper, '#000000', 0.25),
    mix(paper, '#000000', 0.5),
  ];
}

// A filled surface keeps its tenant's colour by day; at night it is lightened until it stands out from the page.
function filledOf(name: ThemeColor, color: string, scheme: ColorScheme): string {
  const isTenantsOwnButton = name === 'button' || name === 'book';
  return scheme === 'light' || isTenantsOwnButton ? color : readableOn(grounds.dark.hardest, color);
}

function variablesOf(name: ThemeColor, color: string, scheme: ColorScheme): Record<string, string> {
  const { paper, ink, hardest } = grounds[scheme];
  const filled = filledOf(name, color, scheme);
  const tint = mix(paper, color, scheme === 'light' ? 0.1 : 0.22);
  const strongerTint = mix(paper, color, scheme === 'light' ? 0.18 : 0.34);
  const variable = `--mantine-color-${name}`;
  return {
    [`${variable}-filled`]: filled,
    [`${variable}-filled-hover`]: mix(filled, ink, 0.1),
    [`${variable}-contrast`]: foregroundOn(filled),
    [`${variable}-light`]: tint,
    [`${variable}-light-hover`]: strongerTint,
    [`${variable}-light-color`]: readableOn(tint, readableOn(strongerTint, color)),
    [`${variable}-outline`]: readableOn(hardest, color),
    [`${variable}-outline-hover`]: tint,
    [`${variable}-text`]: readableOn(hardest, color),
  };
}

function schemeVariables(colors: BrandColors, scheme: ColorScheme): Record<string, string> {
  const { paper, sheet, ink, hardest } = grounds[scheme];
  const border = scheme === 'light' ? mix(paper, colors.border_muted_color, line) : mix(paper, ink, line);
  const dimmed = readableOn(hardest, mix(ink, paper, quiet), 5);
  const variables: Record<string, string> = {
    '--mantine-color-body': paper,
    '--mantine-color-text': ink,
    '--mantine-color-bright': ink,
    '--mantine-color-default': sheet,
    '--mantine-color-default-hover': mix(sheet, ink, 0.05),
    '--mantine-color-default-color': ink,
    '--mantine-color-default-border': border,
    '--mantine-color-dimmed': dimmed,
    '--mantine-color-placeholder': dimmed,
    '--mantine-color-anchor': readableOn(hardest, colors.text_primary_color),
    '--mantine-color-error': readableOn(hardest, signals.red),
    '--mantine-color-success': readableOn(hardest, signals.green),
    '--mantine-color-disabled': mix(paper, ink, 0.08),
    '--mantine-color-disabled-color': mix(paper, ink, 0.55),
    '--mantine-color-disabled-border': mix(paper, ink, 0.12),
    '--mantine-primary-color-contrast': foregroundOn(filledOf('primary', colors.primary_color, scheme)),
    // The edge of a field must be seen on its own (WCAG 2.2, 1.4.11), which a line between two rows need not.
    '--field-border': mix(paper, ink, 0.55),
    '--shelf-board': mix(paper, wood, scheme === 'light' ? 0.7 : 0.6),
    '--shelf-shade': mix(paper, wood, scheme === 'light' ? 0.16 : 0.12),
    ...variablesOf('primary', colors.primary_color, scheme),
    ...variablesOf('button', colors.button_color, scheme),
    ...variablesOf('book', colors.book_button_color, scheme),
  };
  for (const name of signalNames) Object.assign(variables, variablesOf(name, signals[name], scheme));
  return variables;
}

const variantColorResolver: VariantColorsResolver = (input) => {
  const resolved = defaultVariantColorsResolver(input);
  if (input.variant !== 'filled' || input.color === undefined || !(input.color in input.theme.colors))
    return resolved;
  return { ...resolved, color: `var(--mantine-color-${input.color}-contrast, var(--mantine-color-white))` };
};

const sizes = {
  fontSizes: { xs: '0.875rem', sm: '1rem', md: '1rem', lg: '1.125rem', xl: '1.25rem' },
  lineHeights: { xs: '1.4', sm: '1.45', md: '1.5', lg: '1.5', xl: '1.5' },
  radius: { xs: '4px', sm: '8px', md: '12px', lg: '16px', xl: '24px' },
  spacing: { xs: '8px', sm: '12px', md: '16px', lg: '24px', xl: '32px' },
} as const;

const headings: NonNullable<MantineThemeOverride['headings']> = {
  fontWeight: '700',
  textWrap: 'balance',
  sizes: {
    h1: { fontSize: 'clamp(1.625rem, 1.35rem + 1.2vw, 2.25rem)', lineHeight: '1.15' },
    h2: { fontSize: 'clamp(1.375rem, 1.25rem + 0.6vw, 1.625rem)', lineHeight: '1.25' },
    h3: { fontSize: '1.25rem', lineHeight: '1.3' },
  },
};

export interface Look {
  theme: MantineThemeOverride;
  cssVariablesResolver: CSSVariablesResolver;
}

/** Paper and ink with the colours of one tenant. */
export function lookOf(colors: BrandColors): Look {
  const theme = createTheme({
    ...sizes,
    headings,
    fontFamily,
    // Class codes are read aloud and typed by children: of all letters ours are the hardest to mix up.
    fontFamilyMonospace: fontFamily,
    breakpoints: Object.fromEntries(
      Object.entries(breakpoints).map(([name, pixels]) => [name, inEm(pixels)]),
    ),
    white: grounds.light.sheet,
    black: grounds.light.ink,
    primaryColor: 'primary',
    primaryShade: ownShade,
    colors: {
      primary: tupleOf(colors.primary_color),
      button: tupleOf(colors.button_color),
      book: tupleOf(colors.book_button_color),
      red: tupleOf(signals.red),
      green: tupleOf(signals.green),
      yellow: tupleOf(signals.yellow),
      blue: tupleOf(signals.blue),
      orange: tupleOf(signals.orange),
      gray: greysOf(grounds.light),
      dark: nightsOf(grounds.dark),
    },
    variantColorResolver,
    defaultRadius: 'md',
    cursorType: 'pointer',
    respectReducedMotion: true,
    components: {
      // Not by `Anchor.extend` and the like, which would bring the code of all of them to pages that have none.
      Anchor: { defaultProps: { underline: 'hover' } },
      Button: { defaultProps: { color: 'button', variant: 'filled' } },
      Checkbox: { defaultProps: { radius: 'xs', size: 'md' } },
      // Its placeholder is no menu item, and a menu holds nothing else for a screen reader.
      Menu: { defaultProps: { withInitialFocusPlaceholder: false } },
      // As large as a finger: the eye that shows what was typed.
      PasswordInput: { vars: () => ({ root: { '--psi-button-size': '44px' } }) },
      // All buttons of Mantine's are made of it.
      UnstyledButton: { defaultProps: { component: SteadyButton } },
    },
  });
  const variables = { light: schemeVariables(colors, 'light'), dark: schemeVariables(colors, 'dark') };
  return { theme, cssVariablesResolver: () => ({ variables: {}, ...variables }) };
}
