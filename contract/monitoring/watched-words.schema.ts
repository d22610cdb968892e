import * as v from 'valibot';
import { Id, Instant } from '../kit/id.ts';
import { line } from '../kit/text.ts';
import { foldWatched } from './watched-words.rules.ts';

/** How many the platform looks for at most. */
export const watchedWordsMost = 500;
/** Characters of one. */
export const watchedWordMaximum = 60;

/** A word or some that stand together. */
export const WatchedWord = v.object({
  id: Id,
  words: v.string(),
  added_at: Instant,
  /** A name, of the platform's own staff; empty where they are gone. */
  added_by: v.string(),
});
export type WatchedWord = v.InferOutput<typeof WatchedWord>;

/** By the alphabet. */
export const WatchedWordList = v.object({ results: v.array(WatchedWord) });

export const WatchedWordForm = v.object({
  words: v.pipe(
    line({ required: 'Please write a word', maximum: watchedWordMaximum, label: 'The word' }),
    v.check((words) => [...foldWatched(words)].length >= 2, 'Please write at least two letters'),
  ),
  /** Kept in the audit of the platform. */
  reason: line({ required: 'Please say why', maximum: 300, label: 'The reason' }),
});
export type WatchedWordForm = v.InferOutput<typeof WatchedWordForm>;
