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
import { ReactNodeViewRenderer } from '@tiptap/react';
import type { AssetPlaceOptions } from './asset-place.tsx';
import { PicturePlace } from './picture-place.tsx';
import { RecordingPlace, type RecordingPlaceOptions } from './recording-place.tsx';

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

/** Buttons are pressed, and not taken for a place in the text. */
const pressable: Parameters<typeof ReactNodeViewRenderer>[1] = {
  stopEvent: ({ event }) => event.target instanceof Element && event.target.closest('button') !== null,
};

/** A picture. What is pasted is none: each is sent for the story that it was made for. */
const Picture = Node.create<AssetPlaceOptions>({
  name: 'picture',
  group: 'block',
  atom: true,
  draggable: true,
  addOptions: () => ({ draw: () => null, describe: () => undefined }),
  addAttributes: () => ({
    sha256: { default: '', rendered: false },
    alt: { default: '', rendered: false },
    width: { default: 'full', rendered: false },
  }),
  renderHTML: ({ node }) => ['p', { 'data-picture': '' }, `🖼 ${String(node.attrs['alt'])}`],
  addNodeView: () => ReactNodeViewRenderer(PicturePlace, pressable),
});

/** A voice. Like a picture it was made for this story, and none is pasted. */
const Recording = Node.create<RecordingPlaceOptions>({
  name: 'recording',
  group: 'block',
  atom: true,
  draggable: true,
  addOptions: () => ({ draw: () => null, describe: () => undefined, recordAnew: () => undefined }),
  addAttributes: () => ({
    sha256: { default: '', rendered: false },
    alt: { default: '', rendered: false },
    seconds: { default: 1, rendered: false },
  }),
  renderHTML: ({ node }) => ['p', { 'data-recording': '' }, `🎤 ${String(node.attrs['alt'])}`],
  addNodeView: () => ReactNodeViewRenderer(RecordingPlace, pressable),
});

/** Just what documents are made of: what is pasted loses the rest on the way in. */
export function editorExtensions(placeholder: string, places: RecordingPlaceOptions) {
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
    Picture.configure(places),
    Recording.configure(places),
    Alignment,
    UndoRedo,
    Placeholder.configure({ placeholder }),
  ];
}
