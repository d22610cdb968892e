import path from 'node:path';
import type { ShownBlock } from '#contract/content/blocks.schema.ts';
import { shownFilm } from '#contract/content/films.rules.ts';
import type { ContentPage } from '#contract/content/content-page.schema.ts';
import type { ContentCard } from '#contract/content/content.schema.ts';
import { readTexts, type ShippedText } from '#server/modules/content/shipped-texts.ts';

const nameOf = ({ kind, slug }: Pick<ShippedText, 'kind' | 'slug'>) => `${kind}/${slug}`;

function cardOf({ kind, slug, parent, place, head }: ShippedText): ContentCard {
  const { kind: _kind, ...fields } = head;
  return {
    ...(fields as Omit<ContentCard, 'id' | 'kind' | 'slug' | 'parent' | 'place' | 'language'>),
    id: nameOf({ kind, slug }),
    kind,
    slug,
    parent,
    place,
    language: 'en',
  };
}

/** The texts that come with the program as pages that somebody reads. */
export async function shippedPages(): Promise<readonly ContentPage[]> {
  const read = await readTexts(path.resolve('server/modules/content/pages'));
  const texts = read.toSorted((one, other) => (one.place ?? 0) - (other.place ?? 0));
  const cards = new Map(texts.map((text) => [nameOf(text), cardOf(text)]));
  const found = (name: string): ContentCard[] => {
    const card = cards.get(name);
    return card ? [card] : [];
  };
  return texts.map((text): ContentPage => {
    const blocks = text.blocks.map((block): ShownBlock => {
      if (block.kind === 'cards') return { ...block, cards: block.pages.flatMap(found) };
      if (block.kind === 'numbers')
        return { ...block, values: block.numbers.map((name) => ({ name, value: 12 })) };
      if (block.kind === 'film') return shownFilm(block, { language: 'en', watch: () => null });
      return block;
    });
    const siblings = texts.filter(({ parent }) => parent !== null && parent === text.parent).map(cardOf);
    return {
      card: cardOf(text),
      head: text.head,
      blocks,
      n: 1,
      languages: ['en'],
      live_from: '2026-11-01T00:00:00.000Z',
      next_change_at: null,
      parent: text.parent === null ? null : (cards.get(`course/${text.parent}`) ?? null),
      children: text.kind === 'course' ? texts.filter(({ parent }) => parent === text.slug).map(cardOf) : [],
      siblings,
    };
  });
}
