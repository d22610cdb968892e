import type { BarePicture } from '#contract/works/picture-bytes.rules.ts';
import { isMissingCode } from '#src/session/late-code.ts';
import { fileLimits } from '#src/desk/file-limits.ts';
import { checkPicture, shrinkPicture, UnreadablePictureError } from '#src/desk/shrink-picture.ts';
import { UnusableFileError } from '#src/desk/unusable-file.ts';

/** What a page of a book is made of. */
export interface PagePicture {
  picture: BarePicture;
  /** Words that stand in it; empty where nothing is known. */
  alt: string;
}

/** A PDF that is open. */
export interface OpenPdf {
  pages: number;
  /** A page as a picture, from 1. @throws UnusableFileError of kind `page` or `too_slow` */
  picture: (number: number) => Promise<PagePicture>;
  /** Ends its thread, whatever that is doing. */
  close: () => void;
}

/** A page that can be made: of which file, and how. */
export interface FilePage {
  name: string;
  /** Its number in a PDF; null of a picture. */
  number: number | null;
  /** @throws UnusableFileError */
  make: () => Promise<PagePicture>;
}

export interface FileRefusal {
  name: string;
  error: UnusableFileError;
}

/** All pages of what was chosen, before any of them is made. */
export interface FilePages {
  pages: readonly FilePage[];
  /** Files of which none can be made. */
  refused: readonly FileRefusal[];
  /** Lets go of what is open. */
  close: () => void;
}

/** By what it begins with: names and types are what somebody says of a file. */
async function isPdf(file: Blob): Promise<boolean> {
  return (await file.slice(0, 1024).text()).includes('%PDF-');
}

/** @throws UnusableFileError */
async function openPdf(file: Blob): Promise<OpenPdf> {
  if (file.size > fileLimits.pdfBytes) throw new UnusableFileError('too_large');
  try {
    return await (await import(/* part: aside */ './pdf-pages.ts')).openPdf(file);
  } catch (error) {
    throw isMissingCode(error) ? new UnusableFileError('needs_network', error) : error;
  }
}

/** @throws UnusableFileError */
async function pictureOf(file: Blob): Promise<PagePicture> {
  try {
    return { picture: await shrinkPicture(file), alt: '' };
  } catch (error) {
    throw error instanceof UnreadablePictureError ? new UnusableFileError('not_readable', error) : error;
  }
}

/** Looks into files: how many pages they would make, and which of them make none. Pictures are opened one by one, later. */
export async function pagesOf(files: readonly File[]): Promise<FilePages> {
  const open: OpenPdf[] = [];
  const pages: FilePage[] = [];
  const refused: FileRefusal[] = [];
  const close = () => {
    for (const pdf of open) pdf.close();
  };
  for (const file of files) {
    const { name } = file;
    try {
      if (file.size === 0) throw new UnusableFileError('empty');
      if (await isPdf(file)) {
        const pdf = await openPdf(file);
        open.push(pdf);
        // A PDF may say that it has a billion of them: no more than could ever be added are listed.
        for (let number = 1; number <= Math.min(pdf.pages, fileLimits.listedPages); number += 1)
          pages.push({ name, number, make: () => pdf.picture(number) });
      } else {
        await checkPicture(file);
        pages.push({ name, number: null, make: () => pictureOf(file) });
      }
    } catch (error) {
      if (!(error instanceof UnusableFileError)) {
        close();
        throw error;
      }
      refused.push({ name, error });
    }
  }
  return { pages, refused, close };
}
