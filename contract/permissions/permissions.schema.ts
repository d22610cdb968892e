import * as v from 'valibot';
import { Id, Instant } from '../kit/id.ts';
import { line } from '../kit/text.ts';

/** What a guardian is asked about, each by itself; decision 48. */
export const purposes = ['public', 'voice', 'picture', 'sale'] as const;
export const Purpose = v.picklist(purposes);
export type Purpose = v.InferOutput<typeof Purpose>;

/** Characters of where the school knows it from. */
export const permissionNoteLength = 200;

/** What a guardian allowed, as the school recorded it; also what was taken back. */
export const Permission = v.object({
  id: Id,
  purpose: Purpose,
  /** From where the school knows it, such as a form and its day. */
  note: v.string(),
  recorded_at: Instant,
  /** A name; null where it was there from the beginning. */
  recorded_by: v.nullable(v.string()),
  ended_at: v.nullable(Instant),
  ended_by: v.nullable(v.string()),
});
export type Permission = v.InferOutput<typeof Permission>;

export const PermissionForm = v.object({
  note: v.optional(line({ maximum: permissionNoteLength, label: 'note' }), ''),
});

/** What a work needs before everybody may see it, and what of that is there. */
export const NeededPermissions = v.object({
  /** The child whose guardian is asked; null where an adult wrote it. */
  student: v.nullable(v.object({ id: Id, first_name: v.string() })),
  /** What the child's privacy allows at most; null where an adult wrote it. */
  privacy: v.nullable(v.picklist(['private', 'community', 'public'])),
  needed: v.array(v.object({ purpose: Purpose, is_given: v.boolean() })),
});
export type NeededPermissions = v.InferOutput<typeof NeededPermissions>;
