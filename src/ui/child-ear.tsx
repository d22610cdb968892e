import { use } from 'react';
import { Ear } from './ear.tsx';
import { ReadsToChild } from './reads-to-child.ts';

/** The ear of what adults meet, too: they have none. */
export function ChildEar({ words }: { words: string }) {
  return use(ReadsToChild) && <Ear key={words} words={words} />;
}
