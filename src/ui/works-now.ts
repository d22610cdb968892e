import { createContext } from 'react';

/** What whoever looks at the page can do meanwhile, in a sentence or two; null where there is nothing to say. */
export const WorksNow = createContext<string | null>(null);
