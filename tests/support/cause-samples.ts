import type { CauseDetails, ManagedCause, Raised } from '#contract/causes/causes.schema.ts';
import type { Payable, Payout, PayoutPart } from '#contract/causes/payouts.schema.ts';
import { hedgehogs, henId } from './order-samples.ts';

/** As the server tells of causes, for tests of screens. */
export const listedHedgehogs = {
  ...hedgehogs,
  state: 'open' as const,
  summary: 'Dry nests for the winter',
  picture: null,
  country: 'DE',
  goal: { amount: 50_000, currency: 'EUR' },
  sums: [{ currency: 'EUR', raised: 12_500, copies: 14, paid_out: 9000 }],
  is_test: true,
};

/** One that arrived. */
const arrivedPayout = {
  id: '019a0000-0000-7000-8000-0000000000cc',
  currency: 'EUR',
  amount: 9000,
  sent_on: '2026-11-10',
  proof: { url: `/payout-proofs/${'ab'.repeat(32)}.jpg`, kind: 'picture' as const },
  note: 'The receipt of the builder',
};

export function sampleCause(fields: Partial<CauseDetails> = {}): CauseDetails {
  return {
    ...listedHedgehogs,
    story: 'We build nests of leaves.',
    registration_no: 'VR 12345',
    tax_scheme: 'none',
    opened_at: '2026-11-01T08:00:00.000Z',
    takes_gifts: true,
    updates: [
      {
        id: '019a0000-0000-7000-8000-0000000000cb',
        text: 'Ten nests stand.',
        picture: null,
        payout: null,
        created_at: '2026-11-20T08:00:00.000Z',
      },
    ],
    payouts: [arrivedPayout],
    books: [{ id: henId, kind: 'book', title: 'The hen', slug: 'the-hen', byline: 'Zoë' }],
    ...fields,
  };
}

export function sampleManagedCause(fields: Partial<ManagedCause> = {}): ManagedCause {
  return {
    ...listedHedgehogs,
    story: 'We build nests of leaves.',
    registration_no: 'VR 12345',
    tax_scheme: 'none',
    owner: 'Greenfield Primary',
    reason: '',
    submitted_at: '2026-11-01T08:00:00.000Z',
    opened_at: null,
    updated_at: '2026-11-01T08:00:00.000Z',
    updates: [],
    payouts: [],
    ...fields,
  };
}

export function sampleRaised(fields: Partial<Raised> = {}): Raised {
  const sums = [{ currency: 'EUR', raised: 900, copies: 3, on_its_way: 200, arrived: 500 }];
  const hen = { id: henId, kind: 'book' as const, title: 'The hen', slug: 'the-hen', byline: 'Zoë' };
  return {
    totals: sums,
    causes: [{ cause: hedgehogs, picture: null, sums, updates: [], payouts: [arrivedPayout] }],
    works: [{ ...hen, is_own: true, cause: hedgehogs, sums }],
    is_test: true,
    as_of: '2026-11-20T08:00:00.000Z',
    ...fields,
  };
}

const toHedgehogs = { kind: 'cause' as const, id: hedgehogs.id, name: hedgehogs.name };

export function samplePayable(fields: Partial<Payable> = {}): Payable {
  return { to: toHedgehogs, currency: 'EUR', amount: 9000, schools: 2, ...fields };
}

/** A payout as staff of the platform read it. */
export function samplePayout(fields: Partial<Payout> = {}): Payout {
  return {
    id: arrivedPayout.id,
    to: toHedgehogs,
    currency: 'EUR',
    amount: 9000,
    is_test: true,
    state: 'prepared',
    schools: 2,
    up_to: '2026-11-20',
    sent_on: null,
    bank_reference: '',
    proof: null,
    note: '',
    made_by: 'Paula Platform',
    made_at: '2026-11-20T08:00:00.000Z',
    ...fields,
  };
}

/** What of it is of one school. */
export function samplePart(fields: Partial<PayoutPart> = {}): PayoutPart {
  const { id, sent_on, proof, note } = arrivedPayout;
  return {
    payout_id: id,
    to: toHedgehogs,
    currency: 'EUR',
    amount: 700,
    is_test: true,
    state: 'proved',
    sent_on,
    proof,
    note,
    made_at: '2026-11-01T08:00:00.000Z',
    ...fields,
  };
}
