import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { subscriptionProblems } from '#contract/subscriptions/subscriptions.problems.ts';
import type { OwnSubscription } from '#contract/subscriptions/subscriptions.schema.ts';
import { useSessionStore } from '#src/session/session.store.ts';
import { FakeLocalDrafts } from '#tests/support/fake-local-drafts.ts';
import { FakeSchoolServer, refusalOf } from '#tests/support/fake-school-server.ts';
import {
  planOrderId,
  sampleOwnPlan,
  samplePlanList,
  samplePlanOrder,
  samplePlanQuote,
  sampleSubscription,
  variantId,
  yearlyId,
} from '#tests/support/plan-samples.ts';
import { renderScreen } from '#tests/support/render-screen.tsx';
import { sampleAdmin, sampleTenant } from '#tests/support/screen-samples.ts';
import { PlanBanner } from './plan-banner.tsx';
import { notePlanStanding } from './plan-standing.ts';
import { PlansScreen } from './plans.screen.tsx';

type Answers = ConstructorParameters<typeof FakeSchoolServer>[0];
const at = '/subscription/';

beforeEach(() => {
  useSessionStore.setState({ user: sampleAdmin(), tenant: sampleTenant(), ended: null });
  notePlanStanding(null);
});

interface Opening {
  answers?: Answers;
  isOrganization?: boolean;
  localDrafts?: FakeLocalDrafts;
}

function open(own: OwnSubscription, { answers = {}, isOrganization = false, localDrafts }: Opening = {}) {
  const server = new FakeSchoolServer({
    [`GET ${at}`]: () => ({ body: own }),
    'GET /plans/': () => ({ body: samplePlanList() }),
    [`GET ${at}quote/`]: () => ({ body: samplePlanQuote() }),
    ...answers,
  });
  const rendered = renderScreen(<PlansScreen isOrganization={isOrganization} />, {
    ...(localDrafts && { localDrafts }),
  });
  return { server, ...rendered };
}
const none = sampleOwnPlan({ subscription: null, may_try: true, choose_until: '2026-12-10' });
const sent = (server: FakeSchoolServer, method: string) =>
  server.asked.filter((asked) => asked.method === method).map(({ body }) => body);
const field = (name: RegExp) => screen.getByLabelText<HTMLInputElement>(name);

async function fillIn({ user }: Pick<ReturnType<typeof open>, 'user'>): Promise<void> {
  await user.click(await screen.findByLabelText(/^School, monthly/u));
  await user.clear(field(/^Email/u));
  await user.type(field(/^Email/u), 'office@greenfield.test');
  await user.selectOptions(field(/^Country/u), 'DE');
  await user.click(field(/Terms of Use/u));
  await screen.findByText('Total');
}

describe('choosing a plan', () => {
  it('shows what it costs before it is sent, with its tax', async () => {
    const opened = open(none, { answers: { [`POST ${at}`]: () => ({ body: sampleOwnPlan() }) } });
    await fillIn(opened);
    expect(screen.getByText(/of it is VAT \(19 %\)\./u)).toBeTruthy();
    await opened.user.click(screen.getByText('Choose this plan'));
    await screen.findByText('Your plan is chosen');
    expect(sent(opened.server, 'POST')[0]).toMatchObject({
      variant_id: variantId,
      seats: 24,
      total: 4800,
      accepts_terms: true,
      billing: { name: 'Greenfield Primary', email: 'office@greenfield.test', country: 'DE', address: null },
    });
    expect(await screen.findByText(/^Active until/u)).toBeTruthy();
    expect(opened.server.askedFor(`${at}quote/`).at(-1)?.query).toEqual({
      variant_id: variantId,
      seats: '24',
      country: 'DE',
    });
  });

  it('says at the fields what is missing, and sends nothing', async () => {
    const { user, server } = open(none);
    await user.click(await screen.findByRole('button', { name: 'Choose this plan' }));
    await screen.findByText('Please choose a plan', { selector: '[id$="error"]' });
    expect(screen.getByText('Please agree to the terms')).toBeTruthy();
    expect(sent(server, 'POST')).toEqual([]);
  });

  it('says how long the trial is', async () => {
    const quote = samplePlanQuote({ trial_ends_on: '2026-12-25' });
    const opened = open(none, { answers: { [`GET ${at}quote/`]: () => ({ body: quote }) } });
    await fillIn(opened);
    expect(screen.getByText(/^Free until .*2026/u)).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Begin the trial' })).toBeTruthy();
  });

  it('keeps what was typed where the price has changed, and asks again', async () => {
    let price = 4800;
    const opened = open(none, {
      answers: {
        [`GET ${at}quote/`]: () => ({ body: samplePlanQuote({ total: price }) }),
        [`POST ${at}`]: ({ body }) => {
          const isSeen = (body as { total: number }).total === 5000;
          if (isSeen) return { body: sampleOwnPlan() };
          price = 5000;
          return refusalOf(subscriptionProblems.price_changed);
        },
      },
    });
    await fillIn(opened);
    await opened.user.click(screen.getByText('Choose this plan'));
    expect((await screen.findByText('The price has changed')).closest('[role=alert]')?.textContent).toMatch(
      /It was .*48[.,]00.* and is .*50[.,]00.* now\. Nothing was ordered yet\./u,
    );
    expect(field(/^Email/u).value).toBe('office@greenfield.test');
    await opened.user.click(screen.getByText('Choose this plan'));
    await screen.findByText('Your plan is chosen');
    expect(document.activeElement).toBe(screen.getByRole('group', { name: 'Plans' }));
    const [first, second] = sent(opened.server, 'POST') as { id: string; total: number }[];
    expect([first?.total, second?.total]).toEqual([4800, 5000]);
    expect(second?.id).not.toBe(first?.id);
  });

  it('sends the same id again where no answer came', async () => {
    let tries = 0;
    const opened = open(none, {
      answers: {
        [`POST ${at}`]: () => {
          tries += 1;
          return tries === 1 ? null : { body: sampleOwnPlan() };
        },
      },
    });
    await fillIn(opened);
    await opened.user.click(screen.getByText('Choose this plan'));
    await screen.findByText(/Nothing was ordered\. What you typed is kept\./u);
    await opened.user.click(screen.getByText('Choose this plan'));
    await screen.findByText('Your plan is chosen');
    const [first, second] = sent(opened.server, 'POST') as { id: string }[];
    expect(second?.id).toBe(first?.id);
  });

  it('keeps what was typed over a reload', async () => {
    const localDrafts = new FakeLocalDrafts();
    const first = open(none, { localDrafts });
    await first.user.type(await screen.findByLabelText(/^Invoice for/u), ', Office');
    await waitFor(() => expect(localDrafts.text).toContain(', Office'));
    first.unmount();
    open(none, { localDrafts });
    await screen.findByText('What you typed before is still here.');
    expect(field(/^Invoice for/u).value).toBe('Greenfield Primary, Office');
  });

  it('says where the price cannot be had', async () => {
    const { user } = open(none, { answers: { [`GET ${at}quote/`]: () => null } });
    await user.click(await screen.findByLabelText(/^School, yearly/u));
    expect(await screen.findByText(/The price cannot be asked for without a network/u)).toBeTruthy();
  });

  it('is not offered to a school that an organization includes', async () => {
    open(
      sampleOwnPlan({
        subscription: null,
        covered_by: { id: planOrderId, school_name: 'Bright Futures Trust', state: 'active' },
      }),
    );
    await screen.findByText('Covered by Bright Futures Trust');
    expect(screen.queryByRole('radio')).toBeNull();
  });

  it('says quietly that no plan is needed, where none is offered either', async () => {
    open(sampleOwnPlan({ is_required: false, subscription: null }), {
      answers: {
        'GET /plans/': () => ({
          body: samplePlanList({ is_required: false, required_since: null, plans: [] }),
        }),
      },
    });
    await screen.findByText('No plan is needed');
    expect(screen.queryByText('Choose a plan')).toBeNull();
  });
});

describe('the own plan', () => {
  it('says seats, period, and what is over the seats', async () => {
    open(sampleOwnPlan({ seats_used: 42 }));
    await screen.findByText(/^Active until/u);
    expect(screen.getByText('42 of 40 used')).toBeTruthy();
    expect(screen.getByText(/^2 students more than you have seats for\. Nothing stops/u)).toBeTruthy();
  });

  it('says plainly what works where it is read-only, with the way to pay', async () => {
    open(
      sampleOwnPlan({
        refuses_growth: true,
        subscription: sampleSubscription({ state: 'read_only', days_left: 0 }),
        open_orders: [samplePlanOrder()],
      }),
    );
    await screen.findByText('Read-only until it is paid');
    expect(screen.getByText('Children go on writing, and nothing is lost.')).toBeTruthy();
    const pay = screen.getByRole('link', { name: /^Pay .* for GRN-7K2MQ4X$/u });
    expect(pay.getAttribute('href')).toBe('/trackorder/AAAAAAAAAAAAAAAAAAAAAA');
    expect(screen.getByRole('link', { name: 'Invoice GRN-S26-00001' }).getAttribute('href')).toBe(
      '/invoice/subscription/BBBBBBBBBBBBBBBBBBBBBB',
    );
    expect(screen.queryByRole('button', { name: 'Add seats' })).toBeNull();
  });

  it('gets more seats at once for what they cost until the end of the period', async () => {
    const quote = samplePlanQuote({ total: 170 });
    const ordered = sampleOwnPlan({ open_orders: [samplePlanOrder({ purpose: 'seats', seats: 5 })] });
    const { user, server } = open(sampleOwnPlan(), {
      answers: {
        [`GET ${at}seats/`]: () => ({ body: quote }),
        [`POST ${at}orders/`]: () => ({ body: ordered }),
      },
    });
    await user.click(await screen.findByRole('button', { name: 'Add seats' }));
    const dialog = within(await screen.findByRole('dialog'));
    await user.type(dialog.getByLabelText(/^More seats/u), '5');
    await dialog.findByText('Total');
    await user.click(dialog.getByRole('button', { name: 'Order seats' }));
    await screen.findByText('The seats are ordered. They count once they are paid.');
    expect(sent(server, 'POST')[0]).toMatchObject({ seats: 5, total: 170 });
    expect(await screen.findByText('5 more seats, School')).toBeTruthy();
  });

  it('says why more seats are refused, and keeps the number', async () => {
    const { user } = open(sampleOwnPlan(), {
      answers: {
        [`GET ${at}seats/`]: () => ({ body: samplePlanQuote() }),
        [`POST ${at}orders/`]: () => refusalOf(subscriptionProblems.order_waits),
      },
    });
    await user.click(await screen.findByRole('button', { name: 'Add seats' }));
    const dialog = within(await screen.findByRole('dialog'));
    const seats = dialog.getByLabelText<HTMLInputElement>(/^More seats/u);
    await user.type(seats, '5');
    await dialog.findByText('Total');
    await user.click(dialog.getByRole('button', { name: 'Order seats' }));
    await dialog.findByText(subscriptionProblems.order_waits.error);
    expect(seats.value).toBe('5');
  });

  it('is changed from the next period, and kept the same again', async () => {
    const { variant } = sampleSubscription();
    const next = { plan_name: 'School', variant: { ...variant, id: yearlyId }, seats: 30 };
    let own = sampleOwnPlan();
    const { user, server } = open(own, {
      answers: {
        [`PATCH ${at}`]: ({ body }) => {
          const wanted = (body as { next: unknown }).next;
          own = sampleOwnPlan({
            subscription: sampleSubscription({ next: wanted === null ? null : next }),
          });
          return { body: own };
        },
      },
    });
    await user.click(await screen.findByRole('button', { name: 'Change from the next period' }));
    const dialog = within(await screen.findByRole('dialog'));
    await user.selectOptions(dialog.getByRole('combobox', { name: 'Plan' }), yearlyId);
    await user.clear(dialog.getByLabelText(/^Seats/u));
    await user.type(dialog.getByLabelText(/^Seats/u), '30');
    expect(dialog.getByText(/600[.,]00.* for each year, tax included\./u)).toBeTruthy();
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    await screen.findByText('The next period is changed');
    await user.click(await screen.findByRole('button', { name: 'Keep it the same' }));
    await screen.findByText('The next period is the same again');
    expect(sent(server, 'PATCH')).toEqual([{ next: { variant_id: yearlyId, seats: 30 } }, { next: null }]);
    expect(screen.queryByRole('button', { name: 'Keep it the same' })).toBeNull();
  });

  it('is ended after a question, and kept after all', async () => {
    const { user, server } = open(sampleOwnPlan(), {
      answers: {
        [`PATCH ${at}`]: ({ body }) => ({
          body: sampleOwnPlan({ subscription: sampleSubscription(body as object) }),
        }),
      },
    });
    await user.click(await screen.findByRole('button', { name: 'End the plan' }));
    const dialog = within(await screen.findByRole('dialog'));
    await user.click(dialog.getByRole('button', { name: 'End the plan' }));
    await user.click(await screen.findByRole('button', { name: 'Keep the plan' }));
    await screen.findByText('The plan goes on');
    expect(sent(server, 'PATCH')).toEqual([{ ends_at_period_end: true }, { ends_at_period_end: false }]);
  });

  it('says who gets the invoice from now on, with errors at the fields', async () => {
    let tries = 0;
    const { user } = open(sampleOwnPlan(), {
      answers: {
        [`PATCH ${at}`]: () => {
          tries += 1;
          const refusal = {
            code: 'request.invalid',
            error: 'Please check what you entered.',
            errors: { 'billing.email': ['Invalid email'] },
            request_id: 'r',
          };
          return tries === 1 ? { status: 400, body: refusal } : { body: sampleOwnPlan() };
        },
      },
    });
    await user.click(await screen.findByRole('button', { name: 'Invoice details' }));
    const dialog = within(await screen.findByRole('dialog'));
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    await dialog.findByText('Invalid email');
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    await screen.findByText('The invoice details are saved');
    expect(tries).toBe(2);
  });

  it('takes back seats that were ordered and not paid', async () => {
    const order = samplePlanOrder({ purpose: 'seats', seats: 5 });
    const { user } = open(sampleOwnPlan({ open_orders: [order] }), {
      answers: { [`DELETE ${at}orders/${planOrderId}/`]: () => ({ body: sampleOwnPlan() }) },
    });
    await user.click(await screen.findByRole('button', { name: 'Cancel GRN-7K2MQ4X' }));
    await user.click(
      within(await screen.findByRole('dialog')).getByRole('button', { name: 'Cancel the order' }),
    );
    await screen.findByText('The order is taken back');
    await waitFor(() => expect(screen.queryByText('5 more seats, School')).toBeNull());
  });

  it('of an organization lists its schools with their seats', async () => {
    open(sampleOwnPlan(), {
      isOrganization: true,
      answers: {
        [`GET ${at}schools/`]: () => ({
          body: {
            count: 1,
            next: null,
            results: [{ id: planOrderId, school_name: 'Greenfield Primary', seats_used: 24 }],
          },
        }),
      },
    });
    const row = (await screen.findByRole('rowheader', { name: 'Greenfield Primary' })).closest('tr');
    expect(row?.textContent).toContain('24');
  });

  it('is not there without a network, which is said', async () => {
    open(sampleOwnPlan(), { answers: { [`GET ${at}`]: () => null } });
    expect((await screen.findByRole('alert')).textContent).toContain('Your plan shows up here');
  });
});

describe('the banner on pages of the office', () => {
  const late = sampleOwnPlan({
    subscription: sampleSubscription({ state: 'grace', days_left: 0, grace_days_left: 9 }),
  });
  function show(own: OwnSubscription | null, address = '/admin-school/dashboard') {
    const server = new FakeSchoolServer({ [`GET ${at}`]: () => own && { body: own } });
    renderScreen(<PlanBanner />, { address });
    return server;
  }

  it('says in the grace how many days are left, and leads to Plans', async () => {
    show(late);
    expect((await screen.findByRole('complementary')).textContent).toContain('9 days left');
    expect(screen.getByRole('link', { name: 'Open Plans' }).getAttribute('href')).toBe(
      '/admin-school/subscriptions',
    );
  });

  it.each([
    ['on the page Plans', late, '/admin-school/subscriptions'],
    ['where all is well', sampleOwnPlan(), '/admin-school/dashboard'],
    ['where nobody answers', null, '/admin-school/dashboard'],
  ])('is away %s', async (_where, own, address) => {
    const server = show(own, address);
    await waitFor(() => expect(server.asked).toHaveLength(1));
    expect(screen.queryByRole('complementary')).toBeNull();
  });
});
