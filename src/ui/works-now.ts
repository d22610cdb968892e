import { createContext } from 'react';

/** Said wherever something cannot be had, so that it is one and the same everywhere. */
export const noNetworkTitle = 'Quillshelf cannot be reached right now';

/** What whoever looks at the page can do meanwhile, in a sentence or two; null where there is nothing to say. */
export const WorksNow = createContext<string | null>(null);
