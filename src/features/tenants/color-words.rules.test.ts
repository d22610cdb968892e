import { describe, expect, it } from 'vitest';
import { noteOf } from './color-words.rules.ts';

describe('what the form says about a colour', () => {
  it.each([
    ['button_color', '#04abf6', 'White text on it is too faint, so text on it is black.', true],
    ['book_button_color', '#e97398', 'White text on it is too faint, so text on it is black.', true],
    ['primary_color', '#11365A', 'White text on it is easy to read.', false],
    ['text_primary_color', '#1e5b8f', 'Easy to read on the page.', false],
    ['text_muted_color', '#c0c0c0', 'Too faint to read on the page, so it is shown darker.', true],
    ['border_primary_color', '#eeeeee', 'Hard to see on the page.', true],
    ['border_primary_color', '#000000', 'Easy to see on the page.', false],
  ] as const)('%s %s', (field, color, text, isFaint) => {
    expect(noteOf(field, color)).toEqual({ text, isFaint });
  });

  it('is nothing while it is being typed', () => {
    expect(noteOf('button_color', '#04a')).toBeNull();
    expect(noteOf('button_color', '')).toBeNull();
  });
});
