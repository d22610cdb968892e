import { describe, expect, it } from 'vitest';
import { sampleQuote } from '#tests/support/order-samples.ts';
import {
  changesBetween,
  giftsText,
  isSameOffer,
  isUntouched,
  linesText,
  payTarget,
  standingOf,
  wantedOf,
} from './checkout.rules.ts';

const hen = '019a0000-0000-7000-8000-000000000001';
const fox = '019a0000-0000-7000-8000-000000000002';

describe('what a buyer wants', () => {
  it('is one digital copy of each work until they choose otherwise', () => {
    expect(wantedOf([hen, fox], { [fox]: { edition: 'both', quantity: 3 } })).toEqual([
      { work_id: hen, edition: 'digital', quantity: 1 },
      { work_id: fox, edition: 'digital', quantity: 3 },
      { work_id: fox, edition: 'print', quantity: 3 },
    ]);
  });

  it('is written as the query of a quote takes it', () => {
    expect(linesText(wantedOf([hen], {}))).toBe(`${hen}:digital:1`);
    expect(giftsText([{ cause_id: fox, amount: 500 }])).toBe(`${fox}:500`);
  });
});

describe('two offers', () => {
  const before = sampleQuote();
  const [line, ...others] = before.lines;

  it('are the same where lines, prices and shares are, whatever their seal', () => {
    expect(
      isSameOffer(before, sampleQuote({ quote: 'another', expires_at: '2026-12-01T00:00:00.000Z' })),
    ).toBe(true);
    expect(changesBetween(before, before)).toEqual([]);
  });

  it('differ by a price, by who gets what, and by what is gone or new', () => {
    if (!line) throw new Error('A sample has lines');
    const dearer = sampleQuote({ lines: [{ ...line, unit_price: 500, amount: 500 }, ...others] });
    expect(isSameOffer(before, dearer)).toBe(false);
    expect(changesBetween(before, dearer)).toEqual([
      { kind: 'digital', title: 'The hen', before: 400, after: 500 },
    ]);
    expect(changesBetween(before, sampleQuote({ lines: [] }))).toEqual([
      { kind: 'digital', title: 'The hen', before: 400, after: null },
    ]);
    expect(changesBetween(sampleQuote({ lines: [] }), before)).toEqual([
      { kind: 'digital', title: 'The hen', before: null, after: 400 },
    ]);
    expect(isSameOffer(before, sampleQuote({ who_gets: [] }))).toBe(false);
  });
});

describe('a page to pay on', () => {
  const origin = 'http://greenfield.school.example';

  it.each([
    'https://checkout.stripe.com/c/pay/x',
    'http://greenfield.school.example/trackorder/x',
    'http://127.0.0.1:8093/pay',
    'http://greenfield.localhost:8092/sandbox/paypal/x',
    'http://[::1]:8093/pay',
  ])('may be %s', (address) => {
    expect(payTarget(address, origin)).toBe(address);
  });

  it.each([
    'http://paypal.example/pay',
    'javascript:alert(1)',
    'data:text/html,pay',
    'http://localhost.evil.example/pay',
    'ftp://127.0.0.1/pay',
    'http://',
  ])('is never %s', (address) => {
    expect(payTarget(address, origin)).toBeNull();
  });

  it('is of the own site where the address has no host', () => {
    expect(payTarget('/trackorder/x', origin)).toBe(`${origin}/trackorder/x`);
  });
});

describe('how an order stands', () => {
  const of = (state: 'placed' | 'paid' | 'lapsed' | 'refunded', payment: string | null) =>
    standingOf({
      state,
      payment: payment === null ? null : ({ provider: 'paypal', state: payment, pay_url: null } as never),
    });

  it.each([
    ['paid', 'captured', 'paid'],
    ['paid', null, 'paid'],
    ['refunded', 'captured', 'refunded'],
    ['placed', 'waiting', 'waiting'],
    ['placed', 'captured', 'waiting'],
    ['lapsed', 'waiting', 'waiting'],
    ['placed', 'begun', 'begun'],
    ['placed', 'cancelled', 'cancelled'],
    ['placed', 'failed', 'failed'],
    ['placed', 'expired', 'expired'],
    ['lapsed', 'expired', 'lapsed'],
    ['placed', null, 'begun'],
  ] as const)('%s with a payment that is %s is %s', (state, payment, standing) => {
    expect(of(state, payment)).toBe(standing);
  });

  it('says that no money was taken only where none was, and none is on its way', () => {
    expect((['paid', 'refunded', 'waiting'] as const).filter(isUntouched)).toEqual([]);
    expect((['begun', 'cancelled', 'failed', 'expired', 'lapsed'] as const).every(isUntouched)).toBe(true);
  });
});
