import { contrast, foregroundOn, readableContrast } from '#contract/kit/contrast.ts';
import type { ColorField } from '#contract/tenants/tenants.schema.ts';
import { grounds } from '#src/lib/grounds.ts';

/** What each colour is called, in the order of the form. */
export const colorLabels: Readonly<Record<ColorField, string>> = {
  primary_color: 'Primary colour',
  primary_color_light: 'Primary colour, lighter',
  primary_color_dark: 'Primary colour, darker',
  bg_primary_color: 'First background',
  bg_secondary_color: 'Second background',
  announcement_color: 'Announcements',
  button_color: 'Buttons',
  book_button_color: 'Buttons of books',
  text_primary_color: 'First text colour',
  text_secondary_color: 'Second text colour',
  text_muted_color: 'Quiet text',
  border_primary_color: 'Lines',
  border_muted_color: 'Quiet lines',
};

/** What WCAG 2.2 AA asks of lines. */
const visibleContrast = 3;

export interface ColorNote {
  text: string;
  /** True where it would be hard to see, if the app did nothing about it. */
  isFaint: boolean;
}

const hex = /^#[0-9a-f]{6}$/iu;

/** How well a colour can be seen where it is used; null for what is no colour yet. The app mends what is faint. */
export function noteOf(field: ColorField, color: string): ColorNote | null {
  if (!hex.test(color)) return null;
  const { paper } = grounds.light;
  if (field.startsWith('text_')) {
    const onPage = contrast(color, paper);
    return onPage < readableContrast
      ? { text: 'Too faint to read on the page, so it is shown darker.', isFaint: true }
      : { text: 'Easy to read on the page.', isFaint: false };
  }
  if (field.startsWith('border_')) {
    const onPage = contrast(color, paper);
    return onPage < visibleContrast
      ? { text: 'Hard to see on the page.', isFaint: true }
      : { text: 'Easy to see on the page.', isFaint: false };
  }
  const white = contrast('#ffffff', color);
  if (foregroundOn(color) === '#ffffff') return { text: 'White text on it is easy to read.', isFaint: false };
  return white < readableContrast
    ? {
        text: 'White text on it is too faint, so text on it is black.',
        isFaint: true,
      }
    : { text: 'Black text on it is easy to read.', isFaint: false };
}
