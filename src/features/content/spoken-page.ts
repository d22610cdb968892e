import type { ContentPage } from '#contract/content/content-page.schema.ts';
import type { ShownBlock } from '#contract/content/blocks.schema.ts';
import type { TextRun, WordsDocument } from '#contract/content/words.schema.ts';

const lineOf = (runs: readonly TextRun[]) => runs.map(({ text }) => text).join('');

const linesOf = ({ content }: WordsDocument) =>
  content.flatMap((node) =>
    node.type === 'paragraph' || node.type === 'heading'
      ? lineOf(node.content)
      : node.content.flatMap((item) => item.content.map((paragraph) => lineOf(paragraph.content))),
  );

function linesOfBlock(block: ShownBlock): string[] {
  if (block.kind === 'text' || block.kind === 'callout') return linesOf(block.document);
  if (block.kind === 'steps') return block.steps.flatMap(({ title, text }) => [title, text]);
  if (block.kind === 'checklist') return block.items.map(({ text }) => text);
  return [];
}

/** A voice rests between two lines. */
export const ended = (line: string) => (/[.!?:…]$/u.test(line) ? line : `${line}.`);

/** What a page says, read in one go. Questions, ideas and films have ears of their own. */
export function spokenPage({ head, blocks }: Pick<ContentPage, 'head' | 'blocks'>): string {
  const lesson =
    head.kind === 'lesson' ? [head.aim, ...head.words.map(({ word, means }) => `${word}: ${means}`)] : [];
  return [head.title, head.summary, ...lesson, ...blocks.flatMap(linesOfBlock)].map(ended).join(' ');
}
