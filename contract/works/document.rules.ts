import type { Block, Inline, WorkDocument } from './document.schema.ts';
import type { PageLayout } from './works.schema.ts';

function textOfInlines(inlines: readonly Inline[] | undefined): string {
  return (inlines ?? []).map((inline) => (inline.type === 'text' ? inline.text : '\n')).join('');
}

function textOfBlock(block: Block): string {
  switch (block.type) {
    case 'paragraph':
    case 'heading':
      return textOfInlines(block.content);
    case 'blockquote':
      return block.content.map(textOfBlock).join('\n');
    case 'bulletList':
    case 'orderedList':
      return block.content.flatMap((item) => item.content.map(textOfBlock)).join('\n');
    case 'horizontalRule':
    case 'picture':
    case 'recording':
      return '';
  }
}

/** All text of a document, a line for each paragraph. What a picture shows or a recording says is no part of it. */
export function textOf({ content }: WorkDocument): string {
  return content
    .map(textOfBlock)
    .filter((text) => text !== '')
    .join('\n');
}

/** What stands in a document and is fetched by its hash, and what it shows or says. */
interface Named {
  sha256: string;
  alt: string;
}

function namedIn({ content }: WorkDocument, types: readonly Block['type'][]): Named[] {
  const found = new Map<string, string>();
  for (const block of content)
    if ((block.type === 'picture' || block.type === 'recording') && types.includes(block.type)) {
      const { sha256, alt } = block.attrs;
      if (!found.has(sha256)) found.set(sha256, alt);
    }
  return [...found].map(([sha256, alt]) => ({ sha256, alt }));
}

/** The pictures of a document in their order, each once. */
export function picturesIn(document: WorkDocument): Named[] {
  return namedIn(document, ['picture']);
}

/** The recordings of a document in their order, each once. */
export function recordingsIn(document: WorkDocument): Named[] {
  return namedIn(document, ['recording']);
}

/** Pictures and recordings of a document in their order, each once. */
export function assetsIn(document: WorkDocument): Named[] {
  return namedIn(document, ['picture', 'recording']);
}

/** The document with the pictures and recordings of these hashes alone; the very same where it has no others. */
export function withAssets(document: WorkDocument, shown: ReadonlySet<string>): WorkDocument {
  const left = document.content.filter(
    (block) => (block.type !== 'picture' && block.type !== 'recording') || shown.has(block.attrs.sha256),
  );
  if (left.length === document.content.length) return document;
  return { ...document, content: left.length > 0 ? left : [{ type: 'paragraph' }] };
}

/** Whether neither a word nor a picture nor a recording stands in it. */
export function isEmpty(document: WorkDocument): boolean {
  return textOf(document).trim() === '' && assetsIn(document).length === 0;
}

/** How a page of a book stands, by what is in it. */
export function layoutOf({ content }: WorkDocument): PageLayout {
  const place = content.findIndex(({ type }) => type === 'picture');
  if (place === -1) return 'text';
  const hasWords = content.some((block) => textOfBlock(block).trim() !== '');
  if (!hasWords) return 'picture';
  return place === 0 ? 'picture_above' : 'picture_below';
}

/** How many words a text has, in any language that has words. */
export function countWords(text: string, language: string): number {
  let words = 0;
  for (const { isWordLike } of new Intl.Segmenter(language, { granularity: 'word' }).segment(text))
    if (isWordLike === true) words += 1;
  return words;
}

/** A document of paragraphs, as they stand in a plain text: a line each, an empty line between two of them. */
export function documentOf(text: string): WorkDocument {
  const paragraphs = text
    .split(/\n{2,}/u)
    .map((paragraph) => paragraph.trim())
    .filter((paragraph) => paragraph !== '');
  const blocks = paragraphs.map((paragraph): Block => {
    const lines = paragraph.split('\n').filter((line) => line.trim() !== '');
    const content = lines.flatMap((line, place): Inline[] => [
      ...(place === 0 ? [] : [{ type: 'hardBreak' as const }]),
      { type: 'text', text: line.trim() },
    ]);
    return { type: 'paragraph', content };
  });
  return { type: 'doc', content: blocks.length > 0 ? blocks : [{ type: 'paragraph' }] };
}
