import type { WorkCard } from '#contract/works/works.schema.ts';

/** Parts of a child's page, as they stand in its address. */
export const workLists = ['My Books', 'My Stories'] as const;
export type WorkList = (typeof workLists)[number];

export interface MyShelf {
  title: string;
  works: readonly WorkCard[];
  /** How many there are in all. */
  count: number;
  /** The part of the page that has all of them; null where these are all. */
  list: WorkList | null;
}

/** Works of a list on the page itself. */
const room = 6;

/** All that belongs into one list, in the order in which they come. */
export function worksOf(list: WorkList, works: readonly WorkCard[]): WorkCard[] {
  const wanted = list === 'My Books' ? 'book' : 'story';
  return works.filter(({ kind }) => kind === wanted);
}

/** What a child finds on its page: what waits for it comes first. A shelf with nothing on it is left out. */
export function myShelves(works: readonly WorkCard[]): MyShelf[] {
  const inState = (title: string, wanted: WorkCard['state']): MyShelf => {
    const found = works.filter(({ state }) => state === wanted);
    return { title, works: found, count: found.length, list: null };
  };
  const lists = workLists.map((list): MyShelf => {
    const found = worksOf(list, works);
    return {
      title: list === 'My Books' ? 'My books' : 'My stories',
      works: found.slice(0, room),
      count: found.length,
      list: found.length > room ? list : null,
    };
  });
  return [inState('To fix', 'returned'), inState('Go on with', 'draft'), ...lists].filter(
    ({ count }) => count > 0,
  );
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
