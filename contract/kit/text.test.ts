import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { isPlainText, line, tidyText } from './text.ts';

describe('text that a person types', () => {
  it('is tidied: accents composed, white space folded, ends trimmed', () => {
    expect(tidyText('  Zoe\u0308 \t\n Fern\u00A0')).toBe('Zo\u00EB Fern');
  });

  it.each(['a\u0000b', 'bell\u0007', '\uD800', '\uDC00x'])(
    'is refused where it cannot be stored: %j',
    (text) => {
      expect(isPlainText(text)).toBe(false);
      expect(v.is(line({ maximum: 10, label: 'Name' }), text)).toBe(false);
    },
  );

  it('says what is missing, what is too long and what cannot be stored', () => {
    const name = line({ required: 'Please enter first name', maximum: 5, label: 'First name' });
    const messages = (input: unknown) => v.safeParse(name, input).issues?.map((issue) => issue.message);
    expect(messages('   ')).toEqual(['Please enter first name']);
    expect(messages(undefined)).toEqual(['Please enter first name']);
    expect(messages('Bartholomew')).toEqual(['First name must not exceed 5 characters']);
    expect(messages('a\u0000')).toEqual(['First name has a character that cannot be stored']);
    expect(messages('Zoë')).toBeUndefined();
  });
});
