import type { CSSProperties } from 'react';
import * as v from 'valibot';
import {
  ReaderSettings,
  usualSettings,
  type ReaderFont,
  type ReaderTint,
} from '#contract/works/reading.schema.ts';

const names = Object.keys(usualSettings) as (keyof ReaderSettings)[];

/** What stands in a row of the device. A setting that this version of the app does not know is as usual. */
export function settingsOf(stored: Readonly<Record<string, unknown>> | undefined): ReaderSettings {
  const known = names.filter((name) => v.is(ReaderSettings.entries[name], stored?.[name]));
  return { ...usualSettings, ...Object.fromEntries(known.map((name) => [name, stored?.[name]])) };
}

/** By step: how much larger than usual. */
const scales = [0.8, 0.9, 1, 1.2, 1.45, 1.75, 2.1];
/** By step: letters in a line at most. */
const widths = [28, 42, 62, 84];
/** By step, in the size of letters: space between letters, and between words with it. Close letters with wide words read badly. */
const spaces: readonly (readonly [letters: number, words: number])[] = [
  [0, 0],
  [0.04, 0.1],
  [0.08, 0.2],
  [0.12, 0.32],
];
/** By step: from line to line, in the size of letters. */
const heights = [1.35, 1.6, 1.9, 2.3];

/** Paper and ink. Each pair is read well: seven to one at the least. */
export const papers: Readonly<Record<ReaderTint, { name: string; paper: string; ink: string }>> = {
  paper: { name: 'Book paper', paper: '#fffdf7', ink: '#241c15' },
  white: { name: 'White', paper: '#ffffff', ink: '#111111' },
  yellow: { name: 'Yellow', paper: '#fbf1b8', ink: '#1f1b08' },
  peach: { name: 'Peach', paper: '#fbdfc9', ink: '#24160c' },
  green: { name: 'Green', paper: '#dcefd6', ink: '#101d0d' },
  blue: { name: 'Blue', paper: '#d6e8f6', ink: '#0d1a26' },
  dark: { name: 'Dark', paper: '#1d1a18', ink: '#efe7da' },
};

export const fontFamilies: Readonly<Record<ReaderFont, string>> = {
  plain: 'inherit',
  book: "'Literata', 'Iowan Old Style', 'Palatino Linotype', Palatino, Georgia, 'Noto Serif', serif",
  // What it has no letters for stays plain.
  dyslexia: "OpenDyslexic, 'Atkinson Hyperlegible Next Variable', system-ui, sans-serif",
};

/** The settings as the variables that `.sheet` is drawn with. */
export function styleOf({ size, width, spacing, height, tint, font }: ReaderSettings): CSSProperties {
  const [letters, words] = spaces[spacing] ?? [0, 0];
  const { paper, ink } = papers[tint];
  return {
    '--reader-scale': scales[size],
    '--reader-width': `${widths[width]}ch`,
    '--reader-letters': `${letters}em`,
    '--reader-words': `${words}em`,
    '--reader-lines': heights[height],
    '--reader-paper': paper,
    '--reader-ink': ink,
    '--reader-font': fontFamilies[font],
  } as CSSProperties;
}
