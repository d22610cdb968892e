import * as v from 'valibot';
import { ContentBlock, type Counted, type ShownBlock } from '#contract/content/blocks.schema.ts';
import { shownFilm } from '#contract/content/films.rules.ts';
import type { ContentPage } from '#contract/content/content-page.schema.ts';
import { contentProblems } from '#contract/content/content.problems.ts';
import {
  contentKinds,
  isFor,
  type ContentKind,
  type ContentReader,
} from '#contract/content/content.rules.ts';
import {
  ContentHead,
  type ContentCard,
  type ContentList,
  type ContentQuery,
} from '#contract/content/content.schema.ts';
import { foldForSearch } from '#contract/kit/fold.ts';
import { apiPrefix } from '#contract/kit/http.ts';
import { nextPage } from '#contract/kit/page.ts';
import { Problem } from '#contract/kit/problem.ts';
import { runsClasses, type Role } from '#contract/kit/roles.ts';
import { product } from '#contract/kit/product.ts';
import { withProductName } from '#contract/content/product-name.rules.ts';
import { documentOf } from '#contract/content/ready.rules.ts';
import type { TenantTransaction } from '#server/platform/database.ts';
import * as repository from './content.repository.ts';
import { findFilm, listReady, type FilmRow } from '../films/films.repository.ts';
import { shippedLanguage } from './put-texts.ts';

/** A page that is live, with what its card says. */
interface LivePage {
  row: repository.LiveRow;
  head: ContentHead;
  card: ContentCard;
  languages: string[];
}

/** Who asks, and where. */
export interface Asking {
  transaction: TenantTransaction;
  tenantId: string;
  reader: ContentReader;
  now: Date;
}

/** Which page is looked for. */
interface Wanted {
  kinds: readonly ContentKind[];
  slug: string;
  /** The slug of its course; left out: any. */
  parent?: string | null;
  language?: string | undefined;
}

/** Where readers watch a film of a page. */
const watchedAt =
  ({ kind, slug, language }: ContentCard) =>
  (film: string) =>
    `${apiPrefix}/content/${kind}/${slug}/films/${film}?language=${language}`;

/** Counts what pages tell of all schools; what is not counted is left out. */
export type CountReach = (asking: Asking) => Promise<Partial<Record<Counted, number>>>;

export type ContentService = ReturnType<typeof createContentService>;

/** As whom somebody reads pages; a family has a cookie and no account. */
export function contentReaderOf(role: Role | null, isFamily: boolean): ContentReader {
  if (role === null) return isFamily ? 'family' : 'visitor';
  if (role === 'student') return 'child';
  return runsClasses(role) || role === product.platformRole ? 'staff' : 'family';
}

/** Below it a number could tell which school or child it is. */
const fewest = 5;

/** Heads that are kept, of a kilobyte each. */
const mostHeads = 5000;

export function createContentService({ countReach }: { countReach: CountReach }) {
  // A version is never changed, so what was read of it once is true for good; whether it is shown is asked each time.
  const heads = new Map<string, ContentHead>();

  function headOf(row: repository.LiveRow): ContentHead {
    const key = `${row.tenant_id} ${row.page_id} ${row.language} ${row.n}`;
    const known = heads.get(key);
    if (known) return known;
    const head = withProductName(v.parse(ContentHead, row.head));
    if (heads.size >= mostHeads) heads.clear();
    heads.set(key, head);
    return head;
  }

  /** The live pages for the reader in the order of lists, each in the language asked for, else in English, else in any. */
  async function listPages(asking: Asking, language?: string): Promise<LivePage[]> {
    const { transaction, tenantId, reader, now } = asking;
    const rows = await repository.listLive(transaction, tenantId, { now });
    const byName = new Map<string, repository.LiveRow[]>();
    for (const row of rows) {
      const name = `${row.kind}/${row.slug}`;
      byName.set(name, [...(byName.get(name) ?? []), row]);
    }
    const slugs = new Map(rows.map(({ page_id, slug }) => [page_id, slug]));
    const wanted = [language, shippedLanguage];
    const rank = (row: repository.LiveRow) => {
      const place = wanted.indexOf(row.language);
      return place === -1 ? wanted.length : place;
    };
    const pages = [...byName.values()].flatMap((ofName): LivePage[] => {
      // A page of the school stands in the place of the platform's with its name.
      const own = ofName.filter(({ tenant_id }) => tenant_id === tenantId);
      const ofPage = own.length > 0 ? own : ofName;
      const [row] = ofPage.toSorted(
        (one, other) => rank(one) - rank(other) || compare(one.language, other.language),
      );
      if (!row) return [];
      const head = headOf(row);
      if (!isFor(head.for, reader)) return [];
      const parent = row.parent_id === null ? null : (slugs.get(row.parent_id) ?? null);
      // A lesson whose course is not shown has no address.
      if (row.kind === 'lesson' && parent === null) return [];
      const languages = ofPage.map((each) => each.language).toSorted();
      return [{ row, head, languages, card: cardOf(row, head, parent) }];
    });
    return pages.toSorted(inOrder);
  }

  async function fillBlocks(
    blocks: readonly ContentBlock[],
    asking: Asking,
    {
      cards,
      language,
      watch,
    }: {
      cards: ReadonlyMap<string, ContentCard>;
      language: string;
      watch: (film: string) => string | null;
    },
  ): Promise<ShownBlock[]> {
    const shown = blocks.filter((block) => isFor(block.for, asking.reader));
    const counted = shown.some(({ kind }) => kind === 'numbers') ? await countReach(asking) : {};
    return shown.map((block): ShownBlock => {
      switch (block.kind) {
        case 'cards': {
          const { pages, ...rest } = block;
          return { ...rest, cards: pages.flatMap((page) => cards.get(page) ?? []) };
        }
        case 'numbers': {
          const { numbers, ...rest } = block;
          const values = numbers.flatMap((name) => {
            const count = counted[name] ?? 0;
            return count === 0 ? [] : [{ name, value: count < fewest ? null : count }];
          });
          return { ...rest, values };
        }
        case 'film':
          return shownFilm(block, { language, watch });
        case 'quotes':
          return { ...block, quotes: block.quotes.map(({ words, name }) => ({ words, name })) };
        default:
          return asking.reader === 'child' ? withoutLinksAway(block) : block;
      }
    });
  }

  /** A page that is live for the reader, with its blocks as they are kept. */
  async function findLive({ kinds, slug, parent, language }: Wanted, asking: Asking) {
    const pages = await listPages(asking, language);
    const found = pages.find(
      ({ card }) =>
        kinds.includes(card.kind) && card.slug === slug && (parent === undefined || card.parent === parent),
    );
    const kept = found && (await repository.readBlocks(asking.transaction, found.row, asking.now));
    return found && kept ? { pages, found, kept, blocks: v.parse(v.array(ContentBlock), kept.blocks) } : null;
  }

  /** Null where no such page is live for the reader. */
  async function find(wanted: Wanted, asking: Asking): Promise<{ page: ContentPage; isOwn: boolean } | null> {
    const live = await findLive(wanted, asking);
    if (!live) return null;
    const { pages, kept } = live;
    const { card, head, languages, row } = live.found;
    const cards = new Map(pages.map((each) => [`${each.card.kind}/${each.card.slug}`, each.card]));
    const lessonsOf = (course: string | null) =>
      course === null ? [] : pages.flatMap((each) => (each.card.parent === course ? [each.card] : []));
    const blocks = live.blocks.map(withProductName);
    const hasFilms = blocks.some((block) => block.kind === 'film' && block.video);
    const films = hasFilms
      ? await listReady(asking.transaction, { tenantId: row.tenant_id, pageId: row.page_id })
      : new Set();
    const watch = (film: string) => (films.has(film) ? watchedAt(card)(film) : null);
    const page = {
      card,
      head,
      blocks: await fillBlocks(blocks, asking, { cards, language: row.language, watch }),
      n: row.n,
      languages,
      live_from: row.live_from.toISOString(),
      next_change_at: kept.next_change_at?.toISOString() ?? null,
      parent: (card.parent !== null && cards.get(`course/${card.parent}`)) || null,
      children: card.kind === 'course' ? lessonsOf(card.slug) : [],
      siblings: lessonsOf(card.parent),
    };
    return { page, isOwn: row.tenant_id === asking.tenantId };
  }

  return {
    async list(query: ContentQuery, asking: Asking): Promise<ContentList> {
      const words = wordsOf(query.search);
      // Signs alone are words of nothing.
      const isNothing = query.search !== '' && words.length === 0;
      const all = isNothing ? [] : await listPages(asking, query.language);
      const found =
        words.length === 0
          ? null
          : await repository.listLive(asking.transaction, asking.tenantId, { now: asking.now, words });
      const ids = found && new Set(found.map(({ page_id }) => page_id));
      const cards = all
        .map(({ card }) => card)
        .filter(
          (card) =>
            (ids === null || ids.has(card.id)) &&
            (query.kind === undefined || card.kind === query.kind) &&
            (query.goal === undefined || card.goals.includes(query.goal)) &&
            (query.age === undefined || card.ages.length === 0 || card.ages.includes(query.age)),
        );
      const { limit, offset, search, kind, goal, age, language } = query;
      return {
        count: cards.length,
        next: nextPage({ limit, offset, search }, cards.length, {
          kind,
          goal: goal?.toString(),
          age,
          language,
        }),
        results: cards.slice(offset, offset + limit),
      };
    },

    /** @throws Problem `content.not_found`, also of a page that is not for the reader */
    async read(
      { kind, slug, language }: { kind: ContentKind; slug: string; language?: string | undefined },
      asking: Asking,
    ): Promise<ContentPage> {
      const found = await find({ kinds: [kind], slug, language }, asking);
      if (!found) throw new Problem(contentProblems.not_found);
      return found.page;
    },

    find,

    /** A film that is ready, by a page that is live for the reader and shows it, with its captions. */
    async findFilm(
      { kind, filmId, ...wanted }: Omit<Wanted, 'kinds'> & { kind: ContentKind; filmId: string },
      asking: Asking,
    ) {
      const live = await findLive({ ...wanted, kinds: [kind] }, asking);
      const block = live?.blocks.find(
        (each) => each.kind === 'film' && each.video?.film === filmId && isFor(each.for, asking.reader),
      );
      if (!live || block?.kind !== 'film' || !block.video) return null;
      const film: FilmRow | undefined = await findFilm(asking.transaction, live.found.row.tenant_id, filmId);
      const isShown = film?.ready_at && film.page_id === live.found.row.page_id;
      return isShown ? { film, video: block.video } : null;
    },

    /** What is written and not live, as the reader would see it: a page with the same parts. */
    async preview(
      page: { row: Omit<repository.LiveRow, 'head'>; head: ContentHead; blocks: readonly ContentBlock[] },
      asking: Asking,
    ): Promise<ContentPage> {
      const { row } = page;
      const pages = await listPages(asking, row.language);
      const cards = new Map(pages.map((each) => [`${each.card.kind}/${each.card.slug}`, each.card]));
      const parent = pages.find(({ card }) => card.id === row.parent_id)?.card ?? null;
      const head = withProductName(page.head);
      return {
        card: cardOf({ ...row, head }, head, parent?.slug ?? null),
        head,
        blocks: await fillBlocks(page.blocks.map(withProductName), asking, {
          cards,
          language: row.language,
          // Nobody watches a film before its page is live.
          watch: () => null,
        }),
        n: row.n,
        languages: [row.language],
        live_from: row.live_from.toISOString(),
        next_change_at: null,
        parent,
        children: [],
        siblings: [],
      };
    },

    /** A name for all that is shown here now; it changes whenever a page may read differently, numbers apart. */
    shownVersion: ({ transaction, tenantId, now }: Asking): Promise<string> =>
      repository.readShownVersion(transaction, tenantId, now),

    /** All pages for the reader, and since when each says what it says. */
    async listWithMoments(asking: Asking): Promise<{ card: ContentCard; live_from: Date }[]> {
      const pages = await listPages(asking);
      return pages.map(({ card, row }) => ({ card, live_from: row.live_from }));
    },
  };
}

/** Words of a search, folded. */
const wordsOf = (search: string) =>
  foldForSearch(search)
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter(Boolean);

const compare = (one: string, other: string) => (one < other ? -1 : Number(one > other));

function inOrder({ card: one }: LivePage, { card: other }: LivePage): number {
  return (
    contentKinds.indexOf(one.kind) - contentKinds.indexOf(other.kind) ||
    compare(one.parent ?? '', other.parent ?? '') ||
    (one.place ?? 0) - (other.place ?? 0) ||
    (one.number ?? 0) - (other.number ?? 0) ||
    compare(one.day ?? '', other.day ?? '') ||
    one.title.localeCompare(other.title, 'en') ||
    compare(one.slug, other.slug)
  );
}

function cardOf(row: repository.LiveRow, head: ContentHead, parent: string | null): ContentCard {
  const { title, summary, goals, ages } = head;
  const card: ContentCard = {
    id: row.page_id,
    kind: row.kind,
    slug: row.slug,
    parent,
    place: row.place,
    language: row.language,
    title,
    summary,
    for: head.for,
    goals,
    ages,
  };
  switch (head.kind) {
    case 'course':
      return { ...card, minutes: head.minutes, badge: head.badge };
    case 'hub':
      return { ...card, curator: head.curator };
    case 'challenge': {
      const { opens, closes, work } = head;
      return {
        ...card,
        work,
        ...(opens !== undefined && { opens }),
        ...(closes !== undefined && { closes }),
      };
    }
    case 'event': {
      const { day, starts_at, minutes, all_day, called_off, online } = head;
      return {
        ...card,
        all_day,
        ...(called_off && { called_off }),
        ...(online && { online }),
        ...(day !== undefined && { day }),
        ...(starts_at !== undefined && { starts_at }),
        ...(minutes !== undefined && { minutes }),
      };
    }
    case 'goal':
      return { ...card, number: head.number };
    case 'film':
      return { ...card, seconds: head.seconds };
    case 'page':
    case 'legal':
    case 'lesson':
      return card;
  }
}

/** Children get the words of a link that leads to another host, and not the link. */
function withoutLinksAway(block: ShownBlock): ShownBlock {
  const copy = structuredClone(block);
  const document = documentOf(copy);
  if (!document) return block;
  for (const node of document.content) {
    const paragraphs =
      'attrs' in node || node.type === 'paragraph' ? [node] : node.content.flatMap((item) => item.content);
    for (const { content } of paragraphs)
      for (const run of content)
        if (run.marks)
          run.marks = run.marks.filter((mark) => mark.type !== 'link' || mark.attrs.href.startsWith('/'));
  }
  if (copy.kind === 'recording') delete copy.url;
  return copy;
}
