import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { dayOf } from '#contract/kit/day.ts';
import { orderEndpoints } from '#contract/orders/orders.endpoints.ts';
import type { OrderForm, WantedLine } from '#contract/orders/orders.schema.ts';
import { soldEndpoints } from '#contract/orders/sold.endpoints.ts';
import type { SoldQuery } from '#contract/orders/sold.schema.ts';
import { makeWorks } from '#server/seeds/factories.ts';
import { openApiWorld, type ApiWorld, type Caller, type TestSchool } from '../support/api-world.ts';
import { madeUpPlaces, pagesByKey } from '../support/pages-by-key.ts';
import { openPracticeMoney, type PracticeMoney } from '../support/practice-money.ts';
import { aCause, buyers, orderOf, quoteFor, sellAt } from '../support/shops.ts';
import { until } from '../support/until.ts';

let money: PracticeMoney;
let world: ApiWorld;
let wells: string;
let hedgehogs: string;
let seller: Caller;
let givenBack: { ref: string; look(): Promise<void> };

const price = 1000;

async function pay(
  school: TestSchool,
  code: string,
  { works, gifts = [] }: { works: string[]; gifts?: OrderForm['gifts'] },
) {
  const visitor = await world.as('visitor', school.host);
  const lines: WantedLine[] = works.map((work_id) => ({ work_id, edition: 'print', quantity: 1 }));
  const { name, email, street } = buyers[code === 'GRN' ? 'greenfield' : 'riverside'];
  const address = works.length === 0 ? null : { street, postcode: '10115', city: 'Berlin' };
  const quote = await quoteFor(world, visitor, lines, gifts);
  const body = orderOf(quote, lines, { provider: 'stripe', gifts, name, email, address });
  const { token } = await world.call(visitor, orderEndpoints.place, { body });
  const { rows } = await world.testDatabase.administrator.query<{ provider_ref: string }>(
    'select provider_ref from payments where order_id = $1',
    [body.id],
  );
  const ref = rows[0]?.provider_ref ?? '';
  const look = async () => {
    world.clock.advance(4000);
    await world.call(visitor, orderEndpoints.check, { params: { token } });
  };
  await money.peer('stripe').pay(ref);
  await look();
  return { ref, look };
}

beforeAll(async () => {
  money = await openPracticeMoney();
  world = await openApiWorld({ clock: money.clock, payments: money.payments });
  const { greenfield, riverside } = world;
  wells = await aCause(world, 'wells');
  hedgehogs = await aCause(world);
  for (const [school, code] of [
    [greenfield, 'GRN'],
    [riverside, 'RIV'],
  ] as const) {
    const [made] = await makeWorks(world.context, school.tenant, [
      { kind: 'book', author_id: null, visibility: 'public', title: `Book of ${code}` },
    ]);
    const works = [made?.id ?? ''];
    await sellAt(world, school, { code, works, digital_price: price, print_price: price, school_bp: 1000 });
    await pay(school, code, { works, gifts: [{ cause_id: wells, amount: 500 }] });
    if (school === greenfield)
      givenBack = await pay(school, code, { works: [], gifts: [{ cause_id: wells, amount: 300 }] });
  }
  seller = await world.as(world.platformAdmin, 'localhost');
  await money.peer('stripe').refund(givenBack.ref);
  await givenBack.look();
});
beforeEach(async () => {
  await world.testDatabase.administrator.query('delete from failed_guesses');
});
afterAll(async () => {
  await world.close();
  await money.close();
});

const list = (caller: Caller, query: Partial<SoldQuery> = {}) =>
  world.call(caller, soldEndpoints.list, { query: { limit: 100, ...query } });
const titles = async (caller: Caller, query: Partial<SoldQuery> = {}) =>
  (await list(caller, query)).results.map(({ title, tenant }) => `${tenant?.school_name ?? ''} ${title}`);

describe('sales of all schools', () => {
  it('are listed for who sells, each with its school, the latest first, and with nothing of who bought', async () => {
    const { count, results } = await list(seller);
    const names = [world.greenfield, world.riverside].map(({ tenant }) => tenant.school_name);
    expect(count).toBe(results.length);
    expect(new Set(results.map(({ tenant }) => tenant?.school_name))).toEqual(new Set(names));
    const paid = results.map(({ paid_at }) => paid_at);
    expect(paid).toEqual(paid.toSorted().toReversed());
    const text = JSON.stringify(results);
    for (const buyer of Object.values(buyers))
      for (const canary of Object.values(buyer)) expect(text).not.toContain(canary);
  });

  it('are narrowed by school, cause, state and days', async () => {
    const { greenfield, riverside } = world;
    const ofGreenfield = await titles(seller, { tenant_id: greenfield.tenant.id });
    expect(ofGreenfield.every((title) => title.startsWith(greenfield.tenant.school_name))).toBe(true);
    expect(ofGreenfield).toHaveLength(4);
    expect(await titles(seller, { cause_id: wells })).toHaveLength(3);
    expect(await titles(seller, { cause_id: wells, state: 'given_back' })).toHaveLength(1);
    expect(await titles(seller, { cause_id: wells, state: 'kept' })).toHaveLength(2);
    const today = dayOf(world.clock.now());
    expect(await titles(seller, { from: today, to: today, tenant_id: riverside.tenant.id })).toHaveLength(3);
    expect(await titles(seller, { to: '2020-01-01' })).toEqual([]);
  });

  it('are added up by currency, with whose the rest is', async () => {
    const [sum, ...more] = await world.call(seller, soldEndpoints.sum, { query: {} });
    expect(more).toEqual([]);
    expect(sum).toMatchObject({ currency: 'EUR', is_test: true, refunded: 300 });
    if (!sum) throw new Error('Something was sold');
    const { amount, refunded, cause, school, platform, tax } = sum;
    expect(cause + school + platform + tax).toBe(amount - refunded);
    const { results } = await list(seller);
    expect(amount).toBe(results.reduce((all, line) => all + line.amount, 0));
    const [ofWells] = await world.call(seller, soldEndpoints.sum, { query: { cause_id: wells } });
    expect(ofWells).toMatchObject({ amount: 1300, refunded: 300, cause: 1000, school: 0 });
  });
});

describe('sales of a school', () => {
  it('are its own alone, whichever school is asked for', async () => {
    const { greenfield, riverside } = world;
    const office = await world.as(greenfield.schoolAdmin);
    const theirs = await world.as(riverside.schoolAdmin);
    const own = await list(office, { tenant_id: riverside.tenant.id });
    expect(own.results.map(({ number }) => number).every((number) => number.startsWith('GRN'))).toBe(true);
    expect(own.results.every(({ tenant }) => tenant === null)).toBe(true);
    const sums = await world.call(theirs, soldEndpoints.sum, { query: { tenant_id: greenfield.tenant.id } });
    expect(sums).toMatchObject([{ refunded: 0 }]);
    const teacher = await world.as(greenfield.teacher);
    for (const endpoint of [soldEndpoints.list, soldEndpoints.sum])
      expect(await world.refusal(teacher, endpoint, { query: {} })).toMatchObject({
        code: 'request.forbidden',
      });
  });

  it('are told by cause: what is raised now, and practice apart', async () => {
    const { greenfield, riverside } = world;
    const office = await world.as(greenfield.schoolAdmin);
    await until(async () => {
      const shares = await world.call(office, soldEndpoints.causes, {});
      expect(shares.map(({ cause, raised, copies, is_test }) => [cause.id, raised, copies, is_test])).toEqual(
        [
          [hedgehogs, expect.any(Number), 1, true],
          [wells, 500, 1, true],
        ],
      );
    });
    await world.testDatabase.administrator.query(
      `insert into cause_sums (school_id, cause_id, currency, is_test, raised, copies) values ($1, $2, 'EUR', false, 70, 1)`,
      [greenfield.tenant.id, wells],
    );
    const shares = await world.call(office, soldEndpoints.causes, {});
    expect(shares[0]).toMatchObject({ cause: { id: wells }, is_test: false, raised: 70 });
    const theirs = await world.call(await world.as(riverside.schoolAdmin), soldEndpoints.causes, {});
    expect(theirs.every(({ is_test }) => is_test)).toBe(true);
  });
});

describe('sales, page by page', () => {
  it('come each once while something is sold, for who sells and for a school', async () => {
    const { greenfield } = world;
    const office = await world.as(greenfield.schoolAdmin);
    const idsOf = (rows: readonly { id: string }[]) => rows.map(({ id }) => id);
    for (const caller of [seller, office]) {
      const before = idsOf((await list(caller)).results);
      for (const limit of [1, 2]) {
        const seen = idsOf((await list(caller)).results);
        const pages = await pagesByKey(
          (place) => list(caller, { limit, ...place }),
          () => pay(greenfield, 'GRN', { works: [], gifts: [{ cause_id: wells, amount: 100 }] }),
        );
        expect(idsOf(pages.flat())).toEqual(seen);
        expect(pages.every((rows) => rows.length <= limit)).toBe(true);
      }
      const after = idsOf((await list(caller)).results);
      expect(after).toHaveLength(before.length + 2);
    }
  });

  it('begin nowhere else than a page ended, and at the place of another school show one’s own alone', async () => {
    const { greenfield, riverside } = world;
    const theirs = await world.as(riverside.schoolAdmin);
    for (const after of madeUpPlaces)
      expect(await world.refusal(seller, soldEndpoints.list, { query: { after } })).toMatchObject({
        status: 400,
        code: 'request.invalid',
        errors: { after: expect.any(Array) },
      });
    const { next } = await list(await world.as(greenfield.schoolAdmin), { limit: 1 });
    const after = new URLSearchParams(next ?? '').get('after') ?? '';
    const own = await list(theirs);
    const behind = await list(theirs, { after });
    expect(behind.results.every(({ number }) => number.startsWith('RIV'))).toBe(true);
    expect(behind.count).toBe(own.count);
  });
});
