import * as v from 'valibot';
import { line } from '../kit/text.ts';

const mostGigabytes = 100_000;
const mostMails = 1_000_000;
const mostMegabytes = 100_000;
const mostPieces = 100_000;

function amount(maximum: number, wrong: string) {
  return v.nullable(
    v.pipe(v.number(wrong), v.integer(wrong), v.minValue(0, wrong), v.maxValue(maximum, wrong)),
  );
}

/** Null: as usual. */
export const CeilingsForm = v.object({
  media_gb: amount(mostGigabytes, `Please type a whole number of GB, up to ${mostGigabytes}`),
  mails_a_day: amount(mostMails, `Please type a whole number of emails, up to ${mostMails}`),
  student_mb_a_week: amount(mostMegabytes, `Please type a whole number of MB, up to ${mostMegabytes}`),
  student_pieces_a_week: amount(mostPieces, `Please type a whole number, up to ${mostPieces}`),
  /** Kept in the audit of the platform and of the school. */
  reason: line({ required: 'Please say why', maximum: 300, label: 'The reason' }),
});
export type CeilingsForm = v.InferOutput<typeof CeilingsForm>;

/** `usual`: the platform said nothing else. */
const Ceiling = v.object({ used: v.number(), most: v.number(), is_usual: v.boolean() });

export const TenantUsage = v.object({
  /** In bytes. */
  media: Ceiling,
  /** Of today, UTC. */
  mails: Ceiling,
  /** Of one student: bytes of pictures and recordings, and how many of them. */
  student_week: v.object({
    bytes: v.object({ most: v.number(), is_usual: v.boolean() }),
    pieces: v.object({ most: v.number(), is_usual: v.boolean() }),
  }),
  /** The latest last, without days on which nothing came. */
  days: v.array(
    v.object({
      day: v.string(),
      bytes: v.number(),
      works: v.number(),
      calls: v.number(),
      mails: v.number(),
    }),
  ),
});
export type TenantUsage = v.InferOutput<typeof TenantUsage>;
