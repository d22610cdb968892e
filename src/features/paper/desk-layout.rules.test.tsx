import { Editor } from '@tiptap/core';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Block, WorkDocument } from '#contract/works/document.schema.ts';
import {
  deskLayoutOf,
  deskLayouts,
  isLast,
  isSmall,
  otherSideOf,
  pageToEdit,
  storedPage,
  type DeskLayout,
} from './desk-layout.rules.ts';
import { contentOf, documentOfEditor } from '#src/desk/editor-document.rules.ts';
import { editorExtensions } from './editor-extensions.ts';
import { applyLayout, layoutOfNode, movePicture, putPicture, removePicture } from './page-picture.ts';

const [hen, fox] = ['a'.repeat(64), 'b'.repeat(64)];
type Width = 'small' | 'medium' | 'full';

const picture = (width: Width = 'full', sha256 = hen): Block => {
  return { type: 'picture', attrs: { sha256, alt: 'A hen', width } };
};
const words = (text = 'Once.'): Block => ({ type: 'paragraph', content: [{ type: 'text', text }] });
const blank: Block = { type: 'paragraph' };
const page = (...content: Block[]): WorkDocument => ({ type: 'doc', content });

/** A page in the editor that its author has. */
function open(document: WorkDocument): Editor {
  const places = { workId: '', draw: () => null, describe: () => undefined, recordAnew: () => undefined };
  return new Editor({
    extensions: editorExtensions('', places, { isPage: true }),
    content: contentOf(pageToEdit(document)),
  });
}

const stored = (editor: Editor) => storedPage(documentOfEditor(editor.getJSON()));

const anyBlock = fc.oneof(
  { weight: 3, arbitrary: fc.string({ minLength: 1, maxLength: 8, unit: 'grapheme-ascii' }).map(words) },
  { weight: 2, arbitrary: fc.constant(blank) },
  { weight: 2, arbitrary: fc.constantFrom<Width>('small', 'medium', 'full').map((width) => picture(width)) },
  {
    weight: 1,
    arbitrary: fc.constant<Block>({ type: 'recording', attrs: { sha256: fox, alt: '', seconds: 3 } }),
  },
  { weight: 1, arbitrary: fc.constant<Block>({ type: 'heading', attrs: { level: 2 }, content: [] }) },
  {
    weight: 1,
    arbitrary: fc.constant<Block>({
      type: 'bulletList',
      content: [{ type: 'listItem', content: [{ type: 'paragraph' }] }],
    }),
  },
);
const anyPage = fc.array(anyBlock, { minLength: 1, maxLength: 6 }).map((content) => page(...content));
const anyLayout = fc.constantFrom(...deskLayouts);

describe('the layout of a page', () => {
  it.each<[string, WorkDocument, ReturnType<typeof deskLayoutOf>]>([
    ['a large picture and then words', page(picture(), words()), 'picture_first'],
    ['words and then a large picture', page(words(), picture()), 'picture_last'],
    ['a small picture and then words', page(picture('small'), words()), 'small_first'],
    ['words and then a small picture', page(words(), picture('small')), 'small_last'],
    ['a picture of middle size', page(words(), picture('medium')), 'picture_last'],
    ['a picture alone, as of a PDF', page(picture()), 'picture_first'],
    ['a picture and a blank line', page(picture(), blank), 'picture_first'],
    ['blank lines behind the picture', page(words(), picture(), blank, blank), 'picture_last'],
    ['words alone', page(words()), 'words'],
    ['nothing', page(blank), 'words'],
    ['a picture amid words', page(words(), picture(), words()), null],
    ['two pictures', page(picture(), words(), picture('full', fox)), null],
  ])('of %s is told by its order', (_what, document, layout) => {
    expect(deskLayoutOf(document)).toBe(layout);
    expect(layoutOfNode(open(document).state.doc)).toBe(layout);
  });

  it.each(deskLayouts)('%s comes back the same from what is stored', (layout) => {
    const editor = open(page(words(), picture()));
    applyLayout(editor, layout);
    const document = stored(editor);
    expect(deskLayoutOf(document)).toBe(layout);
    expect(document.content).toHaveLength(2);
    expect(deskLayoutOf(stored(open(document)))).toBe(layout);
  });

  it('keeps a picture of middle size until a tile is tapped', () => {
    const editor = open(page(picture('medium'), words()));
    movePicture(editor);
    expect(stored(editor)).toEqual(page(words(), picture('medium')));
    applyLayout(editor, 'picture_last');
    expect(stored(editor)).toEqual(page(words(), picture('full')));
  });

  it('has another side and comes back from it', () => {
    for (const layout of deskLayouts) {
      const other: DeskLayout = otherSideOf(layout);
      expect([isLast(other), isSmall(other)]).toEqual([!isLast(layout), isSmall(layout)]);
      expect(otherSideOf(other)).toBe(layout);
    }
  });
});

describe('a page in its editor', () => {
  it('is not changed by being opened, whatever is on it', () => {
    fc.assert(
      fc.property(anyPage, (document) => {
        let changes = 0;
        const editor = open(document);
        editor.on('update', () => {
          changes += 1;
        });
        expect(layoutOfNode(editor.state.doc)).toBe(deskLayoutOf(document));
        expect(changes).toBe(0);
        editor.destroy();
      }),
      { numRuns: 200 },
    );
  });

  it('is the same after a tile and its undo, whatever is on it', () => {
    fc.assert(
      fc.property(anyPage, anyLayout, (document, layout) => {
        const editor = open(document);
        const before = stored(editor);
        const had = deskLayoutOf(document);
        applyLayout(editor, layout);
        const after = deskLayoutOf(stored(editor));
        if (had === null || had === 'words') expect(stored(editor)).toEqual(before);
        else if (storedPage(document).content.length > 1) expect(after).toBe(layout);
        editor.commands.undo();
        expect(stored(editor)).toEqual(before);
        editor.destroy();
      }),
      { numRuns: 200 },
    );
  });

  it('is stored as a picture alone where nothing is written beside it', () => {
    const editor = open(page(picture()));
    expect(editor.state.doc.childCount).toBe(2);
    expect(stored(editor)).toEqual(page(picture()));
  });

  it.each([
    ['first', page(picture(), words()), ['picture', 'paragraph']],
    ['last', page(words(), picture()), ['paragraph', 'picture']],
  ])('keeps a picture that is %s when all is selected and replaced', (_side, document, order) => {
    const editor = open(document);
    editor.commands.selectAll();
    editor.commands.deleteSelection();
    editor.commands.insertContent('New words');
    expect(stored(editor).content.map(({ type }) => type)).toEqual(order);
    editor.commands.undo();
    expect(stored(editor)).toEqual(document);
  });

  it('writes nothing behind a picture that comes last', () => {
    const editor = open(page(words(), picture()));
    editor.commands.insertContentAt(editor.state.doc.content.size, {
      type: 'paragraph',
      content: [{ type: 'text', text: 'More.' }],
    });
    expect(stored(editor)).toEqual(page(words(), words('More.'), picture()));
  });

  it('lets a picture go by Remove, by undo, and where another version is shown', () => {
    const removed = open(page(picture(), words()));
    removePicture(removed);
    expect(stored(removed)).toEqual(page(words()));
    removed.commands.undo();
    expect(stored(removed)).toEqual(page(picture(), words()));

    const put = open(page(words()));
    putPicture(put, { sha256: hen, alt: 'A hen' }, 'small_last');
    expect(stored(put)).toEqual(page(words(), picture('small')));
    put.commands.undo();
    expect(stored(put)).toEqual(page(words()));

    const shown = open(page(picture(), words()));
    shown.commands.setContent(contentOf(page(words('Theirs.'))), { emitUpdate: false });
    expect(stored(shown)).toEqual(page(words('Theirs.')));
  });

  it('has another picture in the same place and size after Change', () => {
    const editor = open(page(words(), picture('small')));
    putPicture(editor, { sha256: fox, alt: '' }, 'picture_first');
    expect(stored(editor).content[1]).toEqual({
      type: 'picture',
      attrs: { sha256: fox, alt: '', width: 'small' },
    });
  });

  it('leaves two pictures where they are', () => {
    const document = page(words(), picture(), words(), picture('small', fox));
    const editor = open(document);
    applyLayout(editor, 'small_last');
    movePicture(editor);
    expect(stored(editor)).toEqual(document);
  });
});
