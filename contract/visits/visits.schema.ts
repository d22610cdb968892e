import * as v from 'valibot';
import { Id, Instant } from '../kit/id.ts';
import { line } from '../kit/text.ts';

/** Of those that are not archived. */
const Counts = {
  classes: v.number(),
  students: v.number(),
  /** Those who teach; administrators are not counted. */
  teachers: v.number(),
  /** Students who signed in within seven days. */
  active_students: v.number(),
};

/** A tenant that an administrator from outside of it may enter. */
export const VisitableTenant = v.object({
  id: Id,
  school_name: v.string(),
  /** Without a port; null for one that has no address yet. */
  host: v.nullable(v.string()),
  is_organization: v.boolean(),
  ...Counts,
});
export type VisitableTenant = v.InferOutput<typeof VisitableTenant>;

/** What there is in all of them. */
export const VisitableSummary = v.object({
  /** Null for an organization, which has none in it. */
  organizations: v.nullable(v.number()),
  schools: v.number(),
  ...Counts,
});
export type VisitableSummary = v.InferOutput<typeof VisitableSummary>;

/** What the link carries: 256 random bits in base64url behind a mark that no school's name in addresses can have. */
export const VisitToken = v.pipe(v.string(), v.nonEmpty(), v.maxLength(200));

/** As whom and from where a link lets somebody in. It is asked before the link is used. */
export const OpenVisit = v.object({
  first_name: v.string(),
  last_name: v.string(),
  /** Name of the organization, or of the platform. */
  home: v.string(),
});
export type OpenVisit = v.InferOutput<typeof OpenVisit>;

/** How to get there: `https://<host>/login/<token>`. */
export const VisitLink = v.object({ host: v.string(), token: v.string() });
export type VisitLink = v.InferOutput<typeof VisitLink>;

/** How a school takes visits of the platform: it is asked each time, or not at all, or it takes none. */
export const GuestConsent = v.picklist(['ask', 'always', 'never']);
export type GuestConsent = v.InferOutput<typeof GuestConsent>;

export const GuestMay = v.picklist(['look', 'help']);
export type GuestMay = v.InferOutput<typeof GuestMay>;

const reason = line({ required: 'Please say why', maximum: 300, label: 'The reason' });

/** Why the platform enters; needed where no request says it. */
export const NewVisit = v.object({ tenant_id: Id, reason: v.optional(reason) });

export const NewVisitRequest = v.object({ wants: GuestMay, reason });
export type NewVisitRequest = v.InferOutput<typeof NewVisitRequest>;

/** That somebody of the platform enters a school without its yes, as long as it is not confirmed. */
export const VisitOverride = v.object({
  id: Id,
  /** Who asked. */
  name: v.string(),
  is_own: v.boolean(),
  wants: GuestMay,
  reason: v.string(),
  /** By who asked, with a code; else by another administrator. */
  by_code: v.boolean(),
  /** From when and until when it can be confirmed. */
  opens_at: Instant,
  until: Instant,
});
export type VisitOverride = v.InferOutput<typeof VisitOverride>;

export const ConfirmOverride = v.object({ code: v.optional(v.pipe(v.string(), v.maxLength(40))) });

/** Whether the caller may enter a school now. */
export const VisitAccess = v.object({
  id: Id,
  school_name: v.string(),
  guest_consent: GuestConsent,
  /** What the caller may do there now; null while they may not enter. */
  may: v.nullable(GuestMay),
  /** Until when the school said yes; null where it did not, or always does. */
  until: v.nullable(Instant),
  /** The caller's request that waits for the school. */
  waiting: v.nullable(v.object({ wants: GuestMay, reason: v.string(), asked_at: Instant })),
  /** When the school said no to the caller's last request. */
  refused_at: v.nullable(Instant),
  override: v.nullable(VisitOverride),
});
export type VisitAccess = v.InferOutput<typeof VisitAccess>;

/** A person of the platform, or of an organization, as the school knows them. */
const Person = { first_name: v.string(), last_name: v.string(), home: v.string() };

/** What an office knows of guests. */
export const VisitsHere = v.object({
  guest_consent: GuestConsent,
  /** Requests that wait for an answer, the oldest first. */
  waiting: v.array(v.object({ id: Id, ...Person, wants: GuestMay, reason: v.string(), asked_at: Instant })),
  /** Who may come in by a yes, and is not here now. */
  allowed: v.array(v.object({ guest_id: Id, ...Person, may: GuestMay, until: Instant })),
  /** Who is here now, without the caller. `may` is null for an administrator of an organization. */
  here: v.array(v.object({ guest_id: Id, ...Person, may: v.nullable(GuestMay), until: Instant })),
});
export type VisitsHere = v.InferOutput<typeof VisitsHere>;

export const VisitAnswer = v.object({ answer: v.picklist(['look', 'help', 'refuse']) });
export type VisitAnswer = v.InferOutput<typeof VisitAnswer>;

export const SetGuestConsent = v.object({ guest_consent: GuestConsent });
export type SetGuestConsent = v.InferOutput<typeof SetGuestConsent>;
