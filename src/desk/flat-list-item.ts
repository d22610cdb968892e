import { Node } from '@tiptap/core';

/**
 * An item that holds paragraphs alone, as in documents. Tab leads on, as everywhere: TipTap's own item would go into the one above it,
 * and fail where there are no lists in lists. Without the rest of that one, which is for such lists and for Markdown, it is small.
 */
export const FlatListItem = Node.create({
  name: 'listItem',
  content: 'paragraph+',
  defining: true,
  parseHTML: () => [{ tag: 'li' }],
  renderHTML: ({ HTMLAttributes }) => ['li', HTMLAttributes, 0],
  addKeyboardShortcuts() {
    // Declared by the lists.
    return { Enter: () => this.editor.commands.splitListItem(this.name) };
  },
});
