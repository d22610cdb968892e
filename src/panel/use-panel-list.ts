import { useKeysetAnswer } from '#src/session/use-keyset-answer.ts';
import type { KeysetPage } from '#src/ui/keyset-list.tsx';
import { useKeysetState, type ListAsked } from '#src/ui/keyset-state.ts';

export type { ListAsked };

/** The page of a list that is asked for. */
export const pageOf = ({ after }: ListAsked) => (after === null ? {} : { after });

/** A list of the panel as the address asks for it. `load` is the same function as long as it asks the same. */
export function usePanelList<Page extends KeysetPage<unknown>>(
  filterNames: readonly string[],
  load: (asked: ListAsked, signal: AbortSignal) => Promise<Page>,
) {
  const state = useKeysetState(filterNames);
  const answer = useKeysetAnswer(load, state.asked);
  return { ...state, ...answer, ...state.pages({ next: answer.value?.next ?? null, busy: answer.busy }) };
}
