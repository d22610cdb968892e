import { asSoonAsReached } from '#src/lib/reach-words.ts';
/** What is wrong with a file, or with one page of it. The words are for whoever chose it. */
export const fileTroubles = {
  empty: 'There is nothing in this file.',
  too_large: 'This file is too large.',
  too_many_pixels: 'This picture is too large for a tablet.',
  cut_off: 'The end of this picture is missing. Copy it again.',
  other_kind:
    'This picture is HEIC, AVIF or TIFF, which cannot be opened here. Save it as JPEG or PNG first.',
  not_readable: 'This is no picture and no PDF that can be read here.',
  damaged: 'This PDF is damaged.',
  locked: 'This PDF is locked with a password. Save it without one first.',
  no_pages: 'This PDF has no pages.',
  page: 'This page could not be read.',
  too_slow: 'Reading this PDF took too long.',
  needs_network: `What reads PDFs comes from your school. Try again ${asSoonAsReached}. Pictures can be added now.`,
} as const;

export type FileTrouble = keyof typeof fileTroubles;

/** A file that no page can be made of. */
export class UnusableFileError extends Error {
  override readonly name = 'UnusableFileError';
  readonly trouble: FileTrouble;

  constructor(trouble: FileTrouble, cause?: unknown) {
    super(fileTroubles[trouble], { cause });
    this.trouble = trouble;
  }
}
