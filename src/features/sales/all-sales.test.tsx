import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import type { SoldLine } from '#contract/orders/orders.schema.ts';
import type { CauseShare, SoldSum } from '#contract/orders/sold.schema.ts';
import { requestProblems } from '#contract/kit/problem.ts';
import { useSessionStore } from '#src/session/session.store.ts';
import { FakeSchoolServer, refusalOf, type FakeAnswer } from '#tests/support/fake-school-server.ts';
import { hedgehogs, sampleSoldLine } from '#tests/support/order-samples.ts';
import { renderScreen } from '#tests/support/render-screen.tsx';
import { sampleAdmin } from '#tests/support/screen-samples.ts';
import { AllSalesScreen } from './all-sales.screen.tsx';
import { BookSalesScreen } from './book-sales.screen.tsx';
import { soldCsv } from './sold-csv.ts';

beforeEach(() => useSessionStore.setState({ user: sampleAdmin(), ended: null }));

const tenant = { id: '019a0000-0000-7000-8000-00000000007e', school_name: 'Greenfield Primary' };
const line = (fields: Partial<SoldLine> = {}) =>
  sampleSoldLine({ tenant, receipt: null, ship_to: null, byline: '', ...fields });
const sums: SoldSum[] = [
  {
    currency: 'EUR',
    is_test: false,
    amount: 2400,
    refunded: 100,
    cause: 900,
    school: 1100,
    platform: 200,
    tax: 100,
  },
];
const pageOf = (results: readonly unknown[]) => ({ body: { count: results.length, next: null, results } });

function open(answers: Record<string, () => FakeAnswer> = {}, address = '/') {
  const server = new FakeSchoolServer({
    'GET /donations/': () => pageOf([line()]),
    'GET /donations/summary/': () => ({ body: sums }),
    'GET /charities/own/': () => pageOf([]),
    ...answers,
  });
  const rendered = renderScreen(
    <AllSalesScreen
      renderSchoolFilter={(_value, onChange) => (
        <button type="button" onClick={() => onChange(tenant.id)}>
          One school
        </button>
      )}
    />,
    { address },
  );
  return { server, ...rendered };
}

describe('sales of all schools', () => {
  it('name the school and lead to the order, with sums by currency', async () => {
    open();
    const row = await screen.findByRole('rowheader', { name: /The hen.*Greenfield Primary/u });
    expect(within(row).getByRole('link', { name: 'Order GRN-7K2MQ' }).getAttribute('href')).toBe(
      `/admin-panel/orders/${tenant.id}/019a0000-0000-7000-8000-00000000000d`,
    );
    const ofEuros = (await screen.findByRole('rowheader', { name: 'EUR' })).closest('tr');
    expect(ofEuros?.textContent).toBe('EUR€24.00€1.00€9.00€11.00€2.00€1.00');
  });

  it('are narrowed by what is chosen, list and sums alike', async () => {
    const { server, user } = open();
    await screen.findByRole('rowheader', { name: /The hen/u });
    await user.click(screen.getByRole('button', { name: 'One school' }));
    await user.selectOptions(screen.getByRole('combobox', { name: 'State' }), 'given_back');
    const wanted = { tenant_id: tenant.id, state: 'given_back' };
    await waitFor(() => {
      expect(server.askedFor('/donations/').at(-1)?.query).toMatchObject(wanted);
      expect(server.askedFor('/donations/summary/').at(-1)?.query).toEqual(wanted);
    });
    await user.click(screen.getByRole('button', { name: 'Show all' }));
    expect(screen.queryByRole('button', { name: 'Show all' })).toBeNull();
  });

  it('are not narrowed by a date that the calendar does not have', async () => {
    const { server } = open({}, '/?from=2026-02-31');
    await screen.findByRole('rowheader', { name: /The hen/u });
    expect(server.askedFor('/donations/summary/').at(-1)?.query).toEqual({});
    expect(screen.queryByRole('button', { name: 'Show all' })).toBeNull();
  });

  it('are turned page by page without asking for the sums again', async () => {
    const { server, user } = open({
      'GET /donations/': () => ({ body: { count: 30, next: '?limit=20&after=here', results: [line()] } }),
    });
    await screen.findByRole('rowheader', { name: 'EUR' });
    await screen.findByText('1–1 of 30 sales');
    await user.click(screen.getByRole('button', { name: 'Later' }));
    await waitFor(() =>
      expect(server.askedFor('/donations/').at(-1)?.query).toMatchObject({ after: 'here' }),
    );
    await screen.findByText('21–21 of 30 sales');
    await user.click(screen.getByRole('button', { name: 'Earlier' }));
    await waitFor(() => expect(server.askedFor('/donations/').at(-1)?.query).not.toHaveProperty('after'));
    await screen.findByText('1–1 of 30 sales');
    expect(server.askedFor('/donations/summary/')).toHaveLength(1);
  });

  it('are nothing yet, or nothing by these filters', async () => {
    const none = { 'GET /donations/': () => pageOf([]), 'GET /donations/summary/': () => ({ body: [] }) };
    open(none);
    expect(await screen.findByText('Nothing was sold yet')).toBeTruthy();
    open(none, '/?state=kept');
    expect(await screen.findByText('No sales match these filters')).toBeTruthy();
  });

  it('that cannot be fetched say so, and ask again', async () => {
    let isBack = false;
    const { user } = open({
      'GET /donations/': () => (isBack ? pageOf([line()]) : refusalOf(requestProblems.internal)),
    });
    await screen.findByText('The sales could not be fetched');
    isBack = true;
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('rowheader', { name: /The hen/u })).toBeTruthy();
  });

  it('wait for a network', async () => {
    open({ 'GET /donations/': () => null });
    expect(await screen.findByText(/What was sold shows up here/u)).toBeTruthy();
  });

  it('have their school in the file for a spreadsheet, which that of a school has not', () => {
    expect(soldCsv([line()])).toMatch(/^\uFEFF?School,Date[\s\S]*Greenfield Primary/u);
    expect(soldCsv([sampleSoldLine()])).not.toContain('School');
  });
});

describe('what a school raised by cause', () => {
  const share = (fields: Partial<CauseShare> = {}): CauseShare => ({
    cause: hedgehogs,
    currency: 'EUR',
    is_test: false,
    raised: 900,
    copies: 2,
    ...fields,
  });
  const causes = (shares: readonly CauseShare[]) => {
    const server = new FakeSchoolServer({ 'GET /donations/causes/': () => ({ body: shares }) });
    return { server, ...renderScreen(<BookSalesScreen payouts={null} />, { address: '/?tab=causes' }) };
  };

  it('is told with practice money apart', async () => {
    causes([share(), share({ is_test: true, raised: 100, copies: 1 })]);
    const rows = (await screen.findAllByRole('rowheader')).map((cell) => cell.closest('tr')?.textContent);
    expect(rows).toEqual([
      'Hedgehog RescueCopies and gifts2Raised€9.00',
      'Hedgehog Rescue, practiceCopies and gifts1Raised€1.00',
    ]);
    expect(screen.getByRole('button', { name: 'Export as CSV' }).hasAttribute('disabled')).toBe(false);
  });

  it('is nothing yet', async () => {
    causes([]);
    expect(await screen.findByText('Nothing was raised yet')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Export as CSV' }).hasAttribute('disabled')).toBe(true);
  });
});
