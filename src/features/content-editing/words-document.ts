import { Mark, type JSONContent } from '@tiptap/core';
import { Bold } from '@tiptap/extension-bold';
import { Document } from '@tiptap/extension-document';
import { Heading } from '@tiptap/extension-heading';
import { Italic } from '@tiptap/extension-italic';
import { BulletList, OrderedList } from '@tiptap/extension-list';
import { Paragraph } from '@tiptap/extension-paragraph';
import { Text } from '@tiptap/extension-text';
import { UndoRedo } from '@tiptap/extensions';
import { isLinkTarget } from '#contract/content/content.rules.ts';
import type { Unfinished } from '#contract/content/editor.schema.ts';
import { FlatListItem } from '#src/desk/flat-list-item.ts';

const Link = Mark.create({
  name: 'link',
  inclusive: false,
  addAttributes: () => ({ href: { default: null } }),
  parseHTML: () => [
    {
      tag: 'a[href]',
      // Null takes the link, false leaves its words alone.
      getAttrs: (element: HTMLElement) => (isLinkTarget(element.getAttribute('href') ?? '') ? null : false),
    },
  ],
  renderHTML: ({ HTMLAttributes }) => ['a', HTMLAttributes, 0],
});

/** Just what documents of pages are made of: what is pasted loses the rest on the way in. */
export const wordsExtensions = [
  Document,
  Paragraph,
  Text,
  Bold,
  Italic,
  Link,
  Heading.configure({ levels: [2, 3] }),
  BulletList,
  OrderedList,
  FlatListItem,
  UndoRedo,
];

/** A document as the editor takes it: an empty one is a paragraph to write in. */
export function contentOf(document: Unfinished): JSONContent {
  const { content } = document;
  return Array.isArray(content) && content.length > 0
    ? document
    : { type: 'doc', content: [{ type: 'paragraph' }] };
}

/** A line, a tab and the like become blanks; what has no sign is left out. */
const storable = (text: string) =>
  text.toWellFormed().replaceAll(/\p{Cc}/gu, (sign) => (/[\s\u0085]/u.test(sign) ? ' ' : ''));

function nodeOf({ type = '', attrs, text, marks, content = [] }: JSONContent): Unfinished | null {
  if (type === 'text') {
    const words = storable(text ?? '');
    if (words === '') return null;
    const kept = (marks ?? []).map((mark) =>
      mark.type === 'link'
        ? { type: 'link', attrs: { href: String(mark.attrs?.['href']) } }
        : { type: mark.type },
    );
    return { type, text: words, ...(kept.length > 0 && { marks: kept }) };
  }
  const inside = content.flatMap((each) => nodeOf(each) ?? []);
  // Empty lines between paragraphs are no paragraphs.
  if (inside.length === 0) return null;
  return {
    type,
    ...(type === 'heading' && { attrs: { level: attrs?.['level'] as unknown } }),
    content: inside,
  };
}

/** What stands in the editor, in the form of documents of pages. */
export function documentOf(json: JSONContent): Unfinished {
  return nodeOf(json) ?? { type: 'doc', content: [] };
}
