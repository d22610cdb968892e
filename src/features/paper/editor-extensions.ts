import { Extension, Node } from '@tiptap/core';
import { Blockquote } from '@tiptap/extension-blockquote';
import { Bold } from '@tiptap/extension-bold';
import { Document } from '@tiptap/extension-document';
import { HardBreak } from '@tiptap/extension-hard-break';
import { Heading } from '@tiptap/extension-heading';
import { HorizontalRule } from '@tiptap/extension-horizontal-rule';
import { Italic } from '@tiptap/extension-italic';
import { BulletList, OrderedList } from '@tiptap/extension-list';
import { Paragraph } from '@tiptap/extension-paragraph';
import { Text } from '@tiptap/extension-text';
import { Underline } from '@tiptap/extension-underline';
import { Placeholder, UndoRedo } from '@tiptap/extensions';
import { Plugin } from '@tiptap/pm/state';
import { ReactNodeViewRenderer } from '@tiptap/react';
import { FlatListItem } from '#src/desk/flat-list-item.ts';
import { notify } from '#src/ui/notify.tsx';
import type { AssetPlaceOptions } from './asset-place.tsx';
import {
  assetAttributes,
  clipboardAttributes,
  clipboardRules,
  hasOthersAssets,
  type ClipboardAsset,
} from './clipboard-assets.ts';
import { partBlocks } from './pasted-html.ts';
import { PagePicture } from './page-picture.ts';
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

/** A picture. One that was cut from this story comes back when it is pasted; no other does: each is sent for its own story. */
const Picture = Node.create<AssetPlaceOptions>({
  name: 'picture',
  group: 'block',
  atom: true,
  draggable: true,
  addOptions: () => ({ workId: '', draw: () => null, describe: () => undefined }),
  addAttributes: () => assetAttributes('picture'),
  parseHTML() {
    return clipboardRules('picture', this.options.workId);
  },
  renderHTML({ node }) {
    const attrs = node.attrs as ClipboardAsset;
    return ['p', clipboardAttributes('picture', this.options.workId, attrs), `🖼 ${attrs.alt}`];
  },
  addNodeView: () => ReactNodeViewRenderer(PicturePlace, pressable),
});

/** A voice, cut and pasted like a picture. */
const Recording = Node.create<RecordingPlaceOptions>({
  name: 'recording',
  group: 'block',
  atom: true,
  draggable: true,
  addOptions: () => ({
    workId: '',
    draw: () => null,
    describe: () => undefined,
    recordAnew: () => undefined,
  }),
  addAttributes: () => assetAttributes('recording'),
  parseHTML() {
    return clipboardRules('recording', this.options.workId);
  },
  renderHTML({ node }) {
    const attrs = node.attrs as ClipboardAsset;
    return ['p', clipboardAttributes('recording', this.options.workId, attrs), `🎤 ${attrs.alt}`];
  },
  addNodeView: () => ReactNodeViewRenderer(RecordingPlace, pressable),
});

/** Blocks of other apps keep their borders when they are pasted; whoever pastes what stays in another story is told. */
const Pasting = Extension.create<Pick<AssetPlaceOptions, 'workId'>>({
  name: 'pasting',
  addOptions: () => ({ workId: '' }),
  addProseMirrorPlugins() {
    const { workId } = this.options;
    const transformPastedHTML = (html: string) => {
      if (hasOthersAssets(html, workId))
        notify.error(
          'Pictures and recordings stay in their own story.',
          'Add the picture or the recording here again.',
        );
      return partBlocks(html);
    };
    return [new Plugin({ props: { transformPastedHTML } })];
  },
});

/** Just what documents are made of: what is pasted loses the rest on the way in. */
export function editorExtensions(
  placeholder: string,
  places: RecordingPlaceOptions,
  { isPage = false }: { isPage?: boolean } = {},
) {
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
    FlatListItem,
    Blockquote.extend({ content: 'paragraph+' }),
    HorizontalRule,
    // That of a page has its own place and its own button: neither an arrow key nor a drag of the editor takes it from there.
    (isPage ? Picture.extend({ selectable: false, draggable: false }) : Picture).configure(places),
    ...(isPage ? [PagePicture] : []),
    Recording.configure(places),
    Alignment,
    Pasting.configure({ workId: places.workId }),
    UndoRedo,
    Placeholder.configure({ placeholder, ...(isPage && { showOnlyCurrent: false }) }),
  ];
}
