import type { Editor } from '@tiptap/react';

/**
 * Where the words of an editor stand. Null once it was thrown away: where a tablet takes long to show what it drew, that happens to the first
 * one before its page is ready, and another one follows.
 */
export function placeOfWords(editor: Editor): HTMLElement | null {
  return editor.isDestroyed ? null : editor.view.dom;
}
