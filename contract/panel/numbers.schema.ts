import * as v from 'valibot';
import { UnsettledMoney } from '../closings/closings.schema.ts';
import { Day } from '../kit/day.ts';
import { Instant } from '../kit/id.ts';
import { PanelTenantName } from './panel.schema.ts';
import { Language, levels, WorkKind } from '../works/works.schema.ts';

export const numberSpans = ['30', '90', '365'] as const;

export const NumbersQuery = v.object({
  /** How many days back, today among them. */
  days: v.optional(v.picklist(numberSpans), '30'),
});

/** Fewer people than this of a country are not told apart. */
export const fewestOfCountry = 5;

/** What the platform has now, and what happened on each day (UTC) that was counted, the oldest first. */
export const PlatformNumbers = v.object({
  now: v.object({
    schools: v.number(),
    organizations: v.number(),
    suspended: v.number(),
    /** Registered more than three days ago, and not set up. */
    pending: v.number(),
    students: v.number(),
    staff: v.number(),
    /** People who signed in within 7 days. */
    active: v.number(),
    /** Works published within 7 days. */
    published: v.number(),
    /** Letters of the last 24 hours that did not arrive. */
    failed_letters: v.number(),
    /** Staff who were added and never signed in. */
    never_came: v.number(),
    /** Drafts of superpower teachers. */
    champion_drafts: v.number(),
    /** Resources of superpower teachers that wait to be read. */
    champion_resources: v.number(),
    /** Whether somebody has to look after e-mail. */
    is_mail_failing: v.boolean(),
    /** Works in book monitoring; null: more than are counted. */
    monitoring: v.object({
      overdue: v.nullable(v.number()),
      /** Appeals of schools that nobody has decided about. */
      appeals: v.nullable(v.number()),
      /** Since when the one waits that waits longest; null: none does. */
      oldest: v.nullable(Instant),
    }),
    /** Messages to the platform that nobody has answered or closed. */
    requests: v.object({ open: v.number(), oldest: v.nullable(Instant) }),
    /** Closing schools past their date, the longest first, that are not deleted as money of theirs is on its way. */
    unsettled: v.array(v.object({ tenant: PanelTenantName, waits_for: v.array(UnsettledMoney) })),
  }),
  days: v.array(
    v.object({
      day: Day,
      sign_ins: v.number(),
      published: v.number(),
      tenants_made: v.number(),
      letters_sent: v.number(),
      letters_waiting: v.number(),
      /** Failed, came back, were not tried or not wanted. */
      letters_failed: v.number(),
    }),
  ),
});
export type PlatformNumbers = v.InferOutput<typeof PlatformNumbers>;

/** Who is on the platform. Guests and people who were archived are not counted. */
export const PeopleNumbers = v.object({
  days: v.array(
    v.object({
      day: Day,
      sign_ins: v.number(),
      students: v.number(),
      teachers: v.number(),
      /** Of schools, organizations and the platform. */
      administrators: v.number(),
    }),
  ),
  /** Staff who never signed in, by how long ago they were added: 7 days, 30 days, longer. */
  never_came: v.object({ week: v.number(), month: v.number(), longer: v.number() }),
  /** Staff by country, the most first. Countries of fewer than 5 are added up in `other_countries`. */
  countries: v.array(v.object({ country: v.string(), people: v.number() })),
  other_countries: v.number(),
});
export type PeopleNumbers = v.InferOutput<typeof PeopleNumbers>;

export const WorkNumbersQuery = v.object({ ...NumbersQuery.entries, kind: v.optional(WorkKind) });
export type WorkNumbersQuery = v.InferOutput<typeof WorkNumbersQuery>;

/** What schools make. Nobody is compared with anybody. */
export const WorkNumbers = v.object({
  /** Weeks (UTC) that have a day in the span, each by its Monday, the oldest first. */
  weeks: v.array(v.object({ monday: Day, made: v.number(), handed_in: v.number(), published: v.number() })),
  /** Works that are not archived, by who may see them. */
  audiences: v.object({
    public: v.number(),
    community: v.number(),
    private: v.number(),
    unpublished: v.number(),
  }),
  /** Published works by language, level and goal; one with several goals counts for each. */
  languages: v.array(v.object({ language: Language, works: v.number() })),
  levels: v.array(v.object({ level: v.picklist([...levels, 'none']), works: v.number() })),
  goals: v.array(v.object({ goal: v.number(), works: v.number() })),
  /** What teachers have not looked at yet, by how long ago it was handed in: 24 hours, 7 days, longer. */
  waiting: v.object({ day: v.number(), week: v.number(), longer: v.number() }),
});
export type WorkNumbers = v.InferOutput<typeof WorkNumbers>;
