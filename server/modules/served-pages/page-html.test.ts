import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { outlineOf, textsOf } from '#contract/content/outline.rules.ts';
import { generatedKinds, generatedPage } from '#tests/support/generated-pages.ts';
import { fillPage, outlineHtml } from './page-html.ts';

const letters = (text: string) => text.replaceAll(/\s+/gu, '');

/** The words that a browser shows of it. */
function wordsIn(html: string): string {
  const signs: Record<string, string> = { lt: '<', gt: '>', quot: '"', '#39': "'", amp: '&' };
  return html
    .replaceAll(/<[^>]*>/gu, '')
    .replaceAll(/&(lt|gt|quot|#39|amp);/gu, (_, sign: string) => signs[sign] ?? '');
}

describe('any page that an editor can write', () => {
  it('has all of its words in HTML, in their order, and no others', () => {
    const seen = new Set<string>();
    fc.assert(
      fc.property(generatedPage, (page) => {
        const outline = outlineOf(page);
        expect(letters(wordsIn(outlineHtml(outline)))).toBe(letters(textsOf(outline).join('')));
        for (const { kind } of page.blocks) seen.add(kind);
      }),
      { seed: 20_261_127, numRuns: 300 },
    );
    expect([...seen].toSorted()).toEqual(generatedKinds.toSorted());
  });
});

describe('the page of the app with a public page in it', () => {
  it.each([
    ['ar', 'rtl'],
    ['en', 'ltr'],
  ])('is laid out as %s is written', (language, direction) => {
    const parts = { title: '', description: '', head: '', body: '', isWithoutScript: false, data: null };
    const html = fillPage('<html lang="en"><body><div id="root"></div></body>', { ...parts, language });
    expect(html).toContain(`<div id="served" lang="${language}" dir="${direction}">`);
  });
});
