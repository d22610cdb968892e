import type { ContentBlock, ShownBlock } from '#contract/content/blocks.schema.ts';
import { shownFilm } from '#contract/content/films.rules.ts';
import type { ContentPage } from '#contract/content/content-page.schema.ts';
import type { ContentCard, ContentHead } from '#contract/content/content.schema.ts';
import type { EditedPage, Unfinished } from '#contract/content/editor.schema.ts';
import { lineWithProductName, withProductName } from '#contract/content/product-name.rules.ts';
import { readinessOf } from '#contract/content/ready.rules.ts';
import type { PageWords } from './page-draft.ts';

/** Only the server knows which pages there are. */
const allThere = { isThere: () => true, hasPage: () => true, hasFilm: () => true };

export const readinessHere = (page: Pick<EditedPage, 'kind' | 'slug'>, words: PageWords) =>
  readinessOf(page, words, allThere);

const said = (id: string, text: string): ShownBlock => ({
  id,
  for: 'everyone',
  kind: 'text',
  document: {
    type: 'doc',
    content: [{ type: 'paragraph', content: [{ type: 'text', text, marks: [{ type: 'italic' }] }] }],
  },
});

function shownOf(
  block: ContentBlock,
  { cards, language }: { cards: ReadonlyMap<string, ContentCard>; language: string },
): ShownBlock {
  if (block.kind === 'film') return shownFilm(block, { language, watch: () => null });
  if (block.kind === 'cards')
    return {
      id: block.id,
      for: block.for,
      kind: 'cards',
      cards: block.pages.flatMap((name) => cards.get(name) ?? []),
    };
  if (block.kind === 'numbers') return said(block.id, 'Numbers are counted when somebody opens the page.');
  return block;
}

const lineOf = (value: unknown, otherwise: string) =>
  typeof value === 'string' && value.trim() !== '' ? value : otherwise;

/** What can be shown of a draft: of an unfinished head its title and summary, and the blocks that are whole. */
export function previewOf(page: EditedPage, words: PageWords, cards: readonly ContentCard[]): ContentPage {
  const { head, blocks } = readinessHere(page, words);
  const named = new Map(cards.map((card) => [`${card.kind}/${card.slug}`, card]));
  const shown: ContentHead = withProductName(
    head ?? {
      kind: 'page',
      title: lineOf(words.head['title'], 'No title yet'),
      summary: lineOf(words.head['summary'], ''),
      for: 'everyone',
      goals: [],
      ages: [],
    },
  );
  const { id, kind, slug, parent, language, languages } = page;
  const { title, summary, for: audience, goals, ages } = shown;
  return {
    card: { id, kind, slug, parent, place: null, language, title, summary, for: audience, goals, ages },
    head: shown,
    blocks: blocks.map((block) => shownOf(withProductName(block), { cards: named, language })),
    n: (page.last?.n ?? 0) + 1,
    languages,
    live_from: new Date(0).toISOString(),
    next_change_at: null,
    parent: null,
    children: [],
    siblings: [],
  };
}

const hidden = new Set(['id', 'kind', 'for', 'type', 'href']);

function* textsIn(value: unknown): Generator<string> {
  if (typeof value === 'string') yield value;
  else if (typeof value === 'object' && value !== null)
    for (const [name, each] of Object.entries(value)) if (!hidden.has(name)) yield* textsIn(each);
}

/** The first words of a block. */
export const excerptOf = (block: Unfinished): string =>
  lineWithProductName([...textsIn(block)].filter((text) => text !== '').join(' · ')).slice(0, 160) || 'Empty';
