import { screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { orderProblems } from '#contract/orders/orders.problems.ts';
import type { TrackedOrder } from '#contract/orders/orders.schema.ts';
import { deviceStorage } from '#src/session/device-storage.ts';
import { useSessionStore } from '#src/session/session.store.ts';
import { FakeSchoolServer, refusalOf, type FakeAnswer } from '#tests/support/fake-school-server.ts';
import { henId, sampleOrder, samplePaidOrder, sampleToken } from '#tests/support/order-samples.ts';
import { renderScreen } from '#tests/support/render-screen.tsx';
import { noteOrder, orderIdFor } from './order-id.ts';
import { PaymentScreen, type PaymentOutcome } from './payment.screen.tsx';
import { TrackScreen } from './track.screen.tsx';

const checkPath = `POST /checkout/orders/${sampleToken}/check/`;
const noFiles = () => null;
const payPath = `POST /checkout/orders/${sampleToken}/payments/`;
const at = (state: NonNullable<TrackedOrder['payment']>['state'], fields: Partial<TrackedOrder> = {}) =>
  sampleOrder({ payment: { provider: 'paypal', state, pay_url: null }, ...fields });

/** The server says one after the other how the order stands; the last one from then on. */
function serverSays(...orders: (TrackedOrder | FakeAnswer)[]) {
  let turn = 0;
  return () => {
    const next = orders[Math.min(turn++, orders.length - 1)] ?? null;
    return next !== null && 'number' in next ? { body: next } : next;
  };
}

function schoolSays(answers: ConstructorParameters<typeof FakeSchoolServer>[0]): FakeSchoolServer {
  return new FakeSchoolServer(answers);
}

function open(outcome: PaymentOutcome, query = `?order=${sampleToken}`) {
  const goTo = vi.fn<(address: string) => void>();
  const onOrdered = vi.fn<(ids: readonly string[]) => void>();
  const rendered = renderScreen(
    <PaymentScreen outcome={outcome} provider="paypal" onOrdered={onOrdered} goTo={goTo} pause={1} />,
    { replica: null, address: `/paypal-payment/${outcome}${query}` },
  );
  return { ...rendered, goTo, onOrdered };
}

beforeEach(() => {
  useSessionStore.setState({ user: null, ended: null });
  sessionStorage.clear();
  deviceStorage.removeItem('checkout went to pay');
});

describe('the page after paying', () => {
  it('says that it is paid once the server says so, and leads to the order', async () => {
    const server = new FakeSchoolServer({ [checkPath]: serverSays(samplePaidOrder()) });
    open('success');
    await screen.findByRole('heading', { name: 'Thank you!' });
    screen.getByText(/Your order GRN-7K2MQ is paid/u);
    expect(screen.getByRole('link', { name: 'Look at your order' }).getAttribute('href')).toBe(
      `/trackorder/${sampleToken}`,
    );
    expect(server.asked).toHaveLength(1);
  });

  it('takes out of the cart what this device paid for, once, and nothing where another device paid', async () => {
    schoolSays({ [checkPath]: serverSays(samplePaidOrder()) });
    noteOrder(sampleToken);
    const id = orderIdFor('hen');
    const first = open('success');
    await screen.findByText('Thank you!');
    await waitFor(() => expect(first.onOrdered.mock.calls).toEqual([[[henId]]]));
    expect(orderIdFor('hen')).not.toBe(id);
    first.unmount();
    const second = open('success');
    await screen.findByText('Thank you!');
    expect(second.onOrdered).not.toHaveBeenCalled();
  });

  it('takes it out where the tab that went to pay was closed, and keeps no address of an order', async () => {
    schoolSays({ [checkPath]: serverSays(samplePaidOrder()) });
    noteOrder(sampleToken);
    sessionStorage.clear();
    expect(JSON.stringify(localStorage)).not.toContain(sampleToken);
    const { onOrdered } = open('success');
    await waitFor(() => expect(onOrdered.mock.calls).toEqual([[[henId]]]));
  });

  it.each(['begun', 'waiting'] as const)(
    'asks again by itself twenty times while a payment is %s, then when somebody asks',
    async (state) => {
      const server = new FakeSchoolServer({ [checkPath]: serverSays(at(state)) });
      const { user } = open('success');
      await screen.findByText(/You can close this page/u);
      const button = await screen.findByRole('button', { name: 'Ask again' });
      // It comes with the last look, and can be pressed once that is answered.
      await waitFor(() => expect(button).toHaveProperty('disabled', false));
      expect(server.asked).toHaveLength(21);
      await user.click(button);
      await waitFor(() => expect(server.asked).toHaveLength(22));
    },
  );

  it('shows the payment that comes while it waits', async () => {
    schoolSays({ [checkPath]: serverSays(at('waiting'), samplePaidOrder()) });
    open('success');
    expect((await screen.findByText(/^Your order .* is paid/u)).textContent).toContain('GRN-7K2MQ');
  });

  it('goes to the failure page where the server says that it did not work', async () => {
    schoolSays({ [checkPath]: serverSays(at('failed')) });
    open('success');
    await waitFor(() =>
      expect(screen.getByLabelText('Address').textContent).toBe(
        `/paypal-payment/failed?order=${sampleToken}`,
      ),
    );
  });
});

describe('the page after a payment that failed or was cancelled', () => {
  it.each([
    ['cancel', 'begun', 'You cancelled.'],
    ['cancel', 'cancelled', 'You cancelled.'],
    ['failed', 'cancelled', 'You cancelled.'],
    ['failed', 'failed', 'It did not work.'],
    ['cancel', 'failed', 'It did not work.'],
    ['failed', 'expired', 'It did not work.'],
  ] as const)(
    'at %s, with a payment that is %s, says “%s” and that no money was taken',
    async (outcome, state, title) => {
      schoolSays({ [checkPath]: serverSays(at(state)) });
      open(outcome);
      expect((await screen.findByRole('heading', { level: 1 })).textContent).toBe(title);
      screen.getByText('No money was taken.');
      screen.getByText(/Your cart is kept/u);
      expect(screen.getByRole('link', { name: 'Back to the cart' }).getAttribute('href')).toBe('/cart');
    },
  );

  it.each([
    ['gift', 'Back to the cause', '/charities/hedgehog-rescue'],
    ['plan', 'Look at your order', `/trackorder/${sampleToken}`],
  ] as const)('speaks of no cart where the order is a %s alone', async (kind, name, href) => {
    const lines = sampleOrder().lines.map((line) => ({ ...line, kind, work_id: null }));
    schoolSays({ [checkPath]: serverSays(at('cancelled', { lines })) });
    open('cancel');
    expect((await screen.findByRole('link', { name })).getAttribute('href')).toBe(href);
    expect(screen.queryByText(/cart/u)).toBeNull();
  });

  it.each(['failed', 'cancel'] as const)('at %s believes the server that it was paid', async (outcome) => {
    schoolSays({ [checkPath]: serverSays(samplePaidOrder()) });
    open(outcome);
    expect((await screen.findByRole('heading')).textContent).toBe('Thank you!');
    expect(screen.queryByText('No money was taken.')).toBeNull();
  });

  it('claims nothing about money that may be on its way', async () => {
    schoolSays({ [checkPath]: serverSays(at('waiting')) });
    open('cancel');
    expect((await screen.findByRole('heading')).textContent).toBe('We are waiting for PayPal.');
    expect(screen.queryByText('No money was taken.')).toBeNull();
  });

  it('pays again another way', async () => {
    const server = new FakeSchoolServer({
      [checkPath]: serverSays(at('failed')),
      [payPath]: () => ({
        body: { token: sampleToken, number: 'GRN-7K2MQ', pay_url: 'https://stripe.example/1' },
      }),
    });
    const { user, goTo } = open('failed');
    await user.click(await screen.findByRole('button', { name: 'Pay €4.00 by card' }));
    await waitFor(() => expect(goTo.mock.calls).toEqual([['https://stripe.example/1']]));
    expect(server.asked.at(-1)?.body).toEqual({ provider: 'stripe' });
  });

  it('turns off a way that does not answer, and shows what was paid meanwhile', async () => {
    let isPaid = false;
    schoolSays({
      [checkPath]: () => ({ body: isPaid ? samplePaidOrder() : at('failed') }),
      [payPath]: ({ body }) => {
        if ((body as { provider: string }).provider === 'paypal')
          return refusalOf(orderProblems.provider_unavailable);
        isPaid = true;
        return refusalOf(orderProblems.already_paid);
      },
    });
    const { user } = open('failed');
    await user.click(await screen.findByRole('button', { name: 'Pay €4.00 with PayPal' }));
    await screen.findByText(/PayPal does not answer right now/u);
    await user.click(screen.getByRole('button', { name: 'Pay €4.00 by card' }));
    expect((await screen.findByRole('heading', { name: 'Thank you!' })).tagName).toBe('H1');
  });

  it('says where the time of the order is over', async () => {
    schoolSays({ [checkPath]: serverSays(at('expired', { state: 'lapsed', providers: [] })) });
    open('failed');
    await screen.findByText(/Please order again/u);
    expect(screen.queryByRole('button', { name: /^Pay/u })).toBeNull();
  });
});

describe('an address that names no order', () => {
  it.each(['', '?order=', '?order=<script>', '?order=short'])(
    '%s says so, and asks nobody',
    async (query) => {
      const server = new FakeSchoolServer({});
      open('success', query);
      screen.getByText('There is no such order');
      expect(server.asked).toEqual([]);
    },
  );

  it('says so where the server knows none', async () => {
    schoolSays({ [checkPath]: () => refusalOf(orderProblems.not_found) });
    open('success');
    expect((await screen.findByRole('alert')).textContent).toContain('There is no such order');
  });

  it('says without a network that the order is safe', async () => {
    schoolSays({});
    open('success');
    expect((await screen.findByRole('alert')).textContent).toContain('Your order is safe');
  });
});

describe('the page of an order', () => {
  const trackPath = `GET /trackorder/${sampleToken}/`;
  const track = (order: TrackedOrder, more: ConstructorParameters<typeof FakeSchoolServer>[0] = {}) => {
    const server = new FakeSchoolServer({ [trackPath]: () => ({ body: order }), ...more });
    return {
      server,
      ...renderScreen(<TrackScreen token={sampleToken} showFiles={noFiles} onOrdered={null} />, {
        replica: null,
      }),
    };
  };

  it('tells what was bought, who gets what and what happened', async () => {
    track(samplePaidOrder());
    expect((await screen.findByRole('heading', { level: 1, name: 'Order GRN-7K2MQ' })).tagName).toBe('H1');
    screen.getByRole('heading', { name: 'Paid. Thank you!' });
    expect(screen.getByRole('list', { name: 'What you buy' }).textContent).toContain(
      'The hen, digitalReady€4.00',
    );
    expect(screen.getByRole('region', { name: 'Who gets what' }).textContent).toContain(
      'Hedgehog Rescue€3.00',
    );
    expect(screen.getByRole('region', { name: 'What happened' }).textContent).toMatch(/Ordered.*Paid/u);
    expect(screen.queryByRole('button', { name: /^Pay/u })).toBeNull();
  });

  it('says what was given back, of the order and of a line', async () => {
    const paid = samplePaidOrder();
    track({
      ...paid,
      refunded: 150,
      is_test: true,
      lines: paid.lines.map((line) => ({ ...line, refunded: 150 })),
      events: [...paid.events, { kind: 'refunded', happened_at: '2026-11-26T11:00:00.000Z' }],
    });
    expect((await screen.findByText(/€1.50 given back. It can take some days/u)).tagName).toBe('P');
    screen.getByText('Ready. €1.50 given back');
    screen.getByText('Money given back');
    screen.getByText('Practice: no real money is taken.');
  });

  it('can be paid where it waits for its money', async () => {
    track(at('expired'));
    screen.queryByText('The payment took too long. Not paid yet');
    expect(await screen.findByRole('button', { name: 'Pay €4.00 with PayPal' })).toHaveProperty(
      'disabled',
      false,
    );
  });

  it('waits for a bank transfer, and says a kind of event that it does not know', async () => {
    track(
      sampleOrder({
        payment: { provider: 'transfer', state: 'begun', pay_url: null },
        providers: [],
        events: [{ kind: 'handed_over', happened_at: '2026-11-26T10:00:00.000Z' }],
      }),
    );
    expect((await screen.findByRole('heading', { level: 2, name: /bank transfer/u })).textContent).toBe(
      'We are waiting for your bank transfer.',
    );
    screen.getByText('Handed over');
  });

  it('says that there is no such order, also where the address is none', async () => {
    const server = new FakeSchoolServer({ [trackPath]: () => refusalOf(orderProblems.not_found) });
    const { unmount } = renderScreen(
      <TrackScreen token={sampleToken} showFiles={noFiles} onOrdered={null} />,
      {
        replica: null,
      },
    );
    await screen.findByText('There is no such order');
    unmount();
    renderScreen(<TrackScreen token="x" showFiles={noFiles} onOrdered={null} />, { replica: null });
    screen.getByText('There is no such order');
    expect(server.asked).toHaveLength(1);
  });
});
