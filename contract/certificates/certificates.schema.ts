import * as v from 'valibot';
import { Cause, CauseSum } from '../causes/causes.schema.ts';
import { Day } from '../kit/day.ts';
import { Id, Instant } from '../kit/id.ts';
import { line } from '../kit/text.ts';

/** Of money; and of what somebody made or learned. */
const MoneyKind = v.picklist(['giving', 'raised']);
const LearnedKind = v.picklist(['challenge', 'course']);
export type CertificateKind = v.InferOutput<typeof MoneyKind> | v.InferOutput<typeof LearnedKind>;

/** 22 characters for 128 random bits. */
export const CertificateId = v.pipe(
  v.string(),
  v.regex(/^[A-Za-z0-9_-]{22}$/u, 'This is no number of a certificate'),
);

/** What a certificate of money says besides a name; frozen when it is issued. */
export const CertificateFacts = v.object({
  school: v.string(),
  cause: Cause,
  /** Title of the work that raised it; null of a gift. */
  title: v.nullable(v.string()),
  /** What was given or raised, by currency. Minor units. */
  sums: v.pipe(v.array(CauseSum), v.minLength(1)),
  /** The day in UTC. */
  issued_on: Day,
  /** Practice: no real money. */
  is_test: v.boolean(),
});
export type CertificateFacts = v.InferOutput<typeof CertificateFacts>;

/** The same of one for an entry or a course. */
export const LearnedFacts = v.object({
  school: v.string(),
  /** Title of the challenge or the course. */
  about: v.string(),
  /** Title of the entry; null of a course. */
  title: v.nullable(v.string()),
  /** The day in UTC. */
  issued_on: Day,
});
export type LearnedFacts = v.InferOutput<typeof LearnedFacts>;

const MoneyCertificate = v.object({
  public_id: CertificateId,
  kind: MoneyKind,
  /** Null where the caller is a child and the name is a buyer's. */
  name: v.nullable(v.string()),
  ...CertificateFacts.entries,
});
export type MoneyCertificate = v.InferOutput<typeof MoneyCertificate>;

const LearnedCertificate = v.object({
  public_id: CertificateId,
  kind: LearnedKind,
  /** A pen name or a first name. */
  name: v.string(),
  ...LearnedFacts.entries,
});
export type LearnedCertificate = v.InferOutput<typeof LearnedCertificate>;

export const ShownCertificate = v.variant('kind', [MoneyCertificate, LearnedCertificate]);
export type ShownCertificate = v.InferOutput<typeof ShownCertificate>;

/** The details of the problem `certificates.withdrawn`. */
export const WithdrawnDetails = v.object({ withdrawn_at: Instant });

/** One's own, or that of a child of one's class. */
export const CertificateForm = v.variant('kind', [
  /** What a work raised for a cause. */
  v.object({ kind: v.literal('raised'), work_id: Id, cause_id: Id }),
  /** An entry that was approved. */
  v.object({ kind: v.literal('challenge'), work_id: Id }),
  /** A course all of whose lessons are finished; without a person one's own. */
  v.object({ kind: v.literal('course'), page_id: Id, user_id: v.optional(Id) }),
]);
export type CertificateForm = v.InferOutput<typeof CertificateForm>;

export const Withdrawal = v.object({
  reason: line({ required: 'Please say why', maximum: 300, label: 'The reason' }),
});

export const WithdrawnCertificate = v.object({ public_id: CertificateId, withdrawn_at: Instant });
export type WithdrawnCertificate = v.InferOutput<typeof WithdrawnCertificate>;

/** A certificate in the list of an order's. */
export const OrderCertificate = v.object({
  public_id: CertificateId,
  cause: v.string(),
  is_withdrawn: v.boolean(),
});
export type OrderCertificate = v.InferOutput<typeof OrderCertificate>;
