import * as v from 'valibot';
import { Id, Instant } from '../kit/id.ts';
import { line } from '../kit/text.ts';
import { TypedEmail } from '../passwords/passwords.schema.ts';

/** What the office of an organization types: a name in addresses, or the whole address of the school. */
export const SchoolInvitation = v.object({
  address: line({
    required: 'Please enter the address of the school.',
    maximum: 300,
    label: 'Address of the school',
  }),
});
export type SchoolInvitation = v.InferOutput<typeof SchoolInvitation>;

const partner = {
  id: Id,
  school_name: v.string(),
  /** Without a port; null for one that has no address yet. */
  host: v.nullable(v.string()),
};

/** An organization, as one of its schools sees it. */
export const OrganizationOfSchool = v.object({
  ...partner,
  /** `asked`: it waits for an answer. `linked`: the school said yes. */
  state: v.picklist(['asked', 'linked']),
  /** When it asked, or when the school said yes. */
  since: Instant,
});
export type OrganizationOfSchool = v.InferOutput<typeof OrganizationOfSchool>;

/** A school that was asked and has not answered yet, as the organization sees it. */
export const AskedSchool = v.object({
  ...partner,
  asked_at: Instant,
  /** Name of who asked; null where that is not known any more. */
  asked_by: v.nullable(v.string()),
});
export type AskedSchool = v.InferOutput<typeof AskedSchool>;

/** How an organization invites a school that is not on the platform yet. */
export const NewSchoolInvitation = v.object({ email: TypedEmail });
export type NewSchoolInvitation = v.InferOutput<typeof NewSchoolInvitation>;

/** A school that was invited to register and has not done so, as the organization sees it. */
export const InvitedSchool = v.object({
  id: Id,
  email: v.string(),
  sent_at: Instant,
  expires_at: Instant,
  is_expired: v.boolean(),
  /** Name of who invited it. */
  invited_by: v.string(),
});
export type InvitedSchool = v.InferOutput<typeof InvitedSchool>;

/** What whoever holds the link is told. */
export const OpenSchoolInvitation = v.object({ organization: v.string(), email: v.string() });
export type OpenSchoolInvitation = v.InferOutput<typeof OpenSchoolInvitation>;

/** 256 random bits in base64url. */
export const SchoolLinkToken = v.pipe(v.string(), v.nonEmpty(), v.maxLength(200));
