import type { JSONContent } from '@tiptap/core';
import type { WorkDocument } from '#contract/works/document.schema.ts';

/** Attributes of the editor that documents have as well. What is nothing is left out. */
const attributes = new Set(['level', 'textAlign', 'start', 'sha256', 'alt', 'width', 'seconds']);

/**
 * Text as it can be stored, of what somebody typed or pasted: a tab between the cells of a table becomes a blank, as does a line
 * within what is one line, and what has no sign at all is left out.
 */
export function storable(text: string): string {
  return text.toWellFormed().replaceAll(/\p{Cc}/gu, (sign) => (/[\s\u0085]/u.test(sign) ? ' ' : ''));
}

const isThere = ({ type, text }: JSONContent) => type !== 'text' || storable(text ?? '') !== '';

function fit({ type, attrs, content, text, marks }: JSONContent): Record<string, unknown> {
  const kept = Object.entries((attrs ?? {}) as Record<string, unknown>)
    .filter(([name, value]) => attributes.has(name) && value !== null && value !== undefined)
    .map(([name, value]): [string, unknown] => [name, name === 'alt' ? storable(String(value)) : value]);
  const inside = content?.filter(isThere) ?? [];
  return {
    type,
    ...(kept.length > 0 && { attrs: Object.fromEntries(kept) }),
    ...(text !== undefined && { text: storable(text) }),
    ...(marks && marks.length > 0 && { marks: marks.map((mark) => ({ type: mark.type })) }),
    ...(inside.length > 0 && { content: inside.map(fit) }),
  };
}

/** A document as the editor takes it: JSON is the same there and here, and the types of both say so in other words. */
export function contentOf(document: WorkDocument): JSONContent {
  return document as JSONContent;
}

/** What stands in the editor, in the form of documents. There may be more of it than a document can have. */
export function documentOfEditor(json: JSONContent): WorkDocument {
  return fit(json) as unknown as WorkDocument;
}
