import * as v from 'valibot';
import { Id, Instant } from '../kit/id.ts';
import { limits } from '../kit/limits.ts';
import { keyedPageQuery } from '../kit/page.ts';
import { WorkKind } from '../works/works.schema.ts';
import { line, lines } from '../kit/text.ts';
import { StoryChange } from './writing.schema.ts';
import { ReviewVoice } from './review-voices.schema.ts';
import { Sticker } from './stickers.schema.ts';

export const WaitingQuery = v.object({
  ...keyedPageQuery({ maximum: limits.pageMaximum }).entries,
  /** `all`: messages to Dear World, too. A device of before there were any asks without it, and could not read them. */
  kinds: v.optional(v.picklist(['all'])),
  /** Words of the title or of the author's name. */
  search: v.optional(line({ maximum: 100, label: 'search' }), ''),
  kind: v.optional(WorkKind),
  school_class: v.optional(Id),
});
export type WaitingQuery = v.InferOutput<typeof WaitingQuery>;

/** A story, a book or a message that waits for somebody to look at it. */
export const WaitingStory = v.object({
  id: Id,
  kind: WorkKind,
  title: v.string(),
  slug: v.string(),
  author: v.object({ id: Id, first_name: v.string(), last_name: v.string() }),
  school_class: v.nullable(v.object({ id: Id, name: v.string() })),
  state: v.picklist(['submitted', 'approved']),
  submitted_at: Instant,
});
export type WaitingStory = v.InferOutput<typeof WaitingStory>;

const Reason = v.pipe(
  lines(limits.reasonLength, 'Your words'),
  v.minLength(1, 'Please write a kind word that says why'),
);

/** Left out: none is given. With a sticker and no words, the words are the sticker's. */
const GivenSticker = v.optional(v.nullable(Sticker), null);

/** Left out: none is given. With a voice and no words or sticker, the words are `voiceWords`. */
const GivenVoice = v.optional(v.nullable(ReviewVoice), null);

const Part = v.pipe(v.number(), v.minValue(0), v.maxValue(1));

const Count = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(limits.chapterBytes));

/** See `PlaceOnPage` of the own rows. */
const PlaceOnPage = v.object({
  x: Part,
  y: Part,
  on: v.optional(
    v.union([
      v.object({
        words: line({
          required: 'Please say which words',
          maximum: limits.pointedWordsLength,
          label: 'The words',
        }),
        start: Count,
      }),
      v.object({ picture: Count, x: Part, y: Part }),
    ]),
  ),
});

export const StoryReturn = v.object({
  reason: Reason,
  sticker: GivenSticker,
  voice: GivenVoice,
  /** Each pinned to a chapter. */
  comments: v.optional(
    v.pipe(
      v.array(
        v.object({
          id: Id,
          chapter_id: Id,
          /** What it is about on that page; left out: all of it. */
          at: v.optional(v.nullable(PlaceOnPage), null),
          text: v.pipe(lines(limits.reasonLength, 'A comment'), v.minLength(1, 'Please write a comment')),
        }),
      ),
      v.maxLength(limits.commentsPerReview),
    ),
    [],
  ),
});
export type StoryReturn = v.InferInput<typeof StoryReturn>;

/** Kind words that go along with a yes; there may be none. */
const KindWords = v.optional(lines(limits.reasonLength, 'Your words'), '');

export const StoryApproval = v.object({
  reason: KindWords,
  sticker: GivenSticker,
  voice: GivenVoice,
  /** Revision that the reviewer read; an approval of a stale one is refused. Left out: any revision. */
  revision: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(Number.MAX_SAFE_INTEGER))),
});

export const StoryWithdrawal = v.object({ reason: Reason });

export const Publication = v.object({
  /** For whom at most; left out: for those whom its author wishes for. */
  visibility: v.optional(v.picklist(['community', 'public'])),
  reason: KindWords,
  sticker: GivenSticker,
  voice: GivenVoice,
  // What the author proposed, as the teacher decides it; left out: as proposed.
  ...v.pick(StoryChange, ['language', 'level', 'categories', 'sdgs']).entries,
});
