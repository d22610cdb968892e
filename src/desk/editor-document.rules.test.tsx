import { Editor } from '@tiptap/core';
import { describe, expect, it } from 'vitest';
import * as v from 'valibot';
import { WorkDocument } from '#contract/works/document.schema.ts';
import { families, hostileTexts } from '#tests/support/hostile-texts.ts';
import { documentOfEditor } from './editor-document.rules.ts';
import { editorExtensions } from '#src/features/paper/editor-extensions.ts';

const workId = '018f0000-0000-7000-8000-000000000009';

const open = (content: object | string) =>
  new Editor({
    extensions: editorExtensions('', {
      workId,
      draw: () => null,
      describe: () => undefined,
      recordAnew: () => undefined,
    }),
    content,
  });

/** Its words as it shows them, a paragraph each, and as it gives them. */
function shownIn(editor: Editor) {
  const words = [...editor.view.dom.querySelectorAll('p')].map((each) => each.textContent);
  return { words, document: documentOfEditor(editor.getJSON()) };
}

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

  it.each(Object.entries(families))(
    'shows and gives back %s as the words that they are',
    (_family, texts) => {
      const blocks = texts.map((text) => ({ type: 'paragraph', content: [{ type: 'text', text }] }));
      const content = blocks.filter((block) => v.is(WorkDocument, { type: 'doc', content: [block] }));
      const { words, document } = shownIn(
        open({ type: 'doc', content: [...content, { type: 'paragraph' }] }),
      );
      expect(document.content.slice(0, content.length)).toEqual(content);
      expect(words).toEqual([...content.map((block) => block.content[0]?.text), '']);
    },
  );

  it('gives nothing that cannot be stored, whatever is typed, pasted or said of a picture', () => {
    const texts = hostileTexts.filter((text) => text !== '');
    const typed = open({
      type: 'doc',
      content: texts.flatMap((text) => [
        { type: 'paragraph', content: [{ type: 'text', text }] },
        { type: 'picture', attrs: { sha256: 'a'.repeat(64), alt: text.slice(0, 100), width: 'full' } },
      ]),
    });
    const unfit = documentOfEditor(typed.getJSON()).content.filter(
      (block) => !v.is(WorkDocument, { type: 'doc', content: [block] }),
    );
    expect(unfit).toEqual([]);
    const pasted = open('');
    for (const text of texts) {
      pasted.commands.setContent(text);
      const json = pasted.getJSON();
      expect(v.is(WorkDocument, documentOfEditor(json)), JSON.stringify(text)).toBe(true);
      expect(JSON.stringify(json)).not.toMatch(/"(?:src|href|style|on\w+|srcdoc)":/u);
    }
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
