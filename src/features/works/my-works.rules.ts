import type { WorkCard } from '#contract/works/works.schema.ts';
import type { OwnWork } from '#contract/writing/own-rows.schema.ts';
import { lastWords, waitsForAuthor } from '#src/desk/story.rules.ts';

/** Parts of a child's page, as they stand in its address. */
export const workLists = ['My Books', 'My Stories'] as const;
export type WorkList = (typeof workLists)[number];

const isOpen = ({ state }: Pick<WorkCard, 'state'>) => state === 'draft' || state === 'returned';
const opensAtDesk = (work: Pick<WorkCard, 'state'>) => isOpen(work) || work.state === 'submitted';

/** A card of a work that the school has not listed. It is addressed by its id: the school gives the slug. */
function cardOf(row: OwnWork, byline: string): WorkCard {
  return {
    id: row.id,
    kind: row.kind,
    title: row.title,
    slug: row.slug ?? row.id,
    byline: row.pen_name === '' ? byline : row.pen_name,
    author: null,
    language: row.language,
    level: row.level,
    orientation: 'portrait',
    cover: coverOf(row),
    categories: row.categories,
    sdgs: row.sdgs,
    parts: 0,
    state: row.state,
    audience: row.audience ?? 'private',
    is_featured: false,
    published_at: null,
    updated_at: '',
  };
}

/** Only the hash is known of a cover that was chosen here; a card crops it to the shape of a book. */
function coverOf({ cover }: OwnWork): WorkCard['cover'] {
  return cover === null ? null : { sha256: cover, media_type: 'image/webp', width: 3, height: 4, alt: '' };
}

/** What the author can change without a network, taken from the row; the rest from the school's card. */
function updatedCard(card: WorkCard, row: OwnWork): WorkCard {
  const { title, language, level, state, categories, sdgs } = row;
  const hasOtherCover = row.cover !== null && row.cover !== card.cover?.sha256;
  return {
    ...card,
    title,
    language,
    level,
    state,
    categories,
    sdgs,
    audience: row.audience ?? card.audience,
    byline: row.pen_name === '' ? card.byline : row.pen_name,
    cover: hasOtherCover ? coverOf(row) : card.cover,
  };
}

interface MergedWorks {
  works: readonly WorkCard[];
  /** Ids of those that open at the desk: drafts, returned ones, handed-in ones, which can be taken back there, and those that have
   * no page at school yet. */
  toWrite: ReadonlySet<string>;
  /** Ids of those whose cover may be on this device alone. */
  coverHere: ReadonlySet<string>;
  /** Who wrote to the author about those that wait for them, by their ids. */
  wroteBy: ReadonlyMap<string, string>;
}

/**
 * One list of the works on the device, queued changes applied, and those listed by the school, which may be older. Unlisted
 * ones come first, the newest in front. Where the school's list is the older one, a listed draft that the device does not have
 * was discarded here. Where the device is still to get its rows, the desk waits for them.
 */
export function mergeWorks(
  atSchool: readonly WorkCard[],
  rows: readonly OwnWork[],
  { isListOlder, areRowsComing, byline }: { isListOlder: boolean; areRowsComing: boolean; byline: string },
): MergedWorks {
  const rowById = new Map(rows.map((row) => [row.id, row]));
  const cardById = new Map(atSchool.map((card) => [card.id, card]));
  const unlisted = rows
    .filter(({ id }) => !cardById.has(id))
    .toSorted((one, other) => (one.id < other.id ? 1 : -1))
    .map((row) => cardOf(row, byline));
  const listed = atSchool.flatMap((card) => {
    const row = rowById.get(card.id);
    if (row) return [updatedCard(card, row)];
    return isListOlder && isOpen(card) ? [] : [card];
  });
  const works = [...unlisted, ...listed];
  return {
    works,
    toWrite: new Set(
      [
        ...rows.filter((row) => opensAtDesk(row) || !cardById.has(row.id)),
        ...(areRowsComing ? listed.filter(opensAtDesk) : []),
      ].map(({ id }) => id),
    ),
    coverHere: new Set(
      works.filter(({ id, cover }) => cover?.sha256 !== cardById.get(id)?.cover?.sha256).map(({ id }) => id),
    ),
    wroteBy: new Map(
      rows.filter(waitsForAuthor).flatMap((row) => {
        const words = lastWords(row);
        return words ? [[row.id, words.by] as const] : [];
      }),
    ),
  };
}

/** All that belongs into one list, in the order in which they come. */
export function worksOf(list: WorkList, works: readonly WorkCard[]): WorkCard[] {
  const wanted = list === 'My Books' ? 'book' : 'story';
  return works.filter(({ kind }) => kind === wanted);
}

/** One list of all: what was written last, then what waits for the child, then the rest as it comes. */
export function mineInOrder(works: readonly WorkCard[]): readonly WorkCard[] {
  const written = works.find(({ state }) => state === 'draft');
  const isWaiting = ({ state }: WorkCard) => state === 'returned' || state === 'withdrawn';
  const others = works.filter((work) => work !== written);
  return [
    ...(written ? [written] : []),
    ...others.filter(isWaiting),
    ...others.filter((work) => !isWaiting(work)),
  ];
}

/** By how far a work has got, in the order in which a child thinks of it; what waits for the child comes first. */
const stages = [
  { stage: 'to-fix', label: 'To fix', states: ['returned'] },
  { stage: 'writing', label: 'I am writing', states: ['draft'] },
  { stage: 'teacher', label: 'My teacher has it', states: ['submitted', 'approved'] },
  { stage: 'library', label: 'In the library', states: ['published'] },
  { stage: 'off', label: 'Off the shelf', states: ['withdrawn'] },
] as const satisfies readonly { stage: string; label: string; states: readonly WorkCard['state'][] }[];

/** The stages that some of the works are in. */
export function stagesOf(works: readonly WorkCard[]) {
  return stages.filter(({ states }) => works.some(({ state }) => isIn(states, state)));
}

function isIn(states: readonly WorkCard['state'][], state: WorkCard['state']): boolean {
  return states.includes(state);
}

/** Those in one stage; all of them where none of them is in it. */
export function inStage(works: readonly WorkCard[], stage: string | null): readonly WorkCard[] {
  const wanted = stagesOf(works).find((each) => each.stage === stage);
  return wanted ? works.filter(({ state }) => isIn(wanted.states, state)) : works;
}
