import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { causeEndpoints } from '#contract/causes/causes.endpoints.ts';
import { orderEndpoints } from '#contract/orders/orders.endpoints.ts';
import type { WantedLine } from '#contract/orders/orders.schema.ts';
import { libraryEndpoints } from '#contract/works/library.endpoints.ts';
import { makeWorks, permit } from '#server/seeds/factories.ts';
import { openApiWorld, type ApiWorld, type Person, type TestSchool } from '../support/api-world.ts';
import { openPracticeMoney, type PracticeMoney } from '../support/practice-money.ts';
import { aCause, orderOf, quoteFor, sellAt } from '../support/shops.ts';
import { until } from '../support/until.ts';

let money: PracticeMoney;
let world: ApiWorld;
let cause: string;
let books: Record<'greenfield' | 'riverside', string>;

const price = 1000;
/** What is left of it for the cause: the school keeps a tenth. */
const share = 900;

beforeAll(async () => {
  money = await openPracticeMoney();
  world = await openApiWorld({ clock: money.clock, payments: money.payments });
  const { greenfield, riverside } = world;
  cause = await aCause(world);
  const bookOf = async ({ tenant, student }: TestSchool) => {
    const [made] = await makeWorks(world.context, tenant, [
      { kind: 'book', author_id: student.id, visibility: 'community', title: 'The hen' },
    ]);
    return made?.id ?? '';
  };
  books = { greenfield: await bookOf(greenfield), riverside: await bookOf(riverside) };
  for (const [school, code] of [
    [greenfield, 'GRN'],
    [riverside, 'RIV'],
  ] as const) {
    const works = [books[school === greenfield ? 'greenfield' : 'riverside']];
    await sellAt(world, school, { code, works, digital_price: price, school_bp: 1000 });
    await permit(world.context, school.tenant, [school.student.id], ['sale']);
  }
});
beforeEach(async () => {
  await world.testDatabase.administrator.query('delete from failed_guesses');
});
afterAll(async () => {
  await world.close();
  await money.close();
});

/** Bought by the office, which sees what is for the school, and paid. */
async function buy(name: 'greenfield' | 'riverside', quantity = 1) {
  const buyer = await world.as(world[name].schoolAdmin);
  const lines: WantedLine[] = [{ work_id: books[name], edition: 'digital', quantity }];
  const body = orderOf(await quoteFor(world, buyer, lines), lines, { provider: 'stripe' });
  const { token } = await world.call(buyer, orderEndpoints.place, { body });
  const { rows } = await world.testDatabase.administrator.query<{ provider_ref: string }>(
    'select provider_ref from payments where order_id = $1',
    [body.id],
  );
  const ref = rows[0]?.provider_ref ?? '';
  const look = async () => {
    world.clock.advance(4000);
    await world.call(buyer, orderEndpoints.check, { params: { token } });
  };
  await money.peer('stripe').pay(ref);
  await look();
  return { ref, look };
}

const raisedFor = async (person: Person) =>
  await world.call(await world.as(person), causeEndpoints.raised, {});

/** Of all schools, as a stranger reads it; once the sums were added up. */
async function comesTo(raised: number, copies: number): Promise<void> {
  const visitor = await world.as('visitor', world.riverside.host);
  const sums = async () =>
    (await world.call(visitor, causeEndpoints.read, { params: { idOrSlug: cause } })).sums;
  await until(async () => expect(await sums()).toEqual([{ currency: 'EUR', raised, copies, paid_out: 0 }]));
}

describe('what was raised for a cause', () => {
  it('is added up over all schools, and told to each author without a buyer or another school', async () => {
    const { greenfield, riverside } = world;
    await buy('greenfield');
    await buy('greenfield', 2);
    await buy('riverside');
    await comesTo(4 * share, 4);
    const impactsAt = async ({ host }: TestSchool) =>
      await world.call(await world.as('visitor', host), libraryEndpoints.readImpacts, {});
    expect(await impactsAt(greenfield)).toEqual({ total_impacts: 3 });
    expect(await impactsAt(riverside)).toEqual({ total_impacts: 1 });
    const child = await raisedFor(greenfield.student);
    expect(child).toMatchObject({
      totals: [{ currency: 'EUR', raised: 3 * share, copies: 3 }],
      causes: [{ cause: { id: cause }, sums: [{ raised: 3 * share }] }],
      works: [{ title: 'The hen', is_own: true, cause: { id: cause } }],
      is_test: true,
    });
    expect(JSON.stringify(child)).not.toContain('Ada');
    expect(await raisedFor(greenfield.teacher)).toMatchObject({
      totals: [{ raised: 3 * share }],
      works: [{ is_own: false }],
    });
    // She looks after another class, and he is of another school.
    expect(await raisedFor(greenfield.otherTeacher)).toMatchObject({ totals: [], causes: [], works: [] });
    expect(await raisedFor(riverside.student)).toMatchObject({ totals: [{ raised: share, copies: 1 }] });
  });

  it('counts nothing that is begun, given back or disputed, and counts it again where the dispute is won', async () => {
    const before = { raised: 4 * share, copies: 4 };
    const { ref, look } = await buy('greenfield', 2);
    await comesTo(before.raised + 2 * share, before.copies + 2);
    const { id } = await money.peer('stripe').dispute(ref);
    await look();
    await comesTo(before.raised, before.copies);
    expect(await raisedFor(world.greenfield.student)).toMatchObject({ totals: [{ copies: 3 }] });
    await money.peer('stripe').closeDispute(id, 'won');
    await look();
    await comesTo(before.raised + 2 * share, before.copies + 2);
    await money.peer('stripe').refund(ref);
    await look();
    await comesTo(before.raised, before.copies);
    expect(await raisedFor(world.greenfield.student)).toMatchObject({ totals: [{ copies: 3 }] });
  });
});
