import { afterAll, beforeAll, expect, it } from 'vitest';
import { orderEndpoints } from '#contract/orders/orders.endpoints.ts';
import type { WantedLine } from '#contract/orders/orders.schema.ts';
import { paymentEndpoints } from '#contract/payments/payments.endpoints.ts';
import { makeWorks } from '#server/seeds/factories.ts';
import { openApiWorld, type ApiWorld, type TestSchool } from '../support/api-world.ts';
import { openPracticeMoney, type PracticeMoney } from '../support/practice-money.ts';
import { orderOf, quoteFor, sellAt } from '../support/shops.ts';
import { until } from '../support/until.ts';

let money: PracticeMoney;
let world: ApiWorld;
const books = new Map<TestSchool, string>();

beforeAll(async () => {
  money = await openPracticeMoney();
  const { clock, payments } = money;
  world = await openApiWorld({ clock, payments, lookForWorkEvery: 200 });
  for (const [school, code] of [
    [world.greenfield, 'GRN'],
    [world.riverside, 'RIV'],
  ] as const) {
    const [made] = await makeWorks(world.context, school.tenant, [
      { kind: 'book', author_id: null, visibility: 'public', title: 'The hen' },
    ]);
    books.set(school, made?.id ?? '');
    await sellAt(world, school, { code, works: [made?.id ?? ''] });
  }
});
afterAll(async () => {
  await world.close();
  await money.close();
});

async function paidAt(school: TestSchool) {
  const visitor = await world.as('visitor', school.host);
  const lines: WantedLine[] = [{ work_id: books.get(school) ?? '', edition: 'digital', quantity: 2 }];
  const quote = await quoteFor(world, visitor, lines);
  const body = orderOf(quote, lines, { provider: 'stripe' });
  const { token } = await world.call(visitor, orderEndpoints.place, { body });
  const { rows } = await world.testDatabase.administrator.query<{ id: string; provider_ref: string }>(
    'select id, provider_ref from payments where order_id = $1',
    [body.id],
  );
  const { id, provider_ref } = rows[0] ?? { id: '', provider_ref: '' };
  await money.peer('stripe').pay(provider_ref);
  world.clock.advance(4000);
  const checked = await world.call(visitor, orderEndpoints.check, { params: { token } });
  expect(checked.state).toBe('paid');
  const refunded = async () =>
    (await world.call(visitor, orderEndpoints.track, { params: { token } })).refunded;
  return { id, provider_ref, refunded };
}

/** The task of each school has its turn; no other task of payments looks before it. */
async function reconcile(): Promise<void> {
  const { administrator } = world.testDatabase;
  await administrator.query(
    "update tasks set due_at = now() + interval '9 years' where kind = 'payments.check' and state = 'waiting'",
  );
  const { rows } = await administrator.query<{ id: string }>(
    "update tasks set due_at = $1 where kind = 'payments.reconcile' and state = 'waiting' returning id",
    [world.clock.now()],
  );
  expect(rows.length).toBeGreaterThan(0);
  await until(async () => {
    const done = await administrator.query('select id from tasks where id = any($1) and state = $2', [
      rows.map(({ id }) => id),
      'done',
    ]);
    expect(done.rows).toHaveLength(rows.length);
  });
}

async function findings() {
  const seller = await world.as(world.platformAdmin, 'localhost');
  const { results } = await world.call(seller, paymentEndpoints.listFindings, { query: { limit: 100 } });
  return results.map(({ kind, tenant, facts }) => ({ kind, school: tenant.id, facts }));
}

it('finds nothing where the books agree, and has its turn again each night', async () => {
  await paidAt(world.greenfield);
  await paidAt(world.riverside);
  await reconcile();
  expect(await findings()).toEqual([]);
  const { rows } = await world.testDatabase.administrator.query<{ tenant_id: string }>(
    "select tenant_id from tasks where kind = 'payments.reconcile' and state = 'waiting' order by tenant_id",
  );
  expect(rows.map(({ tenant_id }) => tenant_id)).toEqual(
    [world.greenfield.tenant.id, world.riverside.tenant.id].toSorted(),
  );
});

it('books what was given back at the provider though no event came', async () => {
  const { provider_ref, refunded } = await paidAt(world.greenfield);
  await money.peer('stripe').refund(provider_ref, { amount: 150 });
  expect(await refunded()).toBe(0);
  await reconcile();
  expect(await refunded()).toBe(150);
  expect(await findings()).toEqual([]);
});

it('finds a ledger that says something else than the provider, at the school whose it is', async () => {
  const { id } = await paidAt(world.riverside);
  await world.testDatabase.administrator.query(
    `insert into transfers (tenant_id, key, debit, credit, currency, amount, is_test, payment_id, made_at)
     values ($1, 'by hand', 'clearing.stripe', 'school', 'EUR', 77, true, $2, now())`,
    [world.riverside.tenant.id, id],
  );
  await reconcile();
  const found = await findings();
  expect(new Set(found.map(({ school }) => school))).toEqual(new Set([world.riverside.tenant.id]));
  const differs = found.find(({ kind }) => kind === 'payments.ledger_differs');
  expect(Number(differs?.facts.ledger) - Number(differs?.facts.there)).toBe(77);
  const account = found.find(({ kind }) => kind === 'payments.books_differ');
  expect(account?.facts).toMatchObject({ account: 'clearing.stripe', currency: 'EUR' });
  expect(Number(account?.facts.ledger) - Number(account?.facts.expected)).toBe(77);
  // The same difference is found once.
  await reconcile();
  expect(await findings()).toHaveLength(found.length);
});

it('finds money of which the provider knows nothing', async () => {
  const { id } = await paidAt(world.greenfield);
  await world.testDatabase.administrator.query(
    "update payments set provider_ref = 'cs_test_none' where id = $1",
    [id],
  );
  await reconcile();
  const own = (await findings()).filter(({ school }) => school === world.greenfield.tenant.id);
  expect(own).toMatchObject([{ kind: 'payments.unknown_there' }]);
});

it('finds sums of a cause that the ledger does not have, and adds them up anew', async () => {
  await paidAt(world.greenfield);
  const { administrator } = world.testDatabase;
  const { id } = world.greenfield.tenant;
  const read = async () => {
    const { rows } = await administrator.query<{ raised: string; paid_out: string }>(
      'select raised, paid_out from cause_sums where school_id = $1',
      [id],
    );
    return rows;
  };
  await until(async () => {
    const waiting = await administrator.query(
      "select id from tasks where kind = 'causes.add_up' and state = 'waiting'",
    );
    expect(waiting.rows).toEqual([]);
  });
  const before = await read();
  await reconcile();
  const known = (await findings()).length;
  await administrator.query('update cause_sums set raised = raised + 5, paid_out = 3 where school_id = $1', [
    id,
  ]);
  await reconcile();
  const found = (await findings()).filter(({ kind }) => kind === 'causes.sums_differ');
  expect(await findings()).toHaveLength(known + 2);
  expect(
    found.map(({ school, facts }) => [school, facts.account, Number(facts.expected) - Number(facts.ledger)]),
  ).toEqual(
    expect.arrayContaining([
      [id, 'raised', 5],
      [id, 'paid out', 3],
    ]),
  );
  await until(async () => expect(await read()).toEqual(before));
});

it('finds a payout that is not the sum of its shares, and one that was not transferred', async () => {
  const { administrator } = world.testDatabase;
  const { id } = world.riverside.tenant;
  await administrator.query(
    `with payout as (
       insert into payouts (id, school_id, up_to, currency, is_test, amount, schools, state, sent_on, made_by, made_at)
       values (gen_random_uuid(), $1, '2026-11-26', 'EUR', true, 70, array[$1::uuid], 'sent', '2026-11-26', 'Ada', now())
       returning id
     )
     insert into payout_parts (tenant_id, payout_id, currency, is_test, amount, state, sent_on, made_at)
     select $1, id, 'EUR', true, 70, 'sent', '2026-11-26', now() from payout`,
    [id],
  );
  await reconcile();
  const found = (await findings()).filter(({ kind }) => kind === 'payments.payout_differs');
  expect(found).toMatchObject([{ school: id, facts: { amount: 70, shares: 0, transferred: 0 } }]);
});
