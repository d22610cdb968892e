import type { Block, WorkDocument } from '#contract/works/document.schema.ts';

/** How the one picture and the words of a page share it: a tile that can be tapped. */
export const deskLayouts = ['picture_first', 'picture_last', 'small_first', 'small_last'] as const;
export type DeskLayout = (typeof deskLayouts)[number];

/** What of a block a layout depends on; the blocks of a document and the nodes of an editor both tell it. */
export interface BlockFacts {
  isPicture: boolean;
  /** A paragraph with nothing in it. */
  isBlank: boolean;
  isSmall: boolean;
}

/**
 * Which tile a page is like. `words`: it has no picture. Null: no tile is like it, because it has more than one picture, or
 * words on both sides of it. Blank paragraphs at the end do not count.
 */
export function layoutOfBlocks(blocks: readonly BlockFacts[]): DeskLayout | 'words' | null {
  const place = blocks.findIndex(({ isPicture }) => isPicture);
  const picture = blocks[place];
  if (!picture) return 'words';
  if (blocks.some(({ isPicture }, other) => isPicture && other !== place)) return null;
  const size = picture.isSmall ? 'small' : 'picture';
  if (place === 0) return `${size}_first`;
  return blocks.slice(place + 1).every((block) => block.isBlank) ? `${size}_last` : null;
}

export function isLast(layout: DeskLayout): boolean {
  return layout === 'picture_last' || layout === 'small_last';
}

export function isSmall(layout: DeskLayout): boolean {
  return layout === 'small_first' || layout === 'small_last';
}

/** The same size on the other side of the words. */
export function otherSideOf(layout: DeskLayout): DeskLayout {
  const size = isSmall(layout) ? 'small' : 'picture';
  return isLast(layout) ? `${size}_first` : `${size}_last`;
}

function isBlank(block: Block): boolean {
  return block.type === 'paragraph' && (block.content?.length ?? 0) === 0;
}

function factsOf(block: Block): BlockFacts {
  const isPicture = block.type === 'picture';
  return { isPicture, isBlank: isBlank(block), isSmall: isPicture && block.attrs.width === 'small' };
}

export function deskLayoutOf({ content }: WorkDocument): ReturnType<typeof layoutOfBlocks> {
  return layoutOfBlocks(content.map(factsOf));
}

/** The one picture of a page and nothing else on it; null for any other page. */
function pictureAlone({ content }: WorkDocument): Block | null {
  const [only, ...others] = content.filter((block) => !isBlank(block));
  return only?.type === 'picture' && others.length === 0 ? only : null;
}

/** A page as it is stored: a picture alone without the paragraph that its editor has beside it. */
export function storedPage(document: WorkDocument): WorkDocument {
  const alone = pictureAlone(document);
  return alone ? { ...document, content: [alone] } : document;
}

const wordless: ReadonlySet<Block['type']> = new Set(['picture', 'recording', 'horizontalRule']);

/** A page as its editor needs it: with a place to write in, and no blank paragraph behind a picture that comes last. */
export function pageToEdit(document: WorkDocument): WorkDocument {
  const { content } = document;
  const last = content.findLastIndex((block) => !isBlank(block));
  const layout = deskLayoutOf(document);
  const endsWithPicture = layout !== null && layout !== 'words' && isLast(layout);
  const kept = endsWithPicture ? content.slice(0, last + 1) : content;
  if (!kept.every(({ type }) => wordless.has(type))) return { ...document, content: kept };
  const blank: Block = { type: 'paragraph' };
  return { ...document, content: endsWithPicture ? kept.toSpliced(-1, 0, blank) : [...kept, blank] };
}
