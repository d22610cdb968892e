import { describe, expect, it } from 'vitest';
import { isPlainText } from '#contract/kit/text.ts';
import { documentLimits } from '#contract/works/document.schema.ts';
import { altOf, altOfPage } from './picture-words.rules.ts';

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

  it('have the answers that somebody wrote, first where there is no room for all', () => {
    expect(altOfPage('My animal is:', ['the hedgehog', 'Ada'])).toBe('My animal is: the hedgehog; Ada');
    const long = altOfPage('hen '.repeat(200), ['the hedgehog']);
    expect(long.startsWith('the hedgehog hen hen')).toBe(true);
    expect(long.length).toBeLessThanOrEqual(documentLimits.altLength);
    expect(altOfPage('The hen', [])).toBe('The hen');
  });
});
