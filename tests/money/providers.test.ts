import { uuidv7 } from 'uuidv7';
import { afterAll, describe, expect, it } from 'vitest';
import type { Seen } from '#server/modules/providers/provider.ts';
import { ProviderRefusedError, ProviderUnavailableError } from '#server/modules/providers/provider.ts';
import type { PeerName } from '#server/sandbox/peer.ts';
import { openPracticeMoney, orderFor, shopOrigin, type PracticeOrder } from '../support/practice-money.ts';

const money = await openPracticeMoney();
afterAll(() => money.close());

const names: readonly PeerName[] = ['stripe', 'paypal', 'phonepe'];
const hours = 60 * 60 * 1000;
const nothing = { captured: 0, currency: null, fee: null, refunds: [], disputes: [] };

/** As settling does it: look, take the money where the buyer agreed, look again. */
async function settle(name: PeerName, { at }: PracticeOrder, refund_ids: string[] = []): Promise<Seen> {
  const provider = money.provider(name);
  const payment = { ...at, refund_ids };
  const seen = await provider.look(payment);
  if (seen.state !== 'approved' || !provider.capture) return seen;
  await provider.capture(payment);
  return await provider.look(payment);
}

async function paid(name: PeerName): Promise<PracticeOrder> {
  const order = await money.begin(name);
  await money.peer(name).pay(order.provider_ref);
  await settle(name, order);
  return order;
}

/** Stripe's client asks once more by itself, under the same key, where a connection was cut. */
const triesOf = (name: PeerName) => (name === 'stripe' ? 2 : 1);

const booked = (name: PeerName, order: PracticeOrder) =>
  money
    .peer(name)
    .books()
    .find(({ id }) => id === order.provider_ref);

describe.each(names)('%s', (name) => {
  const provider = money.provider(name);
  const peer = money.peer(name);
  const currency = name === 'phonepe' ? 'INR' : 'EUR';

  it('is practice money, and gives a page of the shop to pay on', async () => {
    const order = await money.begin(name);
    expect(provider.is_test).toBe(true);
    expect(order.pay_url).toBe(`${shopOrigin}/sandbox/${name}/${order.provider_ref}`);
    expect(order.expires_at.getTime()).toBeGreaterThan(money.clock.now().getTime());
    expect(await provider.look(order.at)).toEqual({ ...nothing, state: 'begun', reason: null });
  });

  it('brings the money that was asked for', async () => {
    const order = await money.begin(name);
    await peer.pay(order.provider_ref);
    const seen = await settle(name, order);
    const fee = name === 'phonepe' ? null : 36;
    expect(seen).toEqual({ ...nothing, state: 'captured', captured: 1250, currency, fee, reason: null });
    expect(booked(name, order)).toMatchObject({ state: 'paid', captured: 1250, currency });
  });

  it('tells of it by an event that names the payment', async () => {
    await money.events(name);
    const order = await paid(name);
    const events = await money.events(name);
    expect(events.length).toBeGreaterThan(0);
    for (const event of events) expect(event.reference).toBe(order.asked.reference);
    expect(new Set(events.map(({ event_id }) => event_id)).size).toBe(events.length);
  });

  it('says when the bank said no', async () => {
    const order = await money.begin(name);
    await peer.decline(order.provider_ref);
    if (provider.capture) {
      await expect(provider.capture(order.at)).rejects.toEqual(
        new ProviderRefusedError('INSTRUMENT_DECLINED'),
      );
    }
    const seen = await provider.look(order.at);
    // Stripe and PayPal let the buyer try again on their page.
    expect(seen.state).toBe(name === 'phonepe' ? 'failed' : 'begun');
    if (name !== 'paypal') expect(seen.reason).toMatch(/insufficient_funds|ZM/u);
    expect(seen.captured).toBe(0);
  });

  it('takes no money when the buyer turns back', async () => {
    const order = await money.begin(name);
    await peer.cancel(order.provider_ref);
    expect((await settle(name, order)).state).toBe(name === 'phonepe' ? 'cancelled' : 'begun');
    expect(booked(name, order)?.captured).toBe(0);
  });

  it.each([
    ['yes', true, 'captured'],
    ['no', false, 'failed'],
  ] as const)('waits for days, until the bank says %s', async (_, works, state) => {
    const order = await money.begin(name);
    await peer.hold(order.provider_ref);
    expect(await settle(name, order)).toMatchObject({ state: 'waiting', captured: 0, currency: null });
    money.clock.advance(5 * 24 * hours);
    expect((await settle(name, order)).state).toBe('waiting');
    await peer.release(order.provider_ref, works);
    const seen = await settle(name, order);
    expect(seen).toMatchObject({ state, captured: works ? 1250 : 0 });
  });

  it('is closed when the time is over', async () => {
    const order = await money.begin(name);
    money.clock.advance(7 * hours);
    expect((await settle(name, order)).state).toBe('expired');
    await expect(peer.pay(order.provider_ref)).rejects.toThrow('expired');
  });

  it('makes one payment of two tries under one reference', async () => {
    const order = await money.begin(name);
    money.clock.advance(10_000);
    const again = await provider.begin(order.asked);
    expect(again).toEqual({
      provider_ref: order.provider_ref,
      pay_url: order.pay_url,
      expires_at: order.expires_at,
    });
  });

  it('finds a payment again whose beginning was answered to nobody', async () => {
    const asked = orderFor(name, money.clock.now());
    peer.fault('begin', 'drop_answer', triesOf(name));
    await expect(provider.begin(asked)).rejects.toThrow(ProviderUnavailableError);
    const { provider_ref } = await provider.begin(asked);
    const begun = peer.books().filter(({ reference }) => reference === asked.reference);
    expect(begun.map(({ id }) => id)).toEqual([provider_ref]);
  });

  it('says what came, where that is not what was asked for', async () => {
    const order = await money.begin(name);
    await peer.pay(order.provider_ref, { amount: 1249 });
    expect(await settle(name, order)).toMatchObject({ state: 'captured', captured: 1249, currency });
  });

  it('gives back a part, then the rest, and no more', async () => {
    const order = await paid(name);
    const [first, second, third] = [uuidv7(), uuidv7(), uuidv7()];
    const part = { id: first, money: { amount: 500, currency }, reason: 'staff' };
    const ref = await provider.refund(order.at, part);
    await provider.refund(order.at, { id: second, money: { amount: 750, currency }, reason: 'staff' });
    await expect(
      provider.refund(order.at, { id: third, money: { amount: 100, currency }, reason: 'staff' }),
    ).rejects.toThrow(ProviderRefusedError);
    const seen = await settle(name, order, [first, second, third]);
    expect(seen.captured).toBe(1250);
    expect(seen.refunds.toSorted((one, other) => one.amount - other.amount)).toEqual([
      { provider_ref: ref, refund_id: first, amount: 500, state: 'done' },
      expect.objectContaining({ refund_id: second, amount: 750, state: 'done' }),
    ]);
    expect(booked(name, order)?.refunded).toBe(1250);
  });

  it('makes one refund of two tries under one id, also after the keys were forgotten', async () => {
    const order = await paid(name);
    const refund = { id: uuidv7(), money: { amount: 500, currency }, reason: 'staff' };
    peer.fault('refund', 'drop_answer', triesOf(name));
    await expect(provider.refund(order.at, refund)).rejects.toThrow(ProviderUnavailableError);
    const ref = await provider.refund(order.at, refund);
    money.clock.advance(60 * 24 * hours);
    expect(await provider.refund(order.at, refund)).toBe(ref);
    expect(booked(name, order)?.refunded).toBe(500);
  });

  it('tells two refunds of the same amount apart', async () => {
    const order = await paid(name);
    const ids = [uuidv7(), uuidv7()];
    for (const id of ids)
      await provider.refund(order.at, { id, money: { amount: 300, currency }, reason: 'staff' });
    const { refunds } = await settle(name, order, ids);
    expect(refunds).toHaveLength(ids.length);
    expect(new Set(refunds.map(({ refund_id }) => refund_id))).toEqual(new Set(ids));
    expect(booked(name, order)?.refunded).toBe(600);
  });

  it('shows a refund that came back', async () => {
    const order = await paid(name);
    const id = uuidv7();
    await provider.refund(order.at, { id, money: { amount: 500, currency }, reason: 'staff' });
    const [refund] = peer.practice.get(order.provider_ref).refunds;
    await peer.finishRefund(refund?.id ?? '', false);
    expect((await settle(name, order, [id])).refunds).toEqual([
      expect.objectContaining({ refund_id: id, state: 'failed' }),
    ]);
    expect(booked(name, order)?.refunded).toBe(0);
  });

  it('shows a refund that was made there, by what its event names', async () => {
    const order = await paid(name);
    await money.events(name);
    await peer.refund(order.provider_ref, { amount: 400 });
    const [event] = await money.events(name);
    if (!event) throw new Error('No event was sent');
    const reference =
      event.reference ?? (event.provider_ref && (await provider.find?.(event.provider_ref))) ?? null;
    expect(reference).toBe(order.asked.reference);
    const { refunds } = await settle(name, order, event.refund_ref === null ? [] : [event.refund_ref]);
    expect(refunds).toEqual([expect.objectContaining({ amount: 400, state: 'done' })]);
  });

  it('is asked again where it breaks, and gives up where it is silent', async () => {
    const order = await money.begin(name);
    peer.fault('look', 'error');
    await expect(provider.look(order.at)).rejects.toThrow(ProviderUnavailableError);
    peer.fault('look', 'hang');
    await expect(money.hasty(name).look(order.at)).rejects.toThrow(ProviderUnavailableError);
    expect((await provider.look(order.at)).state).toBe('begun');
  });

  it('gets a new token when the old one is not good any more', async () => {
    const order = await money.begin(name);
    money.clock.advance(2 * 24 * hours);
    const next = await money.begin(name);
    expect((await provider.look(next.at)).state).toBe('begun');
    expect((await provider.look(order.at)).state).toBe('expired');
  });
});

describe('closing', () => {
  it('at Stripe ends an open page, and leaves one alone that was paid', async () => {
    const stripe = money.provider('stripe');
    const open = await money.begin('stripe');
    await stripe.close?.(open.at);
    await stripe.close?.(open.at);
    expect((await stripe.look(open.at)).state).toBe('expired');
    const done = await paid('stripe');
    await stripe.close?.(done.at);
    expect((await stripe.look(done.at)).state).toBe('captured');
  });
});

describe.each(['stripe', 'paypal'] as const)('a dispute at %s', (name) => {
  it.each(['won', 'lost'] as const)(
    'is open, then %s, and its event leads to the payment',
    async (outcome) => {
      const order = await paid(name);
      await money.events(name);
      const dispute = await money.peer(name).dispute(order.provider_ref);
      const [event] = await money.events(name);
      expect(event).toMatchObject({ reference: null, provider_ref: expect.any(String) });
      expect(await money.provider(name).find?.(event?.provider_ref ?? '')).toBe(order.asked.reference);
      const shown = { provider_ref: dispute.id, amount: 1250, refund_ref: null };
      expect((await settle(name, order)).disputes).toEqual([{ ...shown, state: 'open' }]);
      await money.peer(name).closeDispute(dispute.id, outcome);
      expect((await settle(name, order)).disputes).toEqual([{ ...shown, state: outcome }]);
      expect(booked(name, order)?.lost).toBe(outcome === 'lost' ? 1250 : 0);
    },
  );
});

describe('PayPal', () => {
  it('captures once, though the answer was lost and it is asked again much later', async () => {
    const order = await money.begin('paypal');
    const paypal = money.provider('paypal');
    await money.peer('paypal').pay(order.provider_ref);
    money.peer('paypal').fault('capture', 'drop_answer');
    await expect(paypal.capture?.(order.at)).rejects.toThrow(ProviderUnavailableError);
    await paypal.capture?.(order.at);
    money.clock.advance(7 * hours);
    await paypal.capture?.(order.at);
    expect(await paypal.look(order.at)).toMatchObject({ state: 'captured', captured: 1250 });
  });

  it('refuses to capture what nobody agreed to, and the same invoice twice', async () => {
    const paypal = money.provider('paypal');
    const open = await money.begin('paypal');
    await expect(paypal.capture?.(open.at)).rejects.toEqual(new ProviderRefusedError('ORDER_NOT_APPROVED'));
    const done = await paid('paypal');
    const twice = await money.begin('paypal', { invoice: done.asked.invoice });
    await money.peer('paypal').pay(twice.provider_ref);
    await expect(paypal.capture?.(twice.at)).rejects.toEqual(
      new ProviderRefusedError('DUPLICATE_INVOICE_ID'),
    );
  });

  it.each([
    [1000, 'JPY'],
    [175_000, 'HUF'],
    [30_000, 'TWD'],
  ])('brings %i %s whole', async (amount, currency) => {
    const order = await money.begin('paypal', { money: { amount, currency } });
    await money.peer('paypal').pay(order.provider_ref);
    expect(await settle('paypal', order)).toMatchObject({ captured: amount, currency });
    expect(booked('paypal', order)?.captured).toBe(amount);
  });
});

describe('Stripe', () => {
  it.each([
    [1000, 'JPY'],
    [500, 'ISK'],
    [20_000, 'UGX'],
    [17_500, 'HUF'],
    [12_340, 'KWD'],
    [50_000, 'MGA'],
  ])('brings %i %s', async (amount, currency) => {
    const order = await money.begin('stripe', { money: { amount, currency } });
    await money.peer('stripe').pay(order.provider_ref);
    expect(await settle('stripe', order)).toMatchObject({ captured: amount, currency });
    expect(booked('stripe', order)?.captured).toBe(amount);
  });

  it('lists more refunds than it shows with a charge', async () => {
    const order = await paid('stripe');
    const ids = Array.from({ length: 12 }, () => uuidv7());
    for (const id of ids)
      await money
        .provider('stripe')
        .refund(order.at, { id, money: { amount: 100, currency: 'EUR' }, reason: '' });
    const { refunds } = await settle('stripe', order);
    expect(refunds).toHaveLength(ids.length);
    expect(new Set(refunds.map(({ refund_id }) => refund_id))).toEqual(new Set(ids));
  });

  it('lets a buyer pay whose card was declined at first', async () => {
    const order = await money.begin('stripe');
    await money.peer('stripe').decline(order.provider_ref);
    await money.peer('stripe').pay(order.provider_ref);
    expect(await settle('stripe', order)).toMatchObject({ state: 'captured', captured: 1250, reason: null });
  });
});

describe('PhonePe', () => {
  it('shows no refund of another payment, whatever an event says', async () => {
    const [one, other] = [await paid('phonepe'), await paid('phonepe')];
    const id = uuidv7();
    const refund = { id, money: { amount: 500, currency: 'INR' }, reason: 'staff' };
    await money.provider('phonepe').refund(one.at, refund);
    expect((await settle('phonepe', other, [id])).refunds).toEqual([]);
    expect((await settle('phonepe', one, [id])).refunds).toHaveLength(1);
  });
});
