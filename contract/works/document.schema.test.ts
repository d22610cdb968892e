import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { countWords, documentOf, picturesIn, textOf } from './document.rules.ts';
import { WorkDocument } from './document.schema.ts';

const sha256 = '0'.repeat(64);
const picture = { type: 'picture', attrs: { sha256, alt: 'A hen', width: 'full' } };
const doc = (...content: unknown[]) => ({ type: 'doc', content });
const paragraph = (...content: unknown[]) => ({ type: 'paragraph', content });
const text = (words: string, ...marks: string[]) => ({
  type: 'text',
  text: words,
  ...(marks.length > 0 && { marks: marks.map((type) => ({ type })) }),
});

describe('the document of a chapter or a page', () => {
  it('is made of paragraphs, headings, lists, quotations, lines and pictures', () => {
    const all = doc(
      { type: 'heading', attrs: { level: 2, textAlign: 'center' }, content: [text('The hen')] },
      paragraph(text('She '), text('ran', 'bold', 'italic'), { type: 'hardBreak' }, text('away.')),
      picture,
      { type: 'bulletList', content: [{ type: 'listItem', content: [paragraph(text('corn'))] }] },
      {
        type: 'orderedList',
        attrs: { start: 2 },
        content: [{ type: 'listItem', content: [paragraph(text('two'))] }],
      },
      { type: 'blockquote', content: [paragraph(text('Cluck.'))] },
      { type: 'horizontalRule' },
      { type: 'paragraph', attrs: { textAlign: null } },
    );
    const read = v.parse(WorkDocument, all);
    expect(read).toEqual(all);
    expect(textOf(read)).toBe('The hen\nShe ran\naway.\ncorn\ntwo\nCluck.');
    expect(picturesIn(read)).toEqual([{ sha256, alt: 'A hen' }]);
  });

  it.each([
    ['a link', doc(paragraph({ type: 'text', text: 'x', marks: [{ type: 'link', attrs: { href: '/' } }] }))],
    ['an attribute nobody named', doc({ ...paragraph(text('x')), attrs: { onclick: 'x' } })],
    ['a style', doc({ type: 'paragraph', attrs: { style: 'color: red' } })],
    ['a node nobody named', doc({ type: 'iframe', attrs: { src: '/' } })],
    ['a picture by its address', doc({ type: 'picture', attrs: { src: 'https://x.test/a.png' } })],
    ['a picture with a wrong hash', doc({ ...picture, attrs: { ...picture.attrs, sha256: '../x' } })],
    ['a heading of the first level', doc({ type: 'heading', attrs: { level: 1 } })],
    ['text beside paragraphs', doc(text('x'))],
    ['a list in a quotation', doc({ type: 'blockquote', content: [{ type: 'bulletList', content: [] }] })],
    ['a control character', doc(paragraph(text('a\u0000b')))],
    ['half a character', doc(paragraph(text('\ud800')))],
    ['an empty text', doc(paragraph(text('')))],
    ['nothing', doc()],
    ['HTML', '<p>x</p>'],
    ['a key too many', { ...doc(paragraph()), version: 1 }],
  ])('is not made of %s', (_what, document) => {
    expect(v.is(WorkDocument, document)).toBe(false);
  });

  it('is made of plain text: an empty line begins a paragraph, a line is kept', () => {
    const made = documentOf('One\ntwo\n\n\n Three ');
    expect(v.parse(WorkDocument, made)).toEqual(
      doc(paragraph(text('One'), { type: 'hardBreak' }, text('two')), paragraph(text('Three'))),
    );
    expect(v.is(WorkDocument, documentOf('  '))).toBe(true);
  });

  it('has words that are counted in any language', () => {
    expect(countWords('Quick, said the hen!', 'en')).toBe(4);
    expect(countWords('吾輩は猫である', 'ja')).toBeGreaterThan(1);
  });
});
