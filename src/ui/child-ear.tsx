import { use } from 'react';
import { Ear, type EarProps } from './ear.tsx';
import { ReadsToChild } from './reads-to-child.ts';

/** The ear of what adults meet, too: they have none. */
export function ChildEar(props: EarProps) {
  return use(ReadsToChild) && <Ear key={props.words} {...props} />;
}
