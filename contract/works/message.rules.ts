import { limits } from '../kit/limits.ts';
import { picturesIn, textOf } from './document.rules.ts';
import type { Block, WorkDocument } from './document.schema.ts';
import type { Visibility, WorkKind, WorkState } from './works.schema.ts';

/** Words and the drawing of a message, as they are written and read: a document has the drawing first, then a paragraph for each line. */
export interface MessageParts {
  text: string;
  drawing: { sha256: string; alt: string } | null;
}

const isParagraph = (block: Block) => block.type !== 'picture' && block.type !== 'recording';

export function partsOfMessage(document: WorkDocument): MessageParts {
  const lines = document.content
    .filter(isParagraph)
    .map((block) => textOf({ type: 'doc', content: [block] }));
  return { text: lines.join('\n'), drawing: picturesIn(document)[0] ?? null };
}

export function documentOfMessage({ text, drawing }: MessageParts): WorkDocument {
  const lines = text.split('\n').map((line): Block => ({
    type: 'paragraph',
    ...(line !== '' && { content: [{ type: 'text', text: line }] }),
  }));
  return {
    type: 'doc',
    content: [
      ...(drawing ? [{ type: 'picture' as const, attrs: { ...drawing, width: 'full' as const } }] : []),
      ...lines,
    ],
  };
}

/** Characters as a reader counts them: an emoji is one, blanks at both ends are none. */
export function lengthOfMessage(text: string): number {
  let length = 0;
  for (const _each of new Intl.Segmenter('und', { granularity: 'grapheme' }).segment(text.trim()))
    length += 1;
  return length;
}

/** What is missing before it can be handed in; null: nothing. */
export function messageLacks(
  { text, drawing }: MessageParts,
  goals: readonly number[],
): 'words' | 'shorter' | 'drawing' | 'goal' | null {
  if (text.trim() === '') return 'words';
  if (lengthOfMessage(text) > limits.messageLength) return 'shorter';
  if (drawing === null) return 'drawing';
  return goals.length === 1 ? null : 'goal';
}

/** The year (UTC) in which a message was begun, which its id of version 7 tells; null for an id of another form. */
export function yearOfMessage(id: string): number | null {
  if (!/^[0-9a-f]{8}-[0-9a-f]{4}-7/u.test(id)) return null;
  const year = new Date(Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16)).getUTCFullYear();
  return Number.isNaN(year) ? null : year;
}

/**
 * How many other messages of the same year a child has handed in. Drafts and what was put away do not count, so nothing that is written is
 * refused, and a message that is taken back makes room.
 */
export function handedInBeside(
  id: string,
  own: readonly { id: string; kind: WorkKind; state: WorkState }[],
): number {
  const year = yearOfMessage(id);
  return own.filter(
    (each) =>
      each.kind === 'message' &&
      each.id !== id &&
      each.state !== 'draft' &&
      each.state !== 'archived' &&
      yearOfMessage(each.id) === year,
  ).length;
}

export function isYearFull(...asked: Parameters<typeof handedInBeside>): boolean {
  return handedInBeside(...asked) >= limits.messagesPerYear;
}

/** For whom a work is meant when it is begun. A message is for the world; privacy and the guardian's word are asked all the same. */
export function firstVisibility(kind: WorkKind): Visibility {
  return kind === 'message' ? 'public' : 'community';
}
