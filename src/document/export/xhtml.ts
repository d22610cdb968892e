import type { Block, Inline, Paragraph, WorkDocument } from '#contract/works/document.schema.ts';
import { goesAsItsWork } from '../directions.ts';

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Text as it stands in XML, also in an attribute. What no XML may have is left out. */
export function escapeXml(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(/[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu, '')
    .replaceAll(/[&<>"']/gu, (sign) => entities[sign] ?? '');
}

const tags = { bold: 'strong', italic: 'em', underline: 'u' } as const;

function inlineXhtml(inline: Inline): string {
  if (inline.type === 'hardBreak') return '<br/>';
  return (inline.marks ?? []).reduce(
    (text, { type }) => `<${tags[type]}>${text}</${tags[type]}>`,
    escapeXml(inline.text),
  );
}

const classOf = (align: string | null | undefined) => (align ? ` class="${align}"` : '');

function textXhtml(tag: string, content: readonly Inline[] | undefined, align?: string | null): string {
  const direction = goesAsItsWork(content) ? '' : ' dir="auto"';
  return `<${tag}${direction}${classOf(align)}>${(content ?? []).map(inlineXhtml).join('')}</${tag}>`;
}

const paragraphs = (list: readonly Paragraph[]) =>
  list.map(({ attrs, content }) => textXhtml('p', content, attrs?.textAlign)).join('');

/** @param sourceOf the address of a picture in the file; null for one that is not there */
function blockXhtml(block: Block, sourceOf: (sha256: string) => string | null): string {
  switch (block.type) {
    case 'paragraph':
      return paragraphs([block]);
    case 'heading':
      return textXhtml(`h${block.attrs.level}`, block.content, block.attrs.textAlign);
    case 'horizontalRule':
      return '<hr/>';
    case 'picture': {
      const { sha256, alt, width } = block.attrs;
      const source = sourceOf(sha256);
      // What cannot be seen is said.
      if (source === null) return `<p dir="auto">${escapeXml(alt)}</p>`;
      return `<figure class="${width}"><img src="${escapeXml(source)}" alt="${escapeXml(alt)}"/></figure>`;
    }
    // A page is not heard: what the recording says stands there in words.
    case 'recording':
      return block.attrs.alt === '' ? '' : `<p dir="auto">${escapeXml(block.attrs.alt)}</p>`;
    case 'blockquote':
      return `<blockquote>${paragraphs(block.content)}</blockquote>`;
    case 'bulletList':
    case 'orderedList': {
      const items = block.content.map(({ content }) => `<li>${paragraphs(content)}</li>`).join('');
      if (block.type === 'bulletList') return `<ul>${items}</ul>`;
      return `<ol start="${block.attrs?.start ?? 1}">${items}</ol>`;
    }
  }
}

export function documentXhtml(
  { content }: WorkDocument,
  sourceOf: (sha256: string) => string | null,
): string {
  return content.map((block) => blockXhtml(block, sourceOf)).join('\n');
}
