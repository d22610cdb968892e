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

/** Which way the work is read. Buttons of a picture or a recording say nothing of that, whatever letters they have. */
export const ReadsTo = createContext<'ltr' | 'rtl' | 'auto'>('auto');
