import type { JSONContent } from '@tiptap/core';
import * as v from 'valibot';
import { WorkDocument } from '#contract/works/document.schema.ts';

/** Attributes of the editor that documents have as well. What is nothing is left out. */
const attributes = new Set(['level', 'textAlign', 'start', 'sha256', 'alt', 'width', 'seconds']);

function fit({ type, attrs, content, text, marks }: JSONContent): Record<string, unknown> {
  const kept = Object.entries(attrs ?? {}).filter(
    ([name, value]) => attributes.has(name) && value !== null && value !== undefined,
  );
  return {
    type,
    ...(kept.length > 0 && { attrs: Object.fromEntries(kept) }),
    ...(text !== undefined && { text }),
    ...(marks && marks.length > 0 && { marks: marks.map((mark) => ({ type: mark.type })) }),
    ...(content && content.length > 0 && { content: content.map(fit) }),
  };
}

/** A document as the editor takes it: JSON is the same there and here, and the types of both say so in other words. */
export function contentOf(document: WorkDocument): JSONContent {
  return document as JSONContent;
}

/**
 * What stands in the editor, in the closed form of documents.
 * @throws v.ValiError where the editor let something in that no document has
 */
export function documentOfEditor(json: JSONContent): WorkDocument {
  return v.parse(WorkDocument, fit(json));
}
