import { screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { useSessionStore } from '#src/session/session.store.ts';
import { FakeSchoolServer } from '#tests/support/fake-school-server.ts';
import { henId, sampleOrder, sampleToken } from '#tests/support/order-samples.ts';
import { renderScreen } from '#tests/support/render-screen.tsx';
import { noteOrder, orderIdFor, takeOrder } from './order-id.ts';
import { PaymentScreen } from './payment.screen.tsx';
import { TrackScreen } from './track.screen.tsx';

const path = `GET /trackorder/${sampleToken}/`;
const transfer = {
  holder: 'Quillshelf Ltd',
  bank: '',
  account: 'DE02 1203 0000 0000 2020 51',
  code: 'BYLADEM1001',
  words: 'Only from Europe.',
  reference: 'GRN-7K2MQ4X',
};

const noFiles = () => null;
const waits = sampleOrder({
  payment: { provider: 'transfer', state: 'begun', pay_url: null },
  providers: ['stripe', 'paypal', 'transfer'],
  transfer,
});
const pageOfOrder = `${window.location.origin}/trackorder/${sampleToken}`;

/** An order that is not paid yet, until bank transfer is chosen. */
function schoolThatAwaits(): FakeSchoolServer {
  let order = sampleOrder({
    payment: { provider: 'paypal', state: 'failed', pay_url: null },
    providers: ['stripe', 'transfer'],
  });
  return new FakeSchoolServer({
    [path]: () => ({ body: order }),
    [`POST /checkout/orders/${sampleToken}/check/`]: () => ({ body: order }),
    [`POST /checkout/orders/${sampleToken}/payments/`]: () => {
      order = waits;
      return { body: { token: sampleToken, number: order.number, pay_url: pageOfOrder } };
    },
  });
}

beforeEach(() => {
  useSessionStore.setState({ user: null, ended: null });
  takeOrder(sampleToken);
});

describe('an order to be paid by bank transfer', () => {
  it('says where to send how much, with which reference', async () => {
    const order = sampleOrder({ payment: { provider: 'transfer', state: 'begun', pay_url: null }, transfer });
    const server = new FakeSchoolServer({ [path]: () => ({ body: order }) });
    renderScreen(<TrackScreen token={sampleToken} showFiles={noFiles} onOrdered={null} />, { replica: null });
    await screen.findByRole('heading', { name: 'Send €4.00 by bank transfer' });
    for (const text of [transfer.holder, transfer.account, transfer.code, transfer.words, transfer.reference])
      expect(screen.getByText(text)).toBeTruthy();
    // What is empty is left out.
    expect(screen.queryByText('Bank', { exact: true })).toBeNull();
    expect(screen.getByRole('button', { name: 'Copy Reference' })).toBeTruthy();
    expect(server.asked).toHaveLength(1);
  });

  it('says nothing of a bank where it is paid another way', async () => {
    const server = new FakeSchoolServer({ [path]: () => ({ body: sampleOrder() }) });
    renderScreen(<TrackScreen token={sampleToken} showFiles={noFiles} onOrdered={null} />, { replica: null });
    await screen.findByRole('heading', { name: /^Order/u });
    expect(screen.queryByRole('heading', { name: /by bank transfer$/u })).toBeNull();
    expect(server.asked).toHaveLength(1);
  });

  it('gives the keyboard to where the money goes, once bank transfer is chosen on its page', async () => {
    const server = schoolThatAwaits();
    const goTo = vi.fn<(address: string) => void>();
    const { user } = renderScreen(
      <TrackScreen token={sampleToken} showFiles={noFiles} onOrdered={null} goTo={goTo} />,
      { replica: null },
    );
    await user.click(await screen.findByRole('button', { name: 'Pay by bank transfer' }));
    const heading = await screen.findByRole('heading', { name: 'Send €4.00 by bank transfer' });
    await waitFor(() => expect(document.activeElement).toBe(heading));
    expect(goTo).not.toHaveBeenCalled();
    expect(server.askedFor(`/checkout/orders/${sampleToken}/payments/`)).toHaveLength(1);
  });

  it('leaves the keyboard where it is on a page that is only opened', async () => {
    const server = new FakeSchoolServer({ [path]: () => ({ body: waits }) });
    renderScreen(<TrackScreen token={sampleToken} showFiles={noFiles} onOrdered={null} />, { replica: null });
    await screen.findByRole('heading', { name: 'Send €4.00 by bank transfer' });
    expect(document.activeElement).toBe(document.body);
    expect(server.asked).toHaveLength(1);
  });

  it('goes to the page of the order without leaving the app, where another way did not work', async () => {
    schoolThatAwaits();
    const goTo = vi.fn<(address: string) => void>();
    const { user } = renderScreen(
      <PaymentScreen outcome="failed" provider="paypal" onOrdered={null} goTo={goTo} />,
      { replica: null, address: `/paypal-payment/failed?order=${sampleToken}` },
    );
    await user.click(await screen.findByRole('button', { name: 'Pay by bank transfer' }));
    await waitFor(() =>
      expect(screen.getByLabelText('Address').textContent).toBe(`/trackorder/${sampleToken}`),
    );
    expect(goTo).not.toHaveBeenCalled();
  });

  it('offers the other ways to whoever asks for them, and this one no more', async () => {
    const server = new FakeSchoolServer({ [path]: () => ({ body: waits }) });
    const { user } = renderScreen(<TrackScreen token={sampleToken} showFiles={noFiles} onOrdered={null} />, {
      replica: null,
    });
    const other = await screen.findByRole('button', { name: 'Pay another way' });
    expect(screen.queryByRole('group', { name: 'Ways to pay' })).toBeNull();
    await user.click(other);
    expect(screen.getByRole('button', { name: 'Pay €4.00 with PayPal' })).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Pay by bank transfer' })).toBeNull();
    expect(document.activeElement).toBe(other);
    expect(server.asked).toHaveLength(1);
  });

  it('takes what this tab ordered out of the cart, once the cart is known', async () => {
    const server = new FakeSchoolServer({ [path]: () => ({ body: waits }) });
    const onOrdered = vi.fn<(ids: readonly string[]) => void>();
    noteOrder(sampleToken);
    const id = orderIdFor('hen');
    const early = renderScreen(<TrackScreen token={sampleToken} showFiles={noFiles} onOrdered={null} />, {
      replica: null,
    });
    await screen.findByRole('heading', { name: /bank transfer$/u });
    early.unmount();
    for (const _each of [1, 2]) {
      const { unmount } = renderScreen(
        <TrackScreen token={sampleToken} showFiles={noFiles} onOrdered={onOrdered} />,
        { replica: null },
      );
      await screen.findByRole('heading', { name: /bank transfer$/u });
      await waitFor(() => expect(onOrdered.mock.calls).toEqual([[[henId]]]));
      unmount();
    }
    expect(orderIdFor('hen')).not.toBe(id);
    expect(server.asked).toHaveLength(3);
  });

  it('keeps the cart while it is not paid and no bank transfer was chosen', async () => {
    const server = schoolThatAwaits();
    const onOrdered = vi.fn<(ids: readonly string[]) => void>();
    noteOrder(sampleToken);
    renderScreen(<TrackScreen token={sampleToken} showFiles={noFiles} onOrdered={onOrdered} />, {
      replica: null,
    });
    await screen.findByRole('button', { name: 'Pay by bank transfer' });
    expect(onOrdered).not.toHaveBeenCalled();
    expect(server.asked).toHaveLength(1);
  });
});
