import { Editor } from '@tiptap/core';
import { describe, expect, it } from 'vitest';
import * as v from 'valibot';
import { WordsDocument } from '#contract/content/words.schema.ts';
import { contentOf, documentOf, wordsExtensions } from './words-document.ts';

const run = (text: string, ...marks: object[]) => ({
  type: 'text',
  text,
  ...(marks.length > 0 && { marks }),
});
const paragraph = (...content: object[]) => ({ type: 'paragraph', content });

describe('the editor of formatted words', () => {
  it('keeps all that a document has', () => {
    const document = {
      type: 'doc',
      content: [
        { type: 'heading', attrs: { level: 2 }, content: [run('Rain')] },
        paragraph(
          run('It '),
          run('falls', { type: 'bold' }, { type: 'italic' }),
          run(' on the sea', { type: 'link', attrs: { href: '/hubs/water' } }),
        ),
        { type: 'heading', attrs: { level: 3 }, content: [run('Why')] },
        {
          type: 'orderedList',
          content: [{ type: 'listItem', content: [paragraph(run('One')), paragraph(run('More'))] }],
        },
        { type: 'bulletList', content: [{ type: 'listItem', content: [paragraph(run('Point'))] }] },
      ],
    };
    const editor = new Editor({ extensions: wordsExtensions, content: contentOf(document) });
    expect(documentOf(editor.getJSON())).toEqual(document);
    expect(v.is(WordsDocument, documentOf(editor.getJSON()))).toBe(true);
    editor.destroy();
  });

  it('leaves out empty lines, and links that lead nowhere', () => {
    const editor = new Editor({
      extensions: wordsExtensions,
      content: '<p>A</p><p></p><p><a href="javascript:x">B</a> <a href="https://who.int/">C</a></p>',
    });
    expect(documentOf(editor.getJSON())).toEqual({
      type: 'doc',
      content: [
        paragraph(run('A')),
        paragraph(run('B '), run('C', { type: 'link', attrs: { href: 'https://who.int/' } })),
      ],
    });
    editor.destroy();
  });

  it('begins an empty document with a line to write in', () => {
    const editor = new Editor({ extensions: wordsExtensions, content: contentOf({}) });
    expect(documentOf(editor.getJSON())).toEqual({ type: 'doc', content: [] });
    editor.destroy();
  });

  it('leaves Tab in a list to the page, and begins another item with Enter', () => {
    const items = ['One', 'Two'].map((text) => ({ type: 'listItem', content: [paragraph(run(text))] }));
    const list = { type: 'bulletList', content: items };
    const editor = new Editor({
      extensions: wordsExtensions,
      content: { type: 'doc', content: [list] },
      autofocus: 'end',
    });
    const press = (key: string, shiftKey = false) => {
      const event = new KeyboardEvent('keydown', { key, shiftKey, cancelable: true });
      editor.view.someProp('handleKeyDown', (handle) => handle(editor.view, event));
    };
    press('Tab');
    press('Tab', true);
    expect(editor.getJSON().content).toEqual([list]);
    press('Enter');
    expect(editor.getJSON().content[0]?.content).toHaveLength(3);
    editor.destroy();
  });
});
