import * as v from 'valibot';
import { Day } from '../kit/day.ts';
import { Id, Instant } from '../kit/id.ts';

const Count = v.number();

/** How a school is doing. Numbers alone: nobody's name is in it. */
export const SchoolDashboard = v.object({
  as_of: Instant,
  counts: v.object({
    students: Count,
    classes: Count,
    /** Those who teach; administrators are not counted. */
    teachers: Count,
    tablets: Count,
    archived: Count,
  }),
  /** What somebody should look at; what is 0 is well. */
  to_do: v.object({
    classes_without_teacher: Count,
    classes_without_students: Count,
    never_signed_in: Count,
    without_card: Count,
    parked: Count,
    tablets_with_unsent: Count,
    /** People of the staff who were invited and have not come yet. */
    open_invitations: Count,
    /** Books and stories that somebody told the school about, and nobody has decided yet. */
    reported_works: Count,
    /** Books of visitors that nobody has decided about yet. */
    offered_books: Count,
    /** Always 0 for those who do not decide about it. */
    asking_organizations: Count,
  }),
  /** Students by how long ago they last signed in; the four are all of them. A week is seven days, a month thirty. */
  last_sign_ins: v.object({ week: Count, month: Count, longer: Count, never: Count }),
  /** Children who signed in, a day each, today last. */
  sign_ins: v.array(v.object({ day: Day, children: Count })),
});
export type SchoolDashboard = v.InferOutput<typeof SchoolDashboard>;

const ShortText = v.string();

/** Something that somebody did, or the same to several at once. */
export const Activity = v.object({
  at: Instant,
  /** `domain.what_happened`: any text, so that an older page can still show what a newer server writes. */
  action: v.string(),
  /** Null where it was somebody of another school or organization, or nobody. */
  actor: v.nullable(
    v.object({
      id: Id,
      name: v.string(),
      /** For guests: the name of where they are at home. */
      guest_from: v.nullable(v.string()),
    }),
  ),
  /** To whom or what; null for several, and for what is not there any more. */
  subject: v.nullable(v.object({ id: Id, name: v.string() })),
  /** To how many. */
  count: Count,
  facts: v.object({
    /** The other side: a school or an organization. */
    partner: v.optional(ShortText),
    /** Who it was on the other side. */
    by: v.optional(ShortText),
    from: v.optional(ShortText),
    to: v.optional(ShortText),
    name: v.optional(ShortText),
    email: v.optional(ShortText),
  }),
});
export type Activity = v.InferOutput<typeof Activity>;
