import type { CatalogueWork, ListedState } from './catalogue.schema.ts';

type Standing = Pick<CatalogueWork, 'state' | 'is_taken_down' | 'is_reviewed' | 'visibility'>;

/** What a list says of how far a work has got: that the school took it down says more than where it went then. */
export function listedState({
  state,
  is_taken_down,
}: Pick<Standing, 'state' | 'is_taken_down'>): ListedState {
  if (is_taken_down) return 'taken_down';
  // What was put away is in no list.
  return state === 'archived' ? 'draft' : state;
}

/** Whether it can be put on the shelf: somebody said yes to it, or it stood there before. */
export function mayPublish({ state, is_taken_down, is_reviewed, visibility }: Standing): boolean {
  const isReady = state === 'approved' || state === 'withdrawn';
  return is_reviewed && isReady && !is_taken_down && visibility !== 'private';
}

/** Whether it can be taken off the shelf until somebody publishes it again. */
export function mayWithdraw({ state, is_reviewed }: Standing): boolean {
  return is_reviewed && state === 'published';
}

/** Whether somebody else than its author says on which shelves it stands. */
export function mayShelve({ state }: Pick<Standing, 'state'>): boolean {
  return state !== 'draft' && state !== 'returned' && state !== 'archived';
}

/** Whether it can be shown first in the library. */
export function mayFeature({ state }: Pick<Standing, 'state'>): boolean {
  return state === 'published';
}
