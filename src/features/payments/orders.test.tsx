import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { requestProblems } from '#contract/kit/problem.ts';
import { orderProblems } from '#contract/orders/orders.problems.ts';
import type { StaffOrder } from '#contract/orders/staff-orders.schema.ts';
import type { TaxRate } from '#contract/orders/seller.schema.ts';
import { paymentProblems } from '#contract/payments/payments.problems.ts';
import { useSessionStore } from '#src/session/session.store.ts';
import { FakeSchoolServer, refusalOf } from '#tests/support/fake-school-server.ts';
import {
  greenfieldId,
  orderId,
  paymentId,
  sampleFoundOrder,
  samplePayment,
  sampleStaffOrder,
  sampleStaffPayment,
} from '#tests/support/payment-samples.ts';
import { renderScreen } from '#tests/support/render-screen.tsx';
import { sampleAdmin } from '#tests/support/screen-samples.ts';
import { OrdersScreen } from './orders.screen.tsx';
import { StaffOrderScreen } from './staff-order.screen.tsx';

type Answers = ConstructorParameters<typeof FakeSchoolServer>[0];
const pageOf = (results: readonly unknown[]) => ({ body: { count: results.length, next: null, results } });

beforeEach(() => useSessionStore.setState({ user: sampleAdmin(), ended: null }));

describe('the list of orders', () => {
  const open = (answers: Answers, query = '') => {
    const server = new FakeSchoolServer({ 'GET /v1/visits/tenants/': () => pageOf([]), ...answers });
    return { server, ...renderScreen(<OrdersScreen />, { address: `/admin-panel/orders${query}` }) };
  };

  it('is searched by number or email address', async () => {
    const { user, server } = open({ 'GET /orders/': () => pageOf([sampleFoundOrder()]) });
    const row = (await screen.findByRole('rowheader')).closest('tr');
    for (const text of ['GRN-7K2MQ4X', 'Greenfield Primary', 'Ada Hill', 'Paid', '€4.00'])
      expect(row?.textContent).toContain(text);
    await user.type(screen.getByRole('searchbox'), 'ada@example.org{Enter}');
    await waitFor(() => expect(server.askedFor('/orders/').at(-1)?.query.search).toBe('ada@example.org'));
  });

  it('is empty, finds nothing, or cannot be had without a network', async () => {
    const first = open({ 'GET /orders/': () => pageOf([]) });
    await screen.findByText('Nothing was ordered yet');
    first.unmount();
    const second = open({ 'GET /orders/': () => pageOf([]) }, '?q=XYZ');
    await screen.findByText('No orders match “XYZ”');
    second.unmount();
    open({ 'GET /orders/': () => null });
    expect((await screen.findByRole('alert')).textContent).toContain('What was ordered shows up here');
  });
});

describe('one order', () => {
  const at = `/tenants/${greenfieldId}/orders/${orderId}`;
  const open = (order: StaffOrder, answers: Answers = {}) => {
    const server = new FakeSchoolServer({ [`GET ${at}/`]: () => ({ body: order }), ...answers });
    return { server, ...renderScreen(<StaffOrderScreen tenantId={greenfieldId} orderId={orderId} />) };
  };

  it('shows buyer, lines, who gets what, payments and what happened', async () => {
    open(
      sampleStaffOrder({
        documents: [{ type: 'order', number: 'GRN-O26-00001', token: 'Bq3vM9s1T0ab4Kx2Yc7dEg' }],
        payments: [
          sampleStaffPayment({
            transfers: [
              {
                id: orderId,
                direction: 'in',
                refund_id: null,
                amount: 400,
                happened_on: '2026-11-26',
                bank_reference: 'B-17',
                words: '',
              },
            ],
          }),
        ],
      }),
    );
    await screen.findByRole('heading', { name: 'Order GRN-7K2MQ4X' });
    const receipt = await screen.findByRole('link', { name: 'GRN-O26-00001' });
    expect(receipt.getAttribute('href')).toMatch(
      /^https?:\/\/greenfield\.localhost(?::\d+)?\/invoice\/order\/Bq3vM9s1T0ab4Kx2Yc7dEg$/u,
    );
    for (const text of [
      'ada@example.org',
      'Germany',
      'The hen',
      'Hedgehog Rescue',
      /^Came on 2026-11-26: €4\.00, B-17/u,
    ])
      expect(screen.getByText(text)).toBeTruthy();
  });

  it('gives money of a line back, as much as is left and with a reason', async () => {
    const { user, server } = open(sampleStaffOrder(), {
      [`POST ${at}/refunds/`]: () => ({ body: sampleStaffOrder() }),
    });
    await user.click(await screen.findByRole('button', { name: 'Give money back' }));
    const dialog = within(await screen.findByRole('dialog'));
    await user.click(dialog.getByRole('button', { name: 'Give back' }));
    await dialog.findByText('Please choose what is given back');
    await user.type(dialog.getByRole('textbox', { name: 'Amount of The hen in EUR' }), '4.01');
    await user.type(dialog.getByLabelText(/^Reason/u), 'Torn');
    await user.click(dialog.getByRole('button', { name: /^Give .*back$/u }));
    await dialog.findByText('At most €4.00 is left');
    await user.clear(dialog.getByRole('textbox', { name: 'Amount of The hen in EUR' }));
    await user.type(dialog.getByRole('textbox', { name: 'Amount of The hen in EUR' }), '1,50');
    await user.click(dialog.getByRole('button', { name: 'Give €1.50 back' }));
    await screen.findByText('€1.50 goes back');
    expect(server.asked.find(({ method }) => method === 'POST')?.body).toMatchObject({
      lines: [{ line_id: sampleStaffOrder().lines[0]?.id, amount: 150 }],
      reason: 'Torn',
    });
  });

  it('says why nothing was given back', async () => {
    const { user } = open(sampleStaffOrder(), {
      [`POST ${at}/refunds/`]: () => refusalOf(orderProblems.more_than_paid),
    });
    await user.click(await screen.findByRole('button', { name: 'Give money back' }));
    const dialog = within(await screen.findByRole('dialog'));
    await user.click(dialog.getByRole('checkbox'));
    await user.type(dialog.getByLabelText(/^Reason/u), 'Torn');
    await user.click(dialog.getByRole('button', { name: 'Give €4.00 back' }));
    expect((await screen.findByText('Nothing was given back')).parentElement?.textContent).toContain(
      'Another refund may be on its way.',
    );
  });

  it('records a refund that was sent by bank, and money of no order', async () => {
    const refund = {
      id: greenfieldId,
      amount: 400,
      origin: 'paid_twice',
      reason: '',
      state: 'sent' as const,
    };
    const suspended = sampleStaffPayment({ id: orderId, captured: 300, in_suspense: 300 });
    const order = sampleStaffOrder({ payments: [sampleStaffPayment({ refunds: [refund] }), suspended] });
    const recorded = () => ({ body: samplePayment({ state: 'captured', captured: 400 }) });
    const { user, server } = open(order, {
      [`POST /tenants/${greenfieldId}/payments/${paymentId}/transfers/`]: recorded,
      [`POST /tenants/${greenfieldId}/payments/${orderId}/transfers/`]: recorded,
    });
    const record = async (button: string) => {
      await user.click(await screen.findByRole('button', { name: button }));
      const dialog = within(await screen.findByRole('dialog'));
      await user.type(dialog.getByLabelText(/^The bank’s reference/u), 'B-18');
      await user.click(dialog.getByRole('button', { name: 'Record' }));
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    };
    expect(await screen.findByText('To send back by bank: €4.00')).toBeTruthy();
    await record('Record €4.00 as sent back');
    await record('Record money sent back');
    expect(server.asked.filter(({ method }) => method === 'POST').map(({ body }) => body)).toMatchObject([
      { direction: 'out', refund_id: refund.id, amount: 400 },
      { direction: 'out', refund_id: null, amount: 300 },
    ]);
  });

  it('asks a provider again, and says where it is silent', async () => {
    const order = sampleStaffOrder({
      payments: [sampleStaffPayment({ provider: 'paypal', state: 'waiting' })],
    });
    const { user } = open(order, {
      [`POST /tenants/${greenfieldId}/payments/${paymentId}/check/`]: () =>
        refusalOf(paymentProblems.no_answer),
    });
    await user.click(await screen.findByRole('button', { name: 'Ask again' }));
    expect((await screen.findByText('Nobody could be asked')).parentElement?.textContent).toContain(
      paymentProblems.no_answer.error,
    );
  });

  it('that is not there, or cannot be had without a network, is said', async () => {
    const first = open(sampleStaffOrder(), { [`GET ${at}/`]: () => refusalOf(orderProblems.not_found) });
    await screen.findByRole('link', { name: 'Back to the orders' });
    first.unmount();
    open(sampleStaffOrder(), { [`GET ${at}/`]: () => null });
    expect((await screen.findByRole('alert')).textContent).toContain('The order shows up here');
  });
});

describe('seller and tax', () => {
  const seller = { name: 'Quillshelf', address: '', tax_numbers: '', platform_bp: 0 };
  const bank = {
    currency: 'EUR',
    holder: 'Quillshelf Ltd',
    bank: '',
    account: 'DE00',
    code: 'BIC',
    words: '',
  };
  const rates: TaxRate[] = [
    { country: 'DE', kind: 'digital', rate_bp: 1900, name: 'VAT', from_date: '2999-01-01' },
    { country: 'DE', kind: 'digital', rate_bp: 700, name: 'VAT', from_date: '2026-01-01' },
    { country: 'DE', kind: 'digital', rate_bp: 500, name: 'VAT', from_date: '2020-01-01' },
  ];
  const open = (answers: Answers = {}) => {
    const server = new FakeSchoolServer({
      'GET /seller/': () => ({ body: seller }),
      'GET /bank-accounts/': () => ({ body: [bank] }),
      'GET /tax-rates/': () => ({ body: rates }),
      ...answers,
    });
    return { server, ...renderScreen(<OrdersScreen />, { address: '/admin-panel/orders?tab=seller' }) };
  };

  it('says which rate counts now, which did and which will', async () => {
    open();
    const rows = await screen.findAllByRole('row');
    expect(rows.slice(1).map((row) => /Later|Counts now|Over/u.exec(row.textContent)?.[0])).toEqual([
      'Later',
      'Counts now',
      'Over',
    ]);
  });

  it('saves who sells, with a percentage as people type it', async () => {
    const saved = { ...seller, name: 'Quillshelf Ltd', address: 'Here 1', platform_bp: 750 };
    const { user, server } = open({ 'PUT /seller/': () => ({ body: saved }) });
    await user.click(await screen.findByRole('button', { name: 'Save' }));
    await screen.findByText('Please enter the seller’s address');
    await user.type(screen.getByRole('textbox', { name: /^Address/u }), 'Here 1');
    await user.clear(screen.getByLabelText(/^The platform’s part/u));
    await user.type(screen.getByLabelText(/^The platform’s part/u), '7,5 %');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await screen.findByText('The seller is saved');
    expect(server.asked.find(({ method }) => method === 'PUT')?.body).toMatchObject({
      address: 'Here 1',
      platform_bp: 750,
    });
  });

  it('keeps what was typed where it could not be saved', async () => {
    const { user } = open({ 'PUT /seller/': () => null });
    await user.type(await screen.findByRole('textbox', { name: /^Address/u }), 'Here 1');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await screen.findByRole('alert');
    expect(screen.getByRole<HTMLTextAreaElement>('textbox', { name: /^Address/u }).value).toBe('Here 1');
  });

  it('sets a bank account, and removes one after a question', async () => {
    const { user, server } = open({
      'PUT /bank-accounts/': () => ({ body: [bank] }),
      'DELETE /bank-accounts/EUR/': () => ({ body: [] }),
    });
    await user.click(await screen.findByRole('button', { name: 'Actions for the account for EUR' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Edit…' }));
    const dialog = within(await screen.findByRole('dialog'));
    await user.type(dialog.getByLabelText(/^Bank$/u), 'First Bank');
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    await screen.findByText('The account for EUR is saved');
    expect(server.asked.find(({ method }) => method === 'PUT')?.body).toEqual({
      ...bank,
      bank: 'First Bank',
    });
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await user.click(await screen.findByRole('button', { name: 'Actions for the account for EUR' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Remove…' }));
    await user.click(await screen.findByRole('button', { name: 'Remove' }));
    expect(await screen.findByText('The account for EUR is removed')).toBeTruthy();
  });

  it('sets a tax rate, and says at the field what is wrong with it', async () => {
    const refusal = {
      status: 400,
      body: {
        code: requestProblems.invalid.code,
        error: requestProblems.invalid.error,
        errors: { from_date: ['A rate begins today or later'] },
        request_id: 'r',
      },
    };
    const { user } = open({ 'PUT /tax-rates/': () => refusal });
    await user.click(await screen.findByRole('button', { name: 'Set a tax rate' }));
    const dialog = within(await screen.findByRole('dialog'));
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    await dialog.findByText('Please choose a country');
    await user.selectOptions(dialog.getByLabelText(/^Country/u), 'DE');
    await user.type(dialog.getByLabelText(/^Name of the tax/u), 'VAT');
    await user.type(dialog.getByLabelText(/^Rate in percent/u), '19');
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    expect(await dialog.findByText('A rate begins today or later')).toBeTruthy();
  });

  it('cannot be had without a network', async () => {
    open({ 'GET /seller/': () => null });
    expect((await screen.findByRole('alert')).textContent).toContain('Who sells shows up here');
  });
});
