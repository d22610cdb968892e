import * as v from 'valibot';
import { Id, Instant } from '../kit/id.ts';
import { PanelWork } from './works.schema.ts';

/** Works that are listed at most. */
export const suggestionsShown = 50;

/** A work that superpower parents suggest for the shelf of the platform, as a stranger sees it now. */
export const Suggestion = v.object({
  work: v.pick(PanelWork, ['tenant', 'id', 'kind', 'title', 'byline', 'is_picked']),
  /** Who suggests it and why, the latest first. */
  by: v.array(v.object({ user_id: Id, name: v.string(), why: v.string(), at: Instant })),
});
export type Suggestion = v.InferOutput<typeof Suggestion>;
export const Suggestions = v.object({ results: v.array(Suggestion) });

/** When the latest suggestion was made that was seen. */
export const DeclineForm = v.object({ seen: Instant });
