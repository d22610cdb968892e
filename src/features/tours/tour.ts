import type { TutorialKey } from '#contract/identity/identity.schema.ts';
import type { Role } from '#contract/kit/roles.ts';

/** One thing that a tour points at. */
export interface TourStep {
  /** What the thing says of itself in `data-tour`. A step whose thing is not on the page is left out. */
  at: string;
  title: string;
  text: string;
}

/** What there is to point at for whoever is signed in. */
export interface TourPlaces {
  role: Role;
  /** A class that the person may open; null where this device knows of none. */
  classId: string | null;
}

/** A guided tour. It belongs to the page on which the thing of its first step stands. */
export interface Tour {
  key: TutorialKey;
  /** What the Help Center calls it. */
  name: string;
  roles: readonly Role[];
  /** Address of its page, for those who ask for it elsewhere; null where the person has no such page yet. */
  page: (places: TourPlaces) => string | null;
  steps: readonly TourStep[];
}

/** The tours for a role, in their order. */
export function toursFor(tours: readonly Tour[], role: Role): readonly Tour[] {
  return tours.filter(({ roles }) => roles.includes(role));
}
