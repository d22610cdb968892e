import * as v from 'valibot';
import { Id, Instant } from '../kit/id.ts';
import { Role } from '../kit/roles.ts';
import { line } from '../kit/text.ts';
import { LetterState } from '../mail/mail.schema.ts';
import { PrivacyPreference } from '../students/students.schema.ts';
import { childrenReasons, personStates } from './panel.schema.ts';

/** How a student may be named (law 2): with the school chosen, or with a reason that the audit notes once a session. */
export const PersonQuery = v.object({
  tenant_id: v.optional(Id),
  reason: v.optional(v.picklist(childrenReasons)),
});

/** What the school knows of one of its own staff. */
const StaffProfile = v.object({
  /** An address that waits to be confirmed. */
  pending_email: v.nullable(v.string()),
  has_password: v.boolean(),
  /** By name. */
  classes: v.array(v.object({ id: Id, name: v.string() })),
  /** Where they are signed in now, the newest first; at most 20. */
  sessions: v.array(v.object({ id: Id, created_at: Instant, expires_at: Instant })),
  /** Written to them in the last 90 days, the newest first; at most 10. */
  letters: v.array(
    v.object({
      id: Id,
      kind: v.string(),
      subject: v.string(),
      state: LetterState,
      cause: v.nullable(v.string()),
      written_at: Instant,
    }),
  ),
  /** What was done by them and to them, the newest first; at most 20. Details stay in the school's audit. */
  audit: v.array(
    v.object({
      id: Id,
      at: Instant,
      action: v.string(),
      /** Null: nobody of the school. Of a student: the first name and an initial. */
      by: v.nullable(v.string()),
      is_theirs: v.boolean(),
    }),
  ),
});

/** Somebody of any school, as the platform sees them. */
export const PersonProfile = v.object({
  id: Id,
  tenant: v.object({
    id: Id,
    school_name: v.string(),
    is_organization: v.boolean(),
    is_platform: v.boolean(),
  }),
  role: Role,
  /** Of a student: the first name and an initial, or null (law 2). */
  name: v.nullable(v.string()),
  /** Null for students and guests. */
  email: v.nullable(v.string()),
  country: v.nullable(v.string()),
  state: v.picklist(personStates),
  /** Classes that they teach, or are in. */
  classes: v.number(),
  joined_at: Instant,
  last_login: v.nullable(Instant),
  /** To be said with what is done to them: with another one it is refused. */
  updated_at: Instant,
  /** Null for all but students. */
  privacy_preference: v.nullable(PrivacyPreference),
  /** Null for students, families and guests: nothing is done to them here. */
  staff: v.nullable(StaffProfile),
});
export type PersonProfile = v.InferOutput<typeof PersonProfile>;

/** What is done to somebody is done to them as they were seen. */
export const PersonAct = v.object({
  /** Kept in the audit of the platform and of the school. */
  reason: line({ required: 'Please say why', maximum: 300, label: 'The reason' }),
  updated_at: Instant,
});
export type PersonAct = v.InferOutput<typeof PersonAct>;
