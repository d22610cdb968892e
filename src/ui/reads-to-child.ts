import { createContext } from 'react';

/** True where a child is signed in: what is asked and said has an ear. */
export const ReadsToChild = createContext(false);
