import { Extension, Node } from '@tiptap/core';
import { Blockquote } from '@tiptap/extension-blockquote';
import { Bold } from '@tiptap/extension-bold';
import { Document } from '@tiptap/extension-document';
import { HardBreak } from '@tiptap/extension-hard-break';
import { Heading } from '@tiptap/extension-heading';
import { HorizontalRule } from '@tiptap/extension-horizontal-rule';
import { Italic } from '@tiptap/extension-italic';
import { BulletList, ListItem, OrderedList } from '@tiptap/extension-list';
import { Paragraph } from '@tiptap/extension-paragraph';
import { Text } from '@tiptap/extension-text';
import { Underline } from '@tiptap/extension-underline';
import { Placeholder, UndoRedo } from '@tiptap/extensions';

const alignments = ['left', 'center', 'right'];

/** Kept where it is there; the editor has no buttons for it. */
const Alignment = Extension.create({
  name: 'alignment',
  addGlobalAttributes: () => [
    {
      types: ['paragraph', 'heading'],
      attributes: {
        textAlign: {
          default: null,
          parseHTML: (element: HTMLElement) =>
            alignments.find((each) => each === element.dataset['align']) ?? null,
          renderHTML: ({ textAlign }: Record<string, unknown>) =>
            typeof textAlign === 'string' ? { 'data-align': textAlign } : {},
        },
      },
    },
  ],
});

/** A picture that stands in a document already: it keeps its place, and says what it shows. */
const Picture = Node.create({
  name: 'picture',
  group: 'block',
  atom: true,
  addAttributes: () => ({
    sha256: { default: '', rendered: false },
    alt: { default: '', rendered: false },
    width: { default: 'full', rendered: false },
  }),
  renderHTML: ({ node }) => ['p', { 'data-picture': '' }, `🖼 ${String(node.attrs['alt'])}`],
});

/** Just what documents are made of: what is pasted loses the rest on the way in. */
export function editorExtensions(placeholder: string) {
  return [
    Document,
    Paragraph,
    Text,
    Bold,
    Italic,
    Underline,
    HardBreak,
    Heading.configure({ levels: [2, 3] }),
    BulletList,
    OrderedList,
    // Lists and quotations hold paragraphs alone, as in documents.
    ListItem.extend({ content: 'paragraph+' }),
    Blockquote.extend({ content: 'paragraph+' }),
    HorizontalRule,
    Picture,
    Alignment,
    UndoRedo,
    Placeholder.configure({ placeholder }),
  ];
}
