import { create } from 'zustand';
import type { Tour } from './tour.ts';

interface ToursStore {
  /** What somebody asked for in the Help Center, until it is shown. */
  asked: Tour | null;
}

export const useToursStore = create<ToursStore>()(() => ({ asked: null }));

export function askForTour(tour: Tour | null): void {
  useToursStore.setState({ asked: tour });
}
