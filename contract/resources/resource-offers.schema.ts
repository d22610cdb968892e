import * as v from 'valibot';
import { Instant } from '../kit/id.ts';
import { line } from '../kit/text.ts';
import { Resource } from './resources.schema.ts';

/** Those of one superpower teacher. */
export const offersPerPerson = 50;
/** Those that wait, as they are listed at most. */
export const offersShown = 50;

export const offerStates = ['open', 'approved', 'declined'] as const;
export type OfferState = (typeof offerStates)[number];

/** A resource of a superpower teacher. Before approval only its author and the platform see it. */
export const OfferedResource = v.object({
  ...Resource.entries,
  state: v.picklist(offerStates),
  /** Of one that was declined. */
  why: v.nullable(v.string()),
  offered_at: Instant,
});
export type OfferedResource = v.InferOutput<typeof OfferedResource>;
export const OfferedResources = v.object({ results: v.array(OfferedResource) });

/** The resource as it was read. */
export const ApproveForm = v.object({ updated_at: Instant });
export const DeclineOfferForm = v.object({
  updated_at: Instant,
  reason: line({ required: 'Please say why', maximum: 300, label: 'The reason' }),
});
