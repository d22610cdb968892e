import { foldForComparing } from '../kit/fold.ts';

/** A class code as it is stored, from what was typed: in any case, with blanks, full-width or with what is not seen. */
export function classCodeOf(typed: string): string {
  return foldForComparing(typed).replaceAll(' ', '').toUpperCase();
}

/**
 * What becomes of a field that somebody wants to be `mine`: it applies if it is still as its editor saw it, or if both
 * wrote the same. Without `seen` (a call that was not queued) the last writer wins.
 */
export function mergeField(
  mine: string | null,
  current: string | null,
  seen: unknown,
): 'unchanged' | 'changed' | 'conflict' {
  // Who saw the same and wants the same changed nothing: what others wrote stays.
  if (mine === current || mine === seen) return 'unchanged';
  return seen !== undefined && seen !== current ? 'conflict' : 'changed';
}

/** The colours that are offered for a class: told apart from each other by name, as cloth and not as light. */
export const classThemes = [
  { value: '#b5523b', name: 'Brick' },
  { value: '#d97a2b', name: 'Orange' },
  { value: '#e0b02e', name: 'Yellow' },
  { value: '#6f8f2f', name: 'Moss' },
  { value: '#2f7d5b', name: 'Green' },
  { value: '#2a8c94', name: 'Teal' },
  { value: '#4180ca', name: 'Blue' },
  { value: '#2f4b8f', name: 'Navy' },
  { value: '#7a4fa3', name: 'Violet' },
  { value: '#c2548d', name: 'Pink' },
  { value: '#7a5c45', name: 'Brown' },
  { value: '#5f6b73', name: 'Grey' },
] as const;

/** A colour in a word where it is one that is offered, else as it is written. */
export function themeInWords(theme: string): string {
  return classThemes.find(({ value }) => value === theme)?.name ?? theme;
}
