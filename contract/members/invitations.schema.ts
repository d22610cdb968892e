import * as v from 'valibot';
import { Id, Instant } from '../kit/id.ts';
import { personName } from '../kit/person-name.ts';
import { NewPasswordForm, TypedEmail } from '../passwords/passwords.schema.ts';
import { memberRoles, MemberRole } from './members.schema.ts';

/** Of the staff, and of the platform’s champions a superpower parent. */
const InvitedRole = v.picklist([...memberRoles, 'parent']);
export type InvitedRole = v.InferOutput<typeof InvitedRole>;

/** An invitation that waits for somebody. */
export const Invitation = v.object({
  id: Id,
  /** `join`: for somebody who has no account yet. `account`: for one that an administrator made. */
  kind: v.picklist(['join', 'account']),
  email: v.string(),
  role: InvitedRole,
  /** Null where nobody knows it yet. */
  name: v.nullable(v.string()),
  invited_by: v.object({ first_name: v.string(), last_name: v.string() }),
  sent_at: Instant,
  expires_at: Instant,
  is_expired: v.boolean(),
});
export type Invitation = v.InferOutput<typeof Invitation>;

/** The form with which somebody is invited. */
export const InviteForm = v.object({ email: TypedEmail, role: MemberRole });
export type InviteForm = v.InferOutput<typeof InviteForm>;

/** What whoever holds the link is told. */
export const OpenInvitation = v.object({
  school_name: v.string(),
  invited_by: v.object({ first_name: v.string(), last_name: v.string() }),
  email: v.string(),
  role: InvitedRole,
  /** As the administrator wrote it, or empty. */
  first_name: v.string(),
  last_name: v.string(),
});
export type OpenInvitation = v.InferOutput<typeof OpenInvitation>;

/** The form with which somebody takes an invitation. */
export const AcceptForm = v.object({
  first_name: personName({ required: 'First name is required', label: 'First name' }),
  last_name: personName({ required: 'Last name is required', label: 'Last name' }),
  ...NewPasswordForm.entries,
});
export type AcceptForm = v.InferOutput<typeof AcceptForm>;
