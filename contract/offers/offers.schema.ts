import * as v from 'valibot';
import { fileField } from '../kit/files.ts';
import { Id, Instant } from '../kit/id.ts';
import { limits } from '../kit/limits.ts';
import { PageQuery } from '../kit/page.ts';
import { personName } from '../kit/person-name.ts';
import { line, lines } from '../kit/text.ts';
import { TypedEmail } from '../passwords/passwords.schema.ts';
import { pictureTypes } from '../works/picture-limits.schema.ts';
import { Sha256 } from '../works/sha256.schema.ts';
import { Language, Level } from '../works/works.schema.ts';
import { categoriesPerStory } from '../writing/writing.schema.ts';

export const offerLimits = {
  /** Pages of a book that a visitor hands in. */
  pages: 40,
  /** Bytes of a page; devices make them far smaller. */
  pageBytes: 2 * 1024 * 1024,
  /** Characters of the words for those who do not see a page. */
  alt: 300,
  /** Hours for which the link in the e-mail is good. */
  linkHours: 48,
  /** Days between the link and the book. */
  confirmedDays: 7,
  /** Days for which a book waits to be read; then it goes. */
  waitingDays: 90,
  /** Links that somebody was sent and that wait for their book. */
  openPerAddress: 3,
  /** Books that wait to be read at one place. */
  waiting: 200,
} as const;

/** 256 random bits: what a device shows that it began an offer, and what the link in the e-mail carries. */
const Secret = v.pipe(v.string(), v.nonEmpty(), v.maxLength(200));

/** Who offers a book. A visitor without an account, and no child. */
export const OfferMaker = v.object({
  name: personName({ required: 'Please enter your name', label: 'Name' }),
  email: TypedEmail,
  is_adult: v.literal(true, 'Please confirm this'),
});
export type OfferMaker = v.InferInput<typeof OfferMaker>;

export const Offered = v.object({ id: Id, ticket: Secret });
export const OfferTicket = v.object({ ticket: Secret });
export const OfferLink = v.object({ token: Secret });

const offerStates = ['asked', 'confirmed', 'handed_in'] as const;

/** What became of an offer, and which of its pages are there. */
export const OfferState = v.object({ state: v.picklist(offerStates), pages: v.array(Sha256) });

export const OfferPage = v.object({
  ticket: Secret,
  picture: fileField({
    types: pictureTypes,
    wrongType: 'Please choose a JPEG or PNG picture.',
    maximum: offerLimits.pageBytes,
    tooLarge: 'This page is too large.',
  }),
});

/** What stands on the book. */
const bookFields = {
  title: line({ required: 'Please enter a title', maximum: limits.storyTitleLength, label: 'Title' }),
  credit: line({
    required: 'Please say who made it',
    maximum: limits.nameLength,
    label: 'Who made it',
  }),
  blurb: lines(limits.blurbLength, 'What it is about'),
  language: Language,
};

/** The form of the book as it is filled in, beside its pages. */
export const OfferedBookForm = v.object(bookFields);
export type OfferedBookForm = v.InferInput<typeof OfferedBookForm>;

const PageInOrder = v.object({
  sha256: Sha256,
  /** What it shows, for whoever does not see it. */
  alt: line({ maximum: offerLimits.alt, label: 'What it shows' }),
});

export const HandedInBook = v.object({
  ticket: Secret,
  ...bookFields,
  /** In their order; each once. */
  pages: v.pipe(
    v.array(PageInOrder),
    v.minLength(1, 'Please add a page'),
    v.maxLength(offerLimits.pages),
    v.check(
      (pages) => new Set(pages.map(({ sha256 }) => sha256)).size === pages.length,
      'The same page is there twice',
    ),
  ),
});
export type HandedInBook = v.InferOutput<typeof HandedInBook>;

/** By what the books of visitors are ordered; `-` before it goes down. */
export const offerSorts = ['handed_in_at', '-handed_in_at', 'title', '-title', 'name', '-name'] as const;

export const OfferedQuery = v.object({
  ...PageQuery.entries,
  /** Words of the title, of who made it, and of the name or e-mail of who handed it in. */
  search: v.optional(line({ maximum: 100, label: 'search' }), ''),
  language: v.optional(Language),
  sort: v.optional(v.picklist(offerSorts), 'handed_in_at'),
});
export type OfferedQuery = v.InferOutput<typeof OfferedQuery>;

/** A book of a visitor as those read it who decide about it. */
export const OfferedBook = v.object({
  id: Id,
  title: v.string(),
  credit: v.string(),
  blurb: v.string(),
  language: Language,
  /** Who handed it in; told to nobody else. */
  name: v.string(),
  email: v.string(),
  handed_in_at: Instant,
  pages: v.array(v.object({ sha256: Sha256, alt: v.string(), width: v.number(), height: v.number() })),
});
export type OfferedBook = v.InferOutput<typeof OfferedBook>;

export const AcceptForm = v.object({
  level: v.optional(v.nullable(Level), null),
  /** The shelves on which it stands. */
  categories: v.optional(
    v.pipe(
      v.array(Id),
      v.maxLength(categoriesPerStory, `Please choose ${categoriesPerStory} shelves at most`),
    ),
    [],
  ),
});

export const RefuseForm = v.object({
  /** Goes to the maker by e-mail. */
  reason: v.pipe(
    lines(limits.reasonLength, 'Your words'),
    v.minLength(1, 'Please write a kind word that says why'),
  ),
});
