import * as v from 'valibot';
import { isPlainText } from '../kit/text.ts';
import { isLinkTarget } from './content.rules.ts';

/*
 * Formatted text of a page: a closed form of the editor's document (TipTap, ProseMirror) with a link mark. There is no HTML in it, and
 * a link leads to a page of the app or to an `https://` address.
 */

const limits = { characters: 4000, blocks: 200, marks: 3 } as const;

export const plain = (maximum: number) =>
  v.pipe(
    v.string(),
    v.minLength(1),
    v.maxLength(maximum),
    v.check(isPlainText, 'This text has a character that cannot be stored'),
  );

/** Where a link leads: `/…` inside the app, or `https://…`. */
export const LinkTarget = v.pipe(
  plain(400),
  v.check(isLinkTarget, 'This is no page of the app and no https address'),
);

const Mark = v.variant('type', [
  v.strictObject({ type: v.literal('bold') }),
  v.strictObject({ type: v.literal('italic') }),
  v.strictObject({ type: v.literal('link'), attrs: v.strictObject({ href: LinkTarget }) }),
]);

export interface TextRun {
  type: 'text';
  text: string;
  marks?: ({ type: 'bold' } | { type: 'italic' } | { type: 'link'; attrs: { href: string } })[] | undefined;
}

interface Paragraph {
  type: 'paragraph';
  content: TextRun[];
}

interface ListItem {
  type: 'listItem';
  content: Paragraph[];
}

export interface WordsDocument {
  type: 'doc';
  content: (
    | Paragraph
    | { type: 'heading'; attrs: { level: 2 | 3 }; content: TextRun[] }
    | { type: 'bulletList' | 'orderedList'; content: ListItem[] }
  )[];
}

const TextRunForm = v.strictObject({
  type: v.literal('text'),
  text: plain(limits.characters),
  marks: v.optional(v.pipe(v.array(Mark), v.maxLength(limits.marks))),
});

const inlines = v.pipe(v.array(TextRunForm), v.minLength(1), v.maxLength(limits.blocks));

const ParagraphForm = v.strictObject({ type: v.literal('paragraph'), content: inlines });
const HeadingForm = v.strictObject({
  type: v.literal('heading'),
  attrs: v.strictObject({ level: v.picklist([2, 3]) }),
  content: inlines,
});
const ListItemForm = v.strictObject({
  type: v.literal('listItem'),
  content: v.pipe(v.array(ParagraphForm), v.minLength(1), v.maxLength(10)),
});
const items = v.pipe(v.array(ListItemForm), v.minLength(1), v.maxLength(limits.blocks));
const BulletListForm = v.strictObject({ type: v.literal('bulletList'), content: items });
const OrderedListForm = v.strictObject({ type: v.literal('orderedList'), content: items });

/** Paragraphs, headings of the second and third level and flat lists; runs of text are bold, italic or links. */
export const WordsDocument: v.GenericSchema<WordsDocument> = v.strictObject({
  type: v.literal('doc'),
  content: v.pipe(
    v.array(v.variant('type', [ParagraphForm, HeadingForm, BulletListForm, OrderedListForm])),
    v.minLength(1),
    v.maxLength(limits.blocks),
  ),
});
