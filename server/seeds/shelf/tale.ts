import type { Level } from '#contract/works/works.schema.ts';
import type { Drawing } from './drawing-kit.ts';

/** A work of the demo's shelf as it is written down here. */
export interface Tale {
  kind: 'book' | 'story';
  title: string;
  /** Who is said to have written it. */
  by: string;
  level: Level;
  categories: readonly string[];
  goals?: readonly number[];
  blurb: string;
  about?: string;
  source: string;
  /** `retold`: in words of our own. `poem`: word for word. */
  wording: 'retold' | 'whole';
  cover: Drawing;
  /** Pages of a book, chapters of a story. */
  parts: readonly TalePart[];
}

export interface TalePart {
  /** Of a chapter. */
  title?: string;
  /** Lines of a paragraph are kept; an empty line begins the next. */
  text: string;
  picture?: Drawing;
  /** What it shows. */
  alt?: string;
}
