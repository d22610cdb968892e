import * as v from 'valibot';
import { isPlainText } from '../kit/text.ts';
import { recordingLimits } from './recording-limits.schema.ts';
import { Sha256 } from './sha256.schema.ts';

/*
 * What a chapter or a page says: the editor's own document (TipTap, ProseMirror), and no HTML. The form is closed: what is not
 * named here is no part of a work, on whatever way it comes. There are no links, no styles and no addresses in it, so there is
 * nothing in it to run, to fetch or to lead away; a picture or a recording is named by the hash of its content.
 */

export const documentLimits = {
  /** Characters of one run of text. */
  characters: 60_000,
  /** Paragraphs, headings, lists and pictures beside each other. */
  blocks: 1000,
  /** Characters of what a picture shows, or of what a recording says. */
  altLength: 300,
} as const;

export interface Mark {
  type: 'bold' | 'italic' | 'underline';
}

export type Inline = { type: 'text'; text: string; marks?: Mark[] | undefined } | { type: 'hardBreak' };

type Align = 'left' | 'center' | 'right' | null | undefined;

export interface Paragraph {
  type: 'paragraph';
  attrs?: { textAlign?: Align } | undefined;
  content?: Inline[] | undefined;
}

interface ListItem {
  type: 'listItem';
  content: Paragraph[];
}

export type Block =
  | Paragraph
  | { type: 'heading'; attrs: { level: 2 | 3; textAlign?: Align }; content?: Inline[] | undefined }
  | { type: 'horizontalRule' }
  | { type: 'picture'; attrs: { sha256: string; alt: string; width: 'small' | 'medium' | 'full' } }
  | { type: 'recording'; attrs: { sha256: string; alt: string; seconds: number } }
  | { type: 'bulletList'; content: ListItem[] }
  | { type: 'orderedList'; attrs?: { start: number } | undefined; content: ListItem[] }
  | { type: 'blockquote'; content: Paragraph[] };

export interface WorkDocument {
  type: 'doc';
  content: Block[];
}

const plain = v.check((text: string) => isPlainText(text), 'This text has a character that cannot be stored');

const MarkForm = v.strictObject({ type: v.picklist(['bold', 'italic', 'underline']) });

const TextRunForm = v.strictObject({
  type: v.literal('text'),
  text: v.pipe(v.string(), v.minLength(1), v.maxLength(documentLimits.characters), plain),
  marks: v.optional(v.pipe(v.array(MarkForm), v.maxLength(3))),
});
const HardBreakForm = v.strictObject({ type: v.literal('hardBreak') });
const InlineForm = v.variant('type', [TextRunForm, HardBreakForm]);

const inlines = v.optional(v.pipe(v.array(InlineForm), v.maxLength(documentLimits.blocks)));
const AlignForm = v.nullish(v.picklist(['left', 'center', 'right']));

const ParagraphForm = v.strictObject({
  type: v.literal('paragraph'),
  attrs: v.optional(v.strictObject({ textAlign: AlignForm })),
  content: inlines,
});
const HeadingForm = v.strictObject({
  type: v.literal('heading'),
  attrs: v.strictObject({ level: v.picklist([2, 3]), textAlign: AlignForm }),
  content: inlines,
});
const RuleForm = v.strictObject({ type: v.literal('horizontalRule') });
const PictureForm = v.strictObject({
  type: v.literal('picture'),
  attrs: v.strictObject({
    sha256: Sha256,
    alt: v.pipe(v.string(), v.maxLength(documentLimits.altLength), plain),
    width: v.picklist(['small', 'medium', 'full']),
  }),
});
const RecordingForm = v.strictObject({
  type: v.literal('recording'),
  attrs: v.strictObject({
    sha256: Sha256,
    /** What is said in it, for whoever does not hear it. */
    alt: v.pipe(v.string(), v.maxLength(documentLimits.altLength), plain),
    seconds: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(recordingLimits.seconds)),
  }),
});
const ListItemForm = v.strictObject({
  type: v.literal('listItem'),
  content: v.pipe(v.array(ParagraphForm), v.minLength(1), v.maxLength(10)),
});
const listContent = v.pipe(v.array(ListItemForm), v.minLength(1), v.maxLength(200));
const BulletListForm = v.strictObject({ type: v.literal('bulletList'), content: listContent });
const OrderedListForm = v.strictObject({
  type: v.literal('orderedList'),
  attrs: v.optional(
    v.strictObject({ start: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(9999)) }),
  ),
  content: listContent,
});
const BlockquoteForm = v.strictObject({
  type: v.literal('blockquote'),
  content: v.pipe(v.array(ParagraphForm), v.minLength(1), v.maxLength(100)),
});

const BlockForm = v.variant('type', [
  ParagraphForm,
  HeadingForm,
  RuleForm,
  PictureForm,
  RecordingForm,
  BulletListForm,
  OrderedListForm,
  BlockquoteForm,
]);

export const WorkDocument: v.GenericSchema<WorkDocument> = v.strictObject({
  type: v.literal('doc'),
  content: v.pipe(v.array(BlockForm), v.minLength(1), v.maxLength(documentLimits.blocks)),
});
