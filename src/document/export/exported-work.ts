import { picturesIn } from '#contract/works/document.rules.ts';
import type { WorkDocument } from '#contract/works/document.schema.ts';
import type { AssetPicture, WorkKind } from '#contract/works/works.schema.ts';
import { assetPath } from '#contract/works/works.rules.ts';
import type { OwnChapter, OwnWork } from '#contract/writing/own-rows.schema.ts';
import { ApiProblem, type PictureClient } from '#src/sync/api-client.ts';
import type { Part, ReadWork } from '../kept-work.ts';

/** A book or a story as it becomes a file: what stands on its cover, and its parts. */
export interface ExportedWork {
  id: string;
  kind: WorkKind;
  title: string;
  /** Empty where nobody is told. */
  byline: string;
  language: string;
  blurb: string;
  dedication: string;
  aboutAuthor: string;
  /** Whose words and pictures they are, where they were not made here. */
  credits: readonly string[];
  /** The hash of the picture on the cover. */
  cover: string | null;
  parts: readonly { id: string; title: string; document: WorkDocument }[];
}

/** A work as the library has it, or as it was bought. */
export function exportedWork({
  work,
  parts,
}: Pick<ReadWork, 'work'> & { parts: readonly Pick<Part, 'id' | 'title' | 'document'>[] }): ExportedWork {
  return {
    id: work.id,
    kind: work.kind,
    title: work.title,
    byline: work.byline,
    language: work.language,
    blurb: work.blurb,
    dedication: work.dedication,
    aboutAuthor: work.about_author,
    credits: [work.source, work.credit, work.licence].filter((text) => text !== null),
    cover: work.cover?.sha256 ?? null,
    parts,
  };
}

/** A work as its author's device has it. `byline`: the author's first name. */
export function exportedOwnWork(
  work: OwnWork,
  chapters: readonly OwnChapter[],
  byline: string,
): ExportedWork {
  const { id, kind, title, language, blurb, cover } = work;
  const shown = chapters.some(({ document }) => picturesIn(document).some(({ sha256 }) => sha256 === cover));
  return {
    id,
    kind,
    title,
    byline: work.pen_name === '' ? byline : work.pen_name,
    language,
    blurb,
    dedication: work.dedication,
    aboutAuthor: work.about_author,
    credits: [],
    // One that was taken out of the text is on no cover.
    cover: shown ? cover : null,
    parts: chapters,
  };
}

/** All pictures of a work, by their hashes. */
export type Pictures = ReadonlyMap<string, Blob>;

export function picturesOf({ cover, parts }: Pick<ExportedWork, 'cover' | 'parts'>): string[] {
  const inText = parts.flatMap(({ document }) => picturesIn(document).map(({ sha256 }) => sha256));
  return [...new Set(cover === null ? inText : [cover, ...inText])];
}

/** Nothing where it is not at the school, or no more for this reader: the file can do without one. */
async function fetchPicture(
  sha256: string,
  client: PictureClient,
  signal: AbortSignal,
): Promise<Blob | undefined> {
  try {
    return await client.picture(assetPath(sha256), signal);
  } catch (error) {
    if (error instanceof ApiProblem && error.status === 404) return undefined;
    throw error;
  }
}

/**
 * Fetches them one after the other, those that there are.
 * @throws ApiProblem, NoNetworkError, and where `signal` says that it is enough
 */
export async function fetchPictures(
  work: ExportedWork,
  client: PictureClient,
  { signal, onProgress }: { signal: AbortSignal; onProgress: (done: number, all: number) => void },
): Promise<Pictures> {
  const wanted = picturesOf(work);
  const found = new Map<string, Blob>();
  for (const [done, sha256] of wanted.entries()) {
    onProgress(done, wanted.length);
    const picture = await fetchPicture(sha256, client, signal);
    signal.throwIfAborted();
    if (picture) found.set(sha256, picture);
  }
  return found;
}

/** A name that every file system takes. */
export function fileNameOf({ title, kind }: Pick<ExportedWork, 'title' | 'kind'>, ending: string): string {
  const name = title
    .replaceAll(/[\p{Cc}\p{Cf}<>:"/\\|?*]/gu, ' ')
    .replaceAll(/\s+/gu, ' ')
    .replace(/^[. ]+|[. ]+$/gu, '')
    .slice(0, 80)
    .toWellFormed()
    .trim();
  return `${name === '' ? kind : name}.${ending}`;
}

/** What an EPUB may have as it is. */
export const pictureEndings: Readonly<Record<AssetPicture['media_type'], string>> = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/webp': 'webp',
  'image/svg+xml': 'svg',
};
