import * as v from 'valibot';
import { Id, Instant } from '../kit/id.ts';
import { line } from '../kit/text.ts';

/**
 * `pending`: registered, and nobody can sign in yet. `suspended`: nobody signs in until the platform resumes it. `closing`: read only
 * until its date. `gone`: its rows were deleted.
 */
export const lifeStates = ['pending', 'active', 'suspended', 'closing', 'gone'] as const;
export type LifeState = (typeof lifeStates)[number];

export const LifeReason = v.object({
  /** Kept in the audit of the platform and of the school. */
  reason: line({ required: 'Please say why', maximum: 300, label: 'The reason' }),
});

/** Where a school or organization is in its life, with how many people that concerns. */
export const TenantLife = v.object({
  id: Id,
  school_name: v.string(),
  is_organization: v.boolean(),
  state: v.picklist(lifeStates),
  suspended_at: v.nullable(Instant),
  /** As they were counted last; null where they never were. */
  people: v.nullable(v.object({ students: v.number(), staff: v.number() })),
});
export type TenantLife = v.InferOutput<typeof TenantLife>;
