import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { paymentProblems } from '#contract/payments/payments.problems.ts';
import type { Finding, ListedPayment } from '#contract/payments/payments.schema.ts';
import { useSessionStore } from '#src/session/session.store.ts';
import { FakeSchoolServer, refusalOf } from '#tests/support/fake-school-server.ts';
import { greenfieldId, paymentId, sampleFinding, samplePayment } from '#tests/support/payment-samples.ts';
import { renderScreen } from '#tests/support/render-screen.tsx';
import { sampleAdmin } from '#tests/support/screen-samples.ts';
import { PaymentHistoryScreen } from './payment-history.screen.tsx';

type Answers = ConstructorParameters<typeof FakeSchoolServer>[0];
const pageOf = (results: readonly unknown[]) => ({ body: { count: results.length, next: null, results } });
const schools = {
  id: greenfieldId,
  school_name: 'Greenfield Primary',
  host: 'greenfield.localhost',
  is_organization: false,
  classes: 2,
  students: 20,
  teachers: 3,
  active_students: 12,
};
const list = '/payments/';
const at = `/tenants/${greenfieldId}/payments/${paymentId}`;

beforeEach(() => useSessionStore.setState({ user: sampleAdmin(), ended: null }));

function open(payments: readonly ListedPayment[], answers: Answers = {}, query = '') {
  const server = new FakeSchoolServer({
    'GET /v1/visits/tenants/': () => pageOf([schools]),
    [`GET ${list}`]: () => pageOf(payments),
    ...answers,
  });
  return {
    server,
    ...renderScreen(<PaymentHistoryScreen />, { address: `/admin-panel/payment-history${query}` }),
  };
}
const act = async (user: ReturnType<typeof open>['user'], item: string, provider = 'Bank transfer') => {
  await user.click(await screen.findByRole('button', { name: `Actions for GRN-7K2MQ4X, ${provider}` }));
  await user.click(await screen.findByRole('menuitem', { name: item }));
};

describe('payments', () => {
  it('are listed with order, school, provider, state and sum', async () => {
    open([samplePayment({ state: 'captured', captured: 399, provider: 'stripe', is_disputed: true })]);
    const row = (await screen.findByRole('rowheader')).closest('tr');
    for (const text of [
      'GRN-7K2MQ4X',
      'Greenfield Primary',
      'Stripe',
      'Paid',
      'Disputed',
      '€4.00',
      '€3.99 came',
    ])
      expect(row?.textContent).toContain(text);
    expect(screen.getByRole('link', { name: 'GRN-7K2MQ4X' }).getAttribute('href')).toMatch(
      /^\/admin-panel\/orders\//u,
    );
  });

  it('are narrowed down by the address, which the filters write', async () => {
    const { user, server } = open([samplePayment()], {}, '?state=waiting&provider=paypal&from=2026-11-01');
    await screen.findByRole('rowheader');
    expect(server.askedFor(list).at(-1)?.query).toMatchObject({
      state: 'waiting',
      provider: 'paypal',
      from: '2026-11-01',
    });
    await user.selectOptions(screen.getByRole('combobox', { name: 'State' }), 'Failed');
    await waitFor(() => expect(server.askedFor(list).at(-1)?.query.state).toBe('failed'));
    await user.click(screen.getByRole('button', { name: 'Show all' }));
    await waitFor(() => expect(server.askedFor(list).at(-1)?.query).toEqual({ limit: '20' }));
  });

  it('are not narrowed down by a date that the calendar does not have', async () => {
    const { server } = open([samplePayment()], {}, '?from=2026-02-31');
    await screen.findByRole('rowheader');
    expect(server.askedFor(list).at(-1)?.query).toEqual({ limit: '20' });
  });

  it('are asked about again, and a provider that does not answer is said', async () => {
    const payment = samplePayment({ provider: 'stripe' });
    let answers = 0;
    const { user } = open([payment], {
      [`POST ${at}/check/`]: () => {
        answers += 1;
        return answers === 1
          ? { body: { ...payment, state: 'captured' } }
          : refusalOf(paymentProblems.no_answer);
      },
    });
    await act(user, 'Ask again', 'Stripe');
    await screen.findByText('GRN-7K2MQ4X: paid');
    await act(user, 'Ask again', 'Stripe');
    expect((await screen.findByText('Nobody could be asked')).parentElement?.textContent).toContain(
      paymentProblems.no_answer.error,
    );
  });

  it('by bank are recorded as the statement says it', async () => {
    const { user, server } = open([samplePayment()], {
      [`POST ${at}/transfers/`]: () => ({ body: samplePayment({ state: 'captured', captured: 400 }) }),
    });
    await act(user, 'Record a bank transfer…');
    const dialog = within(await screen.findByRole('dialog'));
    await user.click(dialog.getByRole('button', { name: 'Record' }));
    await dialog.findByText('Please enter the bank’s reference');
    await user.clear(dialog.getByLabelText(/^Amount in EUR/u));
    await user.type(dialog.getByLabelText(/^Amount in EUR/u), '4,00');
    await user.type(dialog.getByLabelText(/^The bank’s reference/u), 'B-17');
    await user.click(dialog.getByRole('button', { name: 'Record' }));
    await screen.findByText('GRN-7K2MQ4X: recorded');
    expect(server.asked.find(({ method }) => method === 'POST')?.body).toMatchObject({
      direction: 'in',
      refund_id: null,
      amount: 400,
      bank_reference: 'B-17',
    });
  });

  it('of another amount are said to be no payment of the order', async () => {
    const { user } = open([samplePayment()], {
      [`POST ${at}/transfers/`]: () => ({ body: samplePayment({ state: 'captured', captured: 399 }) }),
    });
    await act(user, 'Record a bank transfer…');
    const dialog = within(await screen.findByRole('dialog'));
    await user.type(dialog.getByLabelText(/^The bank’s reference/u), 'B-17');
    await user.click(dialog.getByRole('button', { name: 'Record' }));
    expect(
      (await screen.findByText('Another amount than was asked for')).parentElement?.textContent,
    ).toContain('GRN-7K2MQ4X is not paid.');
  });

  it('that were recorded before are refused, and what was typed stays', async () => {
    const { user } = open([samplePayment()], {
      [`POST ${at}/transfers/`]: () => refusalOf(paymentProblems.recorded_before),
    });
    await act(user, 'Record a bank transfer…');
    const dialog = within(await screen.findByRole('dialog'));
    await user.type(dialog.getByLabelText(/^The bank’s reference/u), 'B-17');
    await user.click(dialog.getByRole('button', { name: 'Record' }));
    await screen.findByText('This could not be recorded');
    expect(dialog.getByLabelText<HTMLInputElement>(/^The bank’s reference/u).value).toBe('B-17');
  });

  it('are none yet, none by these filters, or cannot be had without a network', async () => {
    const first = open([]);
    expect(await screen.findByText('Nothing was paid yet')).toBeTruthy();
    first.unmount();
    const second = open([], {}, '?state=failed');
    await screen.findByText('No payments match these filters');
    second.unmount();
    open([], { [`GET ${list}`]: () => null });
    expect((await screen.findByRole('alert')).textContent).toContain('What was paid shows up here');
  });
});

describe('findings', () => {
  const path = `/tenants/${greenfieldId}/findings/${sampleFinding().id}/`;
  const openFindings = (findings: readonly Finding[], answers: Answers = {}, query = '') =>
    open([], { 'GET /payments/findings/': () => pageOf(findings), ...answers }, `?tab=findings${query}`);

  it('say what was found, where, and which order it is about', async () => {
    openFindings([
      sampleFinding(),
      sampleFinding({ id: paymentId, kind: 'payments.something_new', facts: {}, order: null }),
    ]);
    await screen.findByRole('heading', { name: 'Another amount came' });
    expect(screen.getByText('€4.00 was asked for, €3.99 came. It is on no order.')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'GRN-7K2MQ4X' })).toBeTruthy();
    expect(screen.getByRole('heading', { name: 'Something new' })).toBeTruthy();
  });

  it('are closed with words', async () => {
    const { user, server } = openFindings([sampleFinding()], {
      [`PUT ${path}`]: () => ({ body: sampleFinding({ closed_at: '2026-11-26T11:00:00.000Z' }) }),
    });
    await user.click(await screen.findByRole('button', { name: 'Close: Another amount came, GRN-7K2MQ4X' }));
    const dialog = within(await screen.findByRole('dialog'));
    await user.click(dialog.getByRole('button', { name: 'Close the finding' }));
    await dialog.findByText('Please say what was done');
    await user.type(dialog.getByLabelText(/^What was done/u), 'Sent back');
    await user.click(dialog.getByRole('button', { name: 'Close the finding' }));
    await screen.findByText('The finding is closed');
    expect(server.asked.find(({ method }) => method === 'PUT')?.body).toEqual({ words: 'Sent back' });
    await waitFor(() => expect(server.askedFor('/payments/findings/')).toHaveLength(2));
  });

  it('that somebody closed already are said to be', async () => {
    const { user, server } = openFindings([sampleFinding()], {
      [`PUT ${path}`]: () => refusalOf(paymentProblems.finding_closed),
    });
    await user.click(await screen.findByRole('button', { name: /^Close: Another/u }));
    const dialog = within(await screen.findByRole('dialog'));
    await user.type(dialog.getByLabelText(/^What was done/u), 'Sent back');
    await user.click(dialog.getByRole('button', { name: 'Close the finding' }));
    expect((await screen.findByText('This could not be closed')).parentElement?.textContent).toContain(
      paymentProblems.finding_closed.error,
    );
    await waitFor(() => expect(server.askedFor('/payments/findings/')).toHaveLength(2));
  });

  it('of earlier say who closed them and how', async () => {
    const closed = { closed_at: '2026-11-26T11:00:00.000Z', closed_by: 'Robin Quill', words: 'Sent back' };
    const { server } = openFindings([sampleFinding(closed)], {}, '&state=closed');
    await screen.findByText(/Closed by Robin Quill, .*: Sent back/u);
    expect(server.askedFor('/payments/findings/').at(-1)?.query.state).toBe('closed');
    expect(screen.queryByRole('button', { name: /^Close:/u })).toBeNull();
  });

  it('are none, or cannot be had without a network', async () => {
    const first = openFindings([]);
    await screen.findByText('There is nothing to look at');
    first.unmount();
    openFindings([], { 'GET /payments/findings/': () => null });
    expect((await screen.findByRole('alert')).textContent).toContain('What is to be looked at shows up here');
  });
});
