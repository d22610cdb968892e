import { createContext } from 'react';

/** What is done with the picture of a page beyond the page itself. */
export interface PageActions {
  /** Opens the choice of another picture for its place. */
  change: () => void;
  /** Turns it by a quarter. */
  turn: (picture: { sha256: string; alt: string }) => Promise<void>;
}

/** Null where a chapter is written: pictures stand among its words there. */
export const PageContext = createContext<PageActions | null>(null);
