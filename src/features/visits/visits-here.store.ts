import { create } from 'zustand';
import type { VisitsHere } from '#contract/visits/visits.schema.ts';

/** What the server said last of guests of this place, for all who show it; null before it was asked. */
export const useVisitsHereStore = create<{ visits: VisitsHere | null }>(() => ({ visits: null }));

export function noteVisitsHere(visits: VisitsHere | null): VisitsHere | null {
  useVisitsHereStore.setState({ visits });
  return visits;
}
