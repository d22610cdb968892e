import * as v from 'valibot';
import { Id, Instant } from '../kit/id.ts';
import { limits } from '../kit/limits.ts';
import { keyedPageQuery } from '../kit/page.ts';
import { line } from '../kit/text.ts';

/** What becomes of a letter. `sent`: a mail server took it. */
export const letterStates = [
  'waiting',
  'sent',
  'bounced',
  'complained',
  'failed',
  'suppressed',
  'replaced',
] as const;
export const LetterState = v.picklist(letterStates);
export type LetterState = v.InferOutput<typeof LetterState>;

/** A letter as the school whose letter it is sees it. */
export const Letter = v.object({
  id: Id,
  /** A name of `mail.kinds.ts`, or one of an older or newer server. */
  kind: v.string(),
  to_name: v.string(),
  /** Masked, as `a…z@greenfield.test`, where the school may not know it. */
  to_address: v.string(),
  subject: v.string(),
  state: LetterState,
  /** Why it did not arrive, as a name of `mail.rules.ts`. */
  cause: v.nullable(v.string()),
  /** What a mail server said; null also where the address is masked, as it may stand there. */
  said: v.nullable(v.string()),
  /** How often it was tried. */
  attempts: v.number(),
  written_at: Instant,
  /** When a mail server took it, or it was given up. */
  ended_at: v.nullable(Instant),
  /** Whether one like it can be sent again, with a new link. */
  may_again: v.boolean(),
});
export type Letter = v.InferOutput<typeof Letter>;

export const LetterQuery = v.object({
  ...keyedPageQuery({ maximum: limits.pageMaximum }).entries,
  /** Words of the name or of an address that is shown. */
  search: v.optional(line({ maximum: 100, label: 'search' }), ''),
  state: v.optional(LetterState),
});
export type LetterQuery = v.InferOutput<typeof LetterQuery>;

/** Why an address is not written to. `refused` and `deferred` end by themselves. */
export const suppressionReasons = ['refused', 'returned', 'deferred', 'complaint', 'manual'] as const;
export type SuppressionReason = (typeof suppressionReasons)[number];
