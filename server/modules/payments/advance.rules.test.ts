import { describe, expect, it } from 'vitest';
import { advance, type KnownPayment, type KnownRefund } from './advance.rules.ts';
import type { Seen } from '../providers/provider.ts';

const payment: KnownPayment = {
  state: 'captured',
  amount: 1250,
  currency: 'EUR',
  captured: 1250,
  is_disputed: true,
};
const seen: Seen = {
  state: 'captured',
  captured: 1250,
  currency: 'EUR',
  fee: null,
  reason: null,
  refunds: [],
  disputes: [],
};
const dispute = { provider_ref: 'PP-D-1', refund_ref: 'R1', amount: 1250, state: 'lost' as const };
const refund = { provider_ref: 'R1', refund_id: null, amount: 1250, state: 'done' as const };
const knownAs = (provider_ref: string): KnownRefund[] => [
  { id: '1', provider_ref, amount: 1250, state: 'done' },
];

describe('a lost dispute whose money is shown as a refund, too', () => {
  it('is a dispute where both are seen at once', () => {
    const { foreign } = advance(payment, [], { ...seen, refunds: [refund], disputes: [dispute] });
    expect(foreign).toEqual([{ provider_ref: 'PP-D-1', amount: 1250, origin: 'dispute' }]);
  });

  it.each(['PP-D-1', 'R1'])('is counted once where it was known as %s before', (ref) => {
    const { foreign } = advance(payment, knownAs(ref), { ...seen, refunds: [refund], disputes: [dispute] });
    expect(foreign).toEqual([]);
  });

  it('is a refund as long as the dispute is open, and where it is won', () => {
    for (const state of ['open', 'won'] as const) {
      const { foreign } = advance(payment, [], {
        ...seen,
        refunds: [refund],
        disputes: [{ ...dispute, state }],
      });
      expect(foreign).toEqual([{ provider_ref: 'R1', amount: 1250, origin: 'provider' }]);
    }
  });

  it('is another one than a refund that is none of it', () => {
    const other = { ...refund, provider_ref: 'R2', amount: 500 };
    const { foreign } = advance(payment, [], { ...seen, refunds: [other, refund], disputes: [dispute] });
    expect(foreign.map(({ provider_ref }) => provider_ref)).toEqual(['R2', 'PP-D-1']);
  });
});

describe('two refunds at the provider under one id of ours', () => {
  const twice = [
    { ...refund, refund_id: '1', provider_ref: 'R1', amount: 400 },
    { ...refund, refund_id: '1', provider_ref: 'R2', amount: 400 },
  ];

  it('are ours and one that nobody asked for', () => {
    const known: KnownRefund[] = [{ id: '1', provider_ref: 'R2', amount: 400, state: 'sent' }];
    const next = advance(payment, known, { ...seen, refunds: twice });
    expect(next.refunds).toEqual([{ id: '1', provider_ref: 'R2', state: 'done' }]);
    expect(next.foreign).toEqual([{ provider_ref: 'R1', amount: 400, origin: 'provider' }]);
  });
});
