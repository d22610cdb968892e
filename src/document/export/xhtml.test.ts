import { describe, expect, it } from 'vitest';
import { families } from '#tests/support/hostile-texts.ts';
import { documentXhtml, escapeXml } from './xhtml.ts';

describe('text in XML', () => {
  it('is what it was, and nothing more', () => {
    expect(escapeXml(`<a href="x" id='y'> & "b"`)).toBe(
      '&lt;a href=&quot;x&quot; id=&#39;y&#39;&gt; &amp; &quot;b&quot;',
    );
    expect(escapeXml('Zoë 小明 🦊')).toBe('Zoë 小明 🦊');
  });

  it('has nothing that no XML may have', () => {
    expect(escapeXml('a\u0000b\u0008c\uFFFEd\u{1F98A}')).toBe('abcd\u{1F98A}');
    expect(escapeXml('a\uD800b')).toBe('a\uFFFDb');
  });
});

describe('a page of texts that mean harm', () => {
  it.each(Object.entries(families))('has nothing in it but words: %s', (_family, texts) => {
    for (const text of texts.filter((each) => each !== '')) {
      const page = documentXhtml(
        {
          type: 'doc',
          content: [
            { type: 'paragraph', content: [{ type: 'text', text }] },
            { type: 'recording', attrs: { sha256: 'a'.repeat(64), alt: text, seconds: 4 } },
          ],
        },
        () => null,
      );
      const words = page.replaceAll(/<\/?p(?: dir="auto")?>/gu, '');
      expect(words).not.toMatch(/[<>"']/u);
      expect(words.replaceAll(/&(?:amp|lt|gt|quot|#39);/gu, '')).not.toContain('&');
    }
  });
});

it('has words of two directions as their book has them', () => {
  const page = (text: string) =>
    documentXhtml(
      { type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text }] }] },
      () => null,
    );
  expect(page('قال الأرنب')).toBe('<p dir="auto">قال الأرنب</p>');
  expect(page('OK! قال الأرنب')).toBe('<p>OK! قال الأرنب</p>');
});

describe('a recording on a page', () => {
  const said = (alt: string) =>
    documentXhtml(
      { type: 'doc', content: [{ type: 'recording', attrs: { sha256: 'a'.repeat(64), alt, seconds: 4 } }] },
      () => null,
    );

  it('is the words about it, and nothing where there are none', () => {
    expect(said('I sing')).toBe('<p dir="auto">I sing</p>');
    expect(said('')).toBe('');
  });
});
