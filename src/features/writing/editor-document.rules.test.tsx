import { Editor } from '@tiptap/core';
import { describe, expect, it } from 'vitest';
import type { WorkDocument } from '#contract/works/document.schema.ts';
import { documentOfEditor } from './editor-document.rules.ts';
import { editorExtensions } from './editor-extensions.ts';

const open = (content: object | string) =>
  new Editor({
    extensions: editorExtensions('', {
      draw: () => null,
      describe: () => undefined,
      recordAnew: () => undefined,
    }),
    content,
  });

const all: WorkDocument = {
  type: 'doc',
  content: [
    {
      type: 'heading',
      attrs: { level: 2, textAlign: 'center' },
      content: [{ type: 'text', text: 'The kite' }],
    },
    {
      type: 'paragraph',
      content: [
        { type: 'text', text: 'It ' },
        { type: 'text', text: 'flew', marks: [{ type: 'bold' }, { type: 'italic' }] },
        { type: 'hardBreak' },
        { type: 'text', text: 'away.', marks: [{ type: 'underline' }] },
      ],
    },
    { type: 'picture', attrs: { sha256: 'a'.repeat(64), alt: 'A kite', width: 'small' } },
    {
      type: 'bulletList',
      content: [
        { type: 'listItem', content: [{ type: 'paragraph', content: [{ type: 'text', text: 'wind' }] }] },
      ],
    },
    {
      type: 'orderedList',
      attrs: { start: 3 },
      content: [{ type: 'listItem', content: [{ type: 'paragraph' }] }],
    },
    { type: 'blockquote', content: [{ type: 'paragraph', content: [{ type: 'text', text: 'Up!' }] }] },
    { type: 'horizontalRule' },
    { type: 'paragraph' },
  ],
};

describe('the editor', () => {
  it('gives back every part of a document as it got it', () => {
    expect(documentOfEditor(open(all).getJSON())).toEqual(all);
  });

  it('lets in nothing that no document has, whatever is pasted', () => {
    const editor = open(
      '<h1 style="color:red">A</h1><p onclick="x()"><a href="javascript:alert(1)">B</a><img src="x" onerror="x()">' +
        '<script>x()</script></p><ul><li><p>C</p><ul><li>D</li></ul></li></ul><blockquote><h2>E</h2></blockquote>' +
        '<table><tr><td>F</td></tr></table><iframe src="/"></iframe>',
    );
    const text = JSON.stringify(documentOfEditor(editor.getJSON()));
    for (const word of ['A', 'B', 'C', 'D', 'E', 'F']) expect(text).toContain(`"${word}"`);
    expect(text).not.toMatch(/javascript|onclick|onerror|style|iframe|href/u);
  });
});
