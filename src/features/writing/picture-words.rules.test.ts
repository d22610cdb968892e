import { describe, expect, it } from 'vitest';
import { isPlainText } from '#contract/kit/text.ts';
import { documentLimits } from '#contract/works/document.schema.ts';
import { altOf } from './picture-words.rules.ts';

describe('the words of a page, as what its picture shows', () => {
  it('are tidied', () => {
    expect(altOf('  The\n red\t hen ')).toBe('The red hen');
    expect(altOf('')).toBe('');
  });

  it('are cut between two words where there are too many', () => {
    const text = altOf('hen '.repeat(200));
    expect(text.length).toBeLessThanOrEqual(documentLimits.altLength);
    expect(text.endsWith('hen…')).toBe(true);
  });

  it('can be stored whatever a file says', () => {
    for (const words of ['\u0000\u0007a\uD800b', '🦊'.repeat(400), `x${'🦊'.repeat(400)}`]) {
      const text = altOf(words);
      expect(isPlainText(text)).toBe(true);
      expect(text.length).toBeLessThanOrEqual(documentLimits.altLength);
    }
  });
});
