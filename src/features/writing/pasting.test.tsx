import { Editor } from '@tiptap/core';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Block } from '#contract/works/document.schema.ts';
import { notify } from '#src/ui/notify.tsx';
import { documentOfEditor } from './editor-document.rules.ts';
import { editorExtensions } from './editor-extensions.ts';
import { moveBlock } from './move-block.ts';

const workId = '018f0000-0000-7000-8000-000000000009';
const otherWork = '018f0000-0000-7000-8000-000000000010';

function open(content: object | string = '', work = workId) {
  return new Editor({
    extensions: editorExtensions('', {
      workId: work,
      draw: () => null,
      describe: () => undefined,
      recordAnew: () => undefined,
    }),
    content,
  });
}

const documentIn = (editor: Editor) => documentOfEditor(editor.getJSON());

/** The words of each block, a line break as a slash. */
function linesOf(block: object): string[] {
  const { type, text, content = [] } = block as { type: string; text?: string; content?: object[] };
  if (type === 'text') return [text ?? ''];
  if (type === 'hardBreak') return ['/'];
  if (['doc', 'bulletList', 'orderedList', 'listItem', 'blockquote'].includes(type))
    return content.flatMap(linesOf);
  return [content.flatMap(linesOf).join('').trim()];
}

const picture: Block = {
  type: 'picture',
  attrs: { sha256: 'a'.repeat(64), alt: 'A “kite” <b>', width: 'small' },
};
const recording: Block = { type: 'recording', attrs: { sha256: 'b'.repeat(64), alt: '', seconds: 7 } };
const words = (text: string): Block => ({ type: 'paragraph', content: [{ type: 'text', text }] });
const bothIn = { type: 'doc', content: [words('Before'), picture, recording, words('After')] };

/** What the clipboard holds after all of it was cut. */
const clipboardOf = (editor: Editor) =>
  editor.view.serializeForClipboard(editor.state.doc.slice(0, editor.state.doc.content.size)).dom.innerHTML;

describe('a picture and a recording', () => {
  let html: string;
  beforeEach(() => {
    html = clipboardOf(open(bothIn));
  });

  it('that were cut come back as they were, in any chapter of the story', () => {
    const editor = open();
    editor.view.pasteHTML(html, new Event('paste') as ClipboardEvent);
    expect(documentIn(editor).content).toEqual(expect.arrayContaining([picture, recording]));
    expect(JSON.stringify(documentIn(editor))).not.toMatch(/🖼|🎤/u);
  });

  it('of another story, or with a hash that is none, are left out and leave no words', () => {
    const elsewhere = open('', otherWork);
    const told = vi.spyOn(notify, 'error');
    elsewhere.view.pasteHTML(html, new Event('paste') as ClipboardEvent);
    expect(told).toHaveBeenCalledTimes(1);
    told.mockRestore();
    const forged = open();
    forged.view.pasteHTML(
      html.replaceAll('a'.repeat(64), 'x').replaceAll('b'.repeat(64), ''),
      new Event('paste') as ClipboardEvent,
    );
    for (const editor of [elsewhere, forged]) {
      const { content } = documentIn(editor);
      expect(content.map(({ type }) => type)).not.toContain('picture');
      expect(content.map(({ type }) => type)).not.toContain('recording');
      expect(JSON.stringify(content)).not.toMatch(/🖼|🎤|kite/u);
      expect(linesOf({ type: 'doc', content })).toEqual(expect.arrayContaining(['Before', 'After']));
    }
  });

  it('are moved past the block before or after them, and not past the ends', () => {
    const editor = open({ type: 'doc', content: [words('Before'), picture, words('After')] });
    const order = () => documentIn(editor).content.map(({ type }) => type);
    const before = 'Before'.length + 2;
    expect(moveBlock(editor, before, 'down')).toBe(before + 'After'.length + 2);
    expect(order().slice(0, 3)).toEqual(['paragraph', 'paragraph', 'picture']);
    expect(moveBlock(editor, before + 'After'.length + 2, 'up')).toBe(before);
    expect(moveBlock(editor, before, 'up')).toBe(0);
    expect(order()[0]).toBe('picture');
    expect(moveBlock(editor, 0, 'up')).toBeNull();
    expect(documentIn(editor).content[0]).toEqual(picture);
  });
});
