import * as v from 'valibot';
import { Id } from '../kit/id.ts';

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
