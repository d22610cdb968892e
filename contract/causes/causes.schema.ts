import * as v from 'valibot';
import { isCountryCode } from '../kit/countries.ts';
import { Id, Instant } from '../kit/id.ts';
import { limits } from '../kit/limits.ts';
import { Amount, Currency } from '../kit/money.ts';
import { PageQuery } from '../kit/page.ts';
import { pictureField } from '../kit/picture-field.ts';
import { line, lines } from '../kit/text.ts';
import { WorkKind } from '../works/works.schema.ts';
import { ShownPayout } from './payouts.schema.ts';

/** Numbers of causes. Lengths in characters. */
export const causeLimits = {
  name: 100,
  summary: 200,
  story: 5000,
  registration: 60,
  reason: 1000,
  update: 2000,
  /** Books and stories told of on the page of a cause. */
  books: 24,
  /** Updates told of on the page of a cause. */
  updates: 100,
  /** Updates and payouts of each cause on the page of what one raised. */
  raisedNews: 5,
  /** Causes of one school that are neither open nor over. */
  drafts: 20,
} as const;

/** The one name in addresses that no cause has: `/charities/own/` lists the causes of the caller’s school. */
export const reservedSlug = 'own';

/** What the books of children can collect for. Specification, section 3: Charity. */
export const Cause = v.object({
  id: Id,
  name: v.string(),
  /** Its name in addresses: small letters, digits and hyphens. */
  slug: v.string(),
});
export type Cause = v.InferOutput<typeof Cause>;

const causeStates = ['draft', 'submitted', 'open', 'paused', 'closed'] as const;
export const CauseState = v.picklist(causeStates, 'Please choose a state');
export type CauseState = v.InferOutput<typeof CauseState>;

/** Under which law gifts to it are told to the tax office. */
export const taxSchemes = ['none', '80G', 'GiftAid', '501c3', 'DGR'] as const;
export type TaxScheme = (typeof taxSchemes)[number];

/** What was raised in one currency: paid, not given back, not disputed. Minor units. */
export const CauseSum = v.object({
  currency: Currency,
  raised: Amount,
  /** Copies bought and gifts made. */
  copies: v.number(),
});
export type CauseSum = v.InferOutput<typeof CauseSum>;

/** What was raised for a cause, and what of it was sent there. */
const CauseTotal = v.object({
  ...CauseSum.entries,
  /** Transferred to it. Money that was given back after that is not taken from it. */
  paid_out: Amount,
});
export type CauseTotal = v.InferOutput<typeof CauseTotal>;

/** A cause in a list. */
export const ListedCause = v.object({
  ...Cause.entries,
  state: CauseState,
  summary: v.string(),
  /** Address of its picture. */
  picture: v.nullable(v.string()),
  country: v.nullable(v.string()),
  goal: v.nullable(v.object({ amount: Amount, currency: Currency })),
  /** One for each currency, of all schools. */
  sums: v.array(CauseTotal),
  /** Practice: none of it is real money. */
  is_test: v.boolean(),
});
export type ListedCause = v.InferOutput<typeof ListedCause>;

export const CauseUpdate = v.object({
  id: Id,
  text: v.string(),
  picture: v.nullable(v.string()),
  /** The payout that it tells of. */
  payout: v.nullable(ShownPayout),
  created_at: Instant,
});
export type CauseUpdate = v.InferOutput<typeof CauseUpdate>;

/** A cause on its own page. */
export const CauseDetails = v.object({
  ...ListedCause.entries,
  story: v.string(),
  registration_no: v.string(),
  tax_scheme: v.picklist(taxSchemes),
  opened_at: v.nullable(Instant),
  /** Whether the cause and the shop of this school are both open. */
  takes_gifts: v.boolean(),
  /** The latest first. */
  updates: v.array(CauseUpdate),
  /** Those that arrived, with their proofs: the latest first. */
  payouts: v.array(ShownPayout),
  /** Of this school, as far as the caller may see them; a part of their price goes to the cause. */
  books: v.array(
    v.object({ id: Id, kind: WorkKind, title: v.string(), slug: v.string(), byline: v.string() }),
  ),
});
export type CauseDetails = v.InferOutput<typeof CauseDetails>;

/** A cause in the list of those who run it. */
export const OwnCause = v.object({
  ...ListedCause.entries,
  story: v.string(),
  registration_no: v.string(),
  tax_scheme: v.picklist(taxSchemes),
  /** Name of the school that named it; null: the platform. */
  owner: v.nullable(v.string()),
  /** Why the platform gave it back. */
  reason: v.string(),
  submitted_at: v.nullable(Instant),
  opened_at: v.nullable(Instant),
  updated_at: Instant,
});
export type OwnCause = v.InferOutput<typeof OwnCause>;

/** A cause for those who run it. */
export const ManagedCause = v.object({
  ...OwnCause.entries,
  /** The latest first. */
  updates: v.array(CauseUpdate),
  /** Those that were sent: the latest first. */
  payouts: v.array(ShownPayout),
});
export type ManagedCause = v.InferOutput<typeof ManagedCause>;

const Goal = v.nullable(
  v.object({
    amount: v.pipe(Amount, v.minValue(1, 'A goal is more than 0')),
    currency: Currency,
  }),
);

const fields = {
  name: line({ required: 'Please enter a name', maximum: causeLimits.name, label: 'The name' }),
  summary: line({
    required: 'Please say in a sentence what it is for',
    maximum: causeLimits.summary,
    label: 'The summary',
  }),
  story: lines(causeLimits.story, 'The story'),
  country: v.nullable(v.pipe(v.string(), v.check(isCountryCode, 'Please choose a country'))),
  registration_no: line({ maximum: causeLimits.registration, label: 'The registration number' }),
  tax_scheme: v.picklist(taxSchemes, 'Please choose a scheme'),
  goal: Goal,
};

export const CauseForm = v.object({ id: Id, ...fields });
export type CauseForm = v.InferOutput<typeof CauseForm>;

/** What is left out stays as it is. */
export const CauseChange = v.partial(v.object(fields));
export type CauseChange = v.InferOutput<typeof CauseChange>;

export const CauseMove = v.object({
  state: CauseState,
  /** Of one that is given back: what is missing. */
  reason: v.optional(lines(causeLimits.reason, 'The reason'), ''),
});
export type CauseMove = v.InferOutput<typeof CauseMove>;

export const CausePicture = pictureField;

export const NewCauseUpdate = v.object({
  id: Id,
  text: v.pipe(lines(causeLimits.update, 'The update'), v.minLength(1, 'Please write what happened')),
  picture: v.optional(CausePicture),
  /** A payout of this cause that was sent. */
  payout_id: v.optional(Id),
});

export const OwnCausesQuery = v.object({
  ...PageQuery.entries,
  search: v.optional(line({ maximum: limits.nameLength, label: 'search' }), ''),
  state: v.optional(CauseState),
});

/** Money for causes, in one currency. Minor units. */
const RaisedSum = v.object({
  ...CauseSum.entries,
  /** Of what was raised: transferred, and not shown to have arrived yet. */
  on_its_way: Amount,
  /** Of what was raised: shown to have arrived. */
  arrived: Amount,
});
export type RaisedSum = v.InferOutput<typeof RaisedSum>;

/** What the books of one person, or of the classes that they teach, raised. No buyer, no single sale. */
export const Raised = v.object({
  totals: v.array(RaisedSum),
  causes: v.array(
    v.object({
      cause: Cause,
      picture: v.nullable(v.string()),
      sums: v.array(RaisedSum),
      /** What became of the money: the latest first. */
      updates: v.array(CauseUpdate),
      /** Payouts with some of this money in them: the latest first. */
      payouts: v.array(ShownPayout),
    }),
  ),
  works: v.array(
    v.object({
      id: Id,
      kind: WorkKind,
      title: v.string(),
      slug: v.string(),
      byline: v.string(),
      /** Their own, not of a class that they teach. */
      is_own: v.boolean(),
      cause: Cause,
      sums: v.array(RaisedSum),
    }),
  ),
  /** Practice: none of it is real money. */
  is_test: v.boolean(),
  as_of: Instant,
});
export type Raised = v.InferOutput<typeof Raised>;
