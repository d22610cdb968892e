import * as v from 'valibot';
import { Cause, CauseSum } from '../causes/causes.schema.ts';
import { Day } from '../kit/day.ts';
import { Id, Instant } from '../kit/id.ts';
import { line } from '../kit/text.ts';

/** Kinds that are issued. */
const certificateKinds = ['giving', 'raised'] as const;
const CertificateKind = v.picklist(certificateKinds);
export type CertificateKind = v.InferOutput<typeof CertificateKind>;

/** 22 characters for 128 random bits. */
export const CertificateId = v.pipe(
  v.string(),
  v.regex(/^[A-Za-z0-9_-]{22}$/u, 'This is no number of a certificate'),
);

/** What a certificate says besides a name; frozen when it is issued. */
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

export const ShownCertificate = v.object({
  public_id: CertificateId,
  kind: CertificateKind,
  /** Null where the caller is a child and the name is a buyer's. */
  name: v.nullable(v.string()),
  ...CertificateFacts.entries,
});
export type ShownCertificate = v.InferOutput<typeof ShownCertificate>;

/** The details of the problem `certificates.withdrawn`. */
export const WithdrawnDetails = v.object({ withdrawn_at: Instant });

/** For what one's own work raised, or the work of a child of one's class. */
export const RaisedCertificateForm = v.object({ kind: v.literal('raised'), work_id: Id, cause_id: Id });

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
