import { screen, waitFor, within } from '@testing-library/react';
import * as v from 'valibot';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { product } from '#contract/kit/product.ts';
import { orderProblems } from '#contract/orders/orders.problems.ts';
import { subscriptionProblems } from '#contract/subscriptions/subscriptions.problems.ts';
import { useSessionStore } from '#src/session/session.store.ts';
import { FakeSchoolServer, refusalOf } from '#tests/support/fake-school-server.ts';
import {
  planId,
  sampleListedSubscription,
  samplePlan,
  samplePlanList,
  samplePlanOrder,
  sampleVariant,
  variantId,
} from '#tests/support/plan-samples.ts';
import { renderScreen } from '#tests/support/render-screen.tsx';
import { sampleAdmin } from '#tests/support/screen-samples.ts';
import { OfferedPlansScreen } from './offered-plans.screen.tsx';
import { PlanPaymentsScreen } from './plan-payments.screen.tsx';
import { PlanVariantsScreen } from './plan-variants.screen.tsx';
import { subscribersCsv } from './subscribers-csv.ts';
import { SubscribersScreen } from './subscribers.screen.tsx';

type Answers = ConstructorParameters<typeof FakeSchoolServer>[0];
const pageOf = (results: readonly unknown[]) => ({ body: { count: results.length, next: null, results } });
const unused = samplePlan({ variants: [sampleVariant({ in_use: 0 })] });
const used = samplePlan({ variants: [sampleVariant({ in_use: 3 })] });
const listOf = (...plans: ReturnType<typeof samplePlan>[]) => ({ body: samplePlanList({ plans }) });

beforeEach(() =>
  useSessionStore.setState({ user: sampleAdmin({ role: product.platformRole }), ended: null }),
);

function open(page: React.ReactNode, answers: Answers, address = '/admin-panel/subscription-plan') {
  const server = new FakeSchoolServer(answers);
  return { server, ...renderScreen(page, { address }) };
}
const sent = (server: FakeSchoolServer, method: string) =>
  server.asked.filter((asked) => asked.method === method).map(({ body }) => body);

async function act({ user }: ReturnType<typeof open>, row: RegExp, item: string): Promise<void> {
  await user.click(await screen.findByRole('button', { name: row }));
  await user.click(await screen.findByRole('menuitem', { name: item }));
}

describe('plans of the platform', () => {
  it('are made with a name and what is in them, one a line', async () => {
    const { user, server } = open(<OfferedPlansScreen />, {
      'GET /plans/': () => listOf(),
      'POST /plans/': () => ({ body: samplePlan() }),
    });
    await screen.findByText('There are no plans yet');
    await user.click(screen.getByRole('button', { name: 'Add a plan' }));
    const dialog = within(await screen.findByRole('dialog'));
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    await dialog.findByText('Please enter the plan’s name');
    await user.type(dialog.getByLabelText(/^Name/u), 'School');
    await user.type(dialog.getByLabelText(/^What is in it/u), 'All books{enter}{enter} Help ');
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    await screen.findByText('The plan is saved');
    expect(sent(server, 'POST')[0]).toMatchObject({
      name: 'School',
      description: '',
      features: ['All books', 'Help'],
    });
  });

  it('say at the name that another plan has it, and keep what was typed', async () => {
    const { user } = open(<OfferedPlansScreen />, {
      'GET /plans/': () => listOf(),
      'POST /plans/': () => refusalOf(subscriptionProblems.name_taken),
    });
    await user.click(await screen.findByRole('button', { name: 'Add a plan' }));
    const dialog = within(await screen.findByRole('dialog'));
    const name = dialog.getByLabelText<HTMLInputElement>(/^Name/u);
    await user.type(name, 'School');
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    await dialog.findByText(subscriptionProblems.name_taken.error);
    expect(name.value).toBe('School');
  });

  it('are the same one where the same words are sent again, and another with other words', async () => {
    const { user, server } = open(<OfferedPlansScreen />, {
      'GET /plans/': () => listOf(),
      'POST /plans/': () => null,
    });
    await user.click(await screen.findByRole('button', { name: 'Add a plan' }));
    const dialog = within(await screen.findByRole('dialog'));
    const send = async (times: number) => {
      await user.click(dialog.getByRole('button', { name: 'Save' }));
      await waitFor(() => expect(sent(server, 'POST')).toHaveLength(times));
      await dialog.findByRole('alert');
    };
    await user.type(dialog.getByLabelText(/^Name/u), 'School');
    await send(1);
    await send(2);
    await user.type(dialog.getByLabelText(/^Name/u), ' plus');
    await send(3);
    const [first, again, other] = sent(server, 'POST').map(
      (body) => v.parse(v.object({ id: v.string() }), body).id,
    );
    expect(again).toBe(first);
    expect(other).not.toBe(first);
  });

  it('are removed where no school has them, and else not', async () => {
    const first = open(<OfferedPlansScreen />, {
      'GET /plans/': () => listOf(unused),
      [`DELETE /plans/${planId}/`]: () => listOf(),
    });
    await act(first, /^Actions for School/u, 'Remove…');
    await first.user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Remove' }));
    await screen.findByText('School is removed');
    first.unmount();
    const second = open(<OfferedPlansScreen />, { 'GET /plans/': () => listOf(used) });
    await second.user.click(await screen.findByRole('button', { name: /^Actions for School/u }));
    await screen.findByRole('menuitem', { name: 'Edit…' });
    expect(screen.queryByRole('menuitem', { name: 'Remove…' })).toBeNull();
    expect(screen.getByText('3 schools')).toBeTruthy();
  });

  it('have to be chosen once the platform says so, after it has read what follows', async () => {
    let is_required = false;
    const { user, server } = open(<OfferedPlansScreen />, {
      'GET /plans/': () => ({
        body: samplePlanList({
          is_required,
          required_since: is_required ? '2026-11-26T10:00:00.000Z' : null,
        }),
      }),
      'PUT /plans/required/': () => {
        is_required = true;
        return { body: { is_required, required_since: '2026-11-26T10:00:00.000Z' } };
      },
    });
    await user.click(await screen.findByLabelText('Schools have to have a plan'));
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.getByText(/have 14 days to choose one\..*Children go on writing/u)).toBeTruthy();
    expect(sent(server, 'PUT')).toEqual([]);
    await user.click(dialog.getByRole('button', { name: 'They have to' }));
    await screen.findByText('Schools have to have a plan now');
    expect(sent(server, 'PUT')).toEqual([{ is_required: true }]);
    await waitFor(() =>
      expect(screen.getByLabelText<HTMLInputElement>('Schools have to have a plan').checked).toBe(true),
    );
  });

  it('are not there without a network, which is said', async () => {
    open(<OfferedPlansScreen />, { 'GET /plans/': () => null });
    expect((await screen.findByRole('alert')).textContent).toContain('Plans show up here');
  });
});

describe('variants', () => {
  const at = '/admin-panel/subscription-variant';

  it('are made with period, price and seats', async () => {
    const { user, server } = open(
      <PlanVariantsScreen />,
      {
        'GET /plans/': () => listOf(samplePlan({ variants: [] })),
        'POST /plan-variants/': () => ({ body: samplePlan() }),
      },
      at,
    );
    await screen.findByText('There are no variants yet');
    await user.click(screen.getByRole('button', { name: 'Add a variant' }));
    const dialog = within(await screen.findByRole('dialog'));
    await user.selectOptions(dialog.getByLabelText(/^Currency/u), 'EUR');
    await user.type(dialog.getByLabelText(/^Price of a seat in EUR/u), '2,50');
    await user.type(dialog.getByLabelText(/^Most seats/u), '200');
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    await screen.findByText('The variant is saved');
    expect(sent(server, 'POST')[0]).toMatchObject({
      plan_id: planId,
      period: 'year',
      currency: 'EUR',
      seat_price: 250,
      seat_minimum: 1,
      seat_maximum: 200,
      trial_days: 0,
      is_offered: true,
    });
  });

  it('keep period and currency where schools have them, and say a price that nobody can pay', async () => {
    const opened = open(
      <PlanVariantsScreen />,
      {
        'GET /plans/': () => listOf(used),
        [`PATCH /plan-variants/${variantId}/`]: () => refusalOf(orderProblems.price_not_payable),
      },
      at,
    );
    await act(opened, /^Actions for School, monthly/u, 'Edit…');
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.getByLabelText<HTMLSelectElement>(/^Currency/u).disabled).toBe(true);
    expect(dialog.getByLabelText<HTMLSelectElement>(/^Period/u).disabled).toBe(true);
    await opened.user.click(dialog.getByRole('button', { name: 'Save' }));
    await dialog.findByText(orderProblems.price_not_payable.error);
  });

  it('of one plan alone are shown where the address says so', async () => {
    const other = samplePlan({ id: variantId, name: 'Town', variants: [sampleVariant({ id: planId })] });
    open(<PlanVariantsScreen />, { 'GET /plans/': () => listOf(unused, other) }, `${at}?plan=${planId}`);
    expect((await screen.findByRole('rowheader')).textContent).toBe('School, monthly');
  });
});

describe('who has which plan', () => {
  const list = '/subscriptions/';
  const answers = (...rows: ReturnType<typeof sampleListedSubscription>[]): Answers => ({
    'GET /plans/': () => listOf(used),
    [`GET ${list}`]: () => pageOf(rows),
  });

  it('is listed with state, plan, seats, and what is over them', async () => {
    open(<SubscribersScreen />, answers(sampleListedSubscription()));
    const row = (await screen.findByRole('rowheader')).closest('tr');
    for (const text of ['Greenfield Primary', 'Not paid yet', 'School, monthly', '24 of 20 used', '4 over'])
      expect(row?.textContent).toContain(text);
  });

  it('is narrowed down by the address, which the filters write', async () => {
    const { user, server } = open(
      <SubscribersScreen />,
      answers(sampleListedSubscription()),
      '/admin-panel/subscription-details?state=grace&q=green',
    );
    await screen.findByRole('rowheader');
    expect(server.askedFor(list).at(-1)?.query).toMatchObject({ state: 'grace', search: 'green' });
    await user.selectOptions(await screen.findByRole('combobox', { name: 'Plan' }), planId);
    await waitFor(() => expect(server.askedFor(list).at(-1)?.query['plan_id']).toBe(planId));
  });

  it('is saved as a list for a spreadsheet', async () => {
    const text = subscribersCsv([sampleListedSubscription()]);
    expect(text).toContain('Greenfield Primary,no,Not paid yet,School,Monthly,EUR,2.00,20,24,2026-11-01');
    const saved = vi.fn<(blob: Blob) => string>(() => 'blob:list');
    vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: saved, revokeObjectURL: () => undefined }));
    const { user } = open(<SubscribersScreen />, answers(sampleListedSubscription()));
    await screen.findByRole('rowheader');
    await user.click(screen.getByRole('button', { name: 'Export as CSV' }));
    await waitFor(() => expect(saved).toHaveBeenCalledOnce());
  });

  it('is nobody yet, or nobody by these filters', async () => {
    const first = open(<SubscribersScreen />, answers());
    await screen.findByText('No school has chosen a plan yet');
    first.unmount();
    open(<SubscribersScreen />, answers(), '/admin-panel/subscription-details?state=ended');
    await screen.findByText('No schools match these filters');
    expect(screen.getByRole('button', { name: 'Clear filters' })).toBeTruthy();
  });
});

describe('the payment history of a school', () => {
  const list = '/payments/own/';
  const show = (answer: Answers[string]) =>
    open(<PlanPaymentsScreen isOrganization={false} />, { [`GET ${list}`]: answer });

  it('says what was ordered, how it stands, and links its documents', async () => {
    const paid = samplePlanOrder({
      state: 'refunded',
      paid_at: '2026-11-02T10:00:00.000Z',
      refunded: 8000,
      documents: [
        { type: 'subscription', number: 'GRN-S26-00001', token: 'BBBBBBBBBBBBBBBBBBBBBB' },
        { type: 'credit-note', number: 'GRN-C26-00001', token: 'CCCCCCCCCCCCCCCCCCCCCC' },
      ],
    });
    show(() => pageOf([paid]));
    const row = (await screen.findByRole('rowheader')).closest('tr');
    for (const text of ['GRN-7K2MQ4X', 'School, monthly, 40 seats', 'Given back', '80.00'])
      expect(row?.textContent).toContain(text);
    expect(screen.getByRole('link', { name: 'Credit note GRN-C26-00001' }).getAttribute('href')).toBe(
      '/invoice/credit-note/CCCCCCCCCCCCCCCCCCCCCC',
    );
  });

  it('is empty at first, and says where it cannot be had', async () => {
    const first = show(() => pageOf([]));
    expect(await screen.findByText('No payments yet')).toBeTruthy();
    first.unmount();
    show(() => null);
    expect((await screen.findByRole('alert')).textContent).toContain('What you paid shows up here');
  });
});
