import { describe, expect, it } from 'vitest';
import { noteOf } from './color-words.rules.ts';

describe('what the form says about a colour', () => {
  it.each([
    [
      'button_color',
      '#04abf6',
      '2.57 to 1 with white text: too faint, so text on it is black (8.16 to 1).',
      true,
    ],
    [
      'book_button_color',
      '#e97398',
      '2.84 to 1 with white text: too faint, so text on it is black (7.37 to 1).',
      true,
    ],
    ['primary_color', '#11365A', '12.35 to 1 with white text.', false],
    ['text_primary_color', '#1e5b8f', '6.66 to 1 on the page.', false],
    ['text_muted_color', '#c0c0c0', '1.70 to 1 on the page: too faint to read, so it is shown darker.', true],
    ['border_primary_color', '#eeeeee', '1.08 to 1 on the page: hard to see.', true],
    ['border_primary_color', '#000000', '19.65 to 1 on the page.', false],
  ] as const)('%s %s', (field, color, text, isFaint) => {
    expect(noteOf(field, color)).toEqual({ text, isFaint });
  });

  it('is nothing while it is being typed', () => {
    expect(noteOf('button_color', '#04a')).toBeNull();
    expect(noteOf('button_color', '')).toBeNull();
  });
});
