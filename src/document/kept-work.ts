import * as v from 'valibot';
import { limits } from '#contract/kit/limits.ts';
import { paths } from '#contract/kit/paths.ts';
import { WorkDocument } from '#contract/works/document.schema.ts';
import { assetPath } from '#contract/works/works.rules.ts';
import { Page, Work } from '#contract/works/works.schema.ts';
import type { PictureClient } from '#src/sync/api-client.ts';
import type { KeptCard, KeptPicture, Pack } from '#src/sync/kept-books.ts';

/** A page of a book, or a chapter of a story. */
export interface Part {
  id: string;
  /** Of a chapter. */
  title: string;
  layout: Page['layout'];
  document: WorkDocument;
}

export interface ReadWork {
  work: Work;
  parts: readonly Part[];
}

/** Where what is kept is listed. */
export const keptPage = paths.kept();

const Parts = v.array(
  v.object({
    id: v.string(),
    title: v.string(),
    layout: Page.entries.layout,
    document: v.custom<WorkDocument>((value) => v.is(WorkDocument, value)),
  }),
);

/** What a list shows of a kept work; null for one that an earlier version of the app kept otherwise. */
export function workOf({ card }: Pick<KeptCard, 'card'>): Work | null {
  const work = v.safeParse(Work, card);
  return work.success ? work.output : null;
}

/** A kept work with all that is read of it; null where it is not whole. */
export function readWorkOf(work: Work | null, words: unknown): ReadWork | null {
  const parts = v.safeParse(Parts, words);
  return work && parts.success ? { work, parts: parts.output } : null;
}

/** Whether what is kept is what the school has now. How often somebody was moved by it is no part of the book. */
export function isSame(one: ReadWork, other: ReadWork): boolean {
  const text = ({ work, parts }: ReadWork) =>
    JSON.stringify([{ ...work, reactions: 0, said: [], own_report: null }, readWorkOf(work, parts)?.parts]);
  return text(one) === text(other);
}

/** About how much room a work takes: its pictures and recordings, and its words as they are stored. */
export function measure({ work, parts }: ReadWork): number {
  return work.picture_bytes + JSON.stringify(parts).length;
}

export const isTooMany = (cards: readonly KeptCard[]) => cards.length >= limits.keptWorks;

/**
 * Fetches all that belongs to a work, one picture or recording after the other: beside it a class wants to go on working.
 * @throws ApiProblem, NoNetworkError, and where `signal` says that it is enough
 */
export async function packOf(
  { work, parts }: ReadWork,
  client: PictureClient,
  { signal, onPicture }: { signal: AbortSignal; onPicture?: (count: number) => void },
): Promise<Pack> {
  const pictures: KeptPicture[] = [];
  for (const { sha256 } of [...work.pictures, ...work.recordings]) {
    pictures.push({ sha256, content: await client.picture(assetPath(sha256), signal) });
    signal.throwIfAborted();
    onPicture?.(pictures.length);
  }
  return { id: work.id, card: work, words: parts, pictures };
}
