import { uuidv7 } from 'uuidv7';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { payoutEndpoints } from '#contract/causes/payouts.endpoints.ts';
import type { PayoutForm } from '#contract/causes/payouts.schema.ts';
import { orderEndpoints } from '#contract/orders/orders.endpoints.ts';
import type { WantedLine } from '#contract/orders/orders.schema.ts';
import { makeWorks, permit } from '#server/seeds/factories.ts';
import { type ApiWorld, openApiWorld, type TestSchool } from '../support/api-world.ts';
import { makeCause } from '../support/causes.ts';
import { openPracticeMoney, type PracticeMoney } from '../support/practice-money.ts';
import { orderOf, quoteFor, sellAt } from '../support/shops.ts';

const price = 1000;
/** What is left of it for the cause and for the school. */
export const share = 900;
export const sending = 300;
export const day = 24 * 60 * 60 * 1000;
export const hold = 15 * day;

/** Two schools that sell for a cause, for the tests of one file, and what the platform and their offices ask. */
export function soldOfFile() {
  const world = {} as ApiWorld;

  /** Named by greenfield; both schools collect for it. */

  /** Another one of greenfield. */
  /** Filled by the set-up. */
  const sold = {} as {
    money: PracticeMoney;
    nests: string;
    books: Record<'greenfield' | 'riverside', string>;
    second: string;
  };

  beforeAll(async () => {
    sold.money = await openPracticeMoney();
    Object.assign(world, await openApiWorld({ clock: sold.money.clock, payments: sold.money.payments }));
    const { greenfield, riverside } = world;
    sold.nests = await makeCause(world, greenfield, { state: 'open' });
    const bookOf = async ({ tenant, student }: TestSchool) => {
      const [made] = await makeWorks(world.context, tenant, [
        { kind: 'book', author_id: student.id, visibility: 'community', title: 'The hen' },
      ]);
      return made?.id ?? '';
    };
    sold.books = { greenfield: await bookOf(greenfield), riverside: await bookOf(riverside) };
    sold.second = await bookOf(greenfield);
    for (const [school, code] of [
      [greenfield, 'GRN'],
      [riverside, 'RIV'],
    ] as const) {
      const works = school === greenfield ? [sold.books.greenfield, sold.second] : [sold.books.riverside];
      await sellAt(world, school, {
        code,
        works,
        digital_price: price,
        print_price: price,
        print_cost: 0,
        shipping_price: sending,
        school_bp: 1000,
      });
      await permit(world.context, school.tenant, [school.student.id], ['sale']);
    }
    await world.testDatabase.administrator.query('update works set cause_id = $1 where id = any($2)', [
      sold.nests,
      [...Object.values(sold.books), sold.second],
    ]);
  });

  beforeEach(async () => {
    await world.testDatabase.administrator.query('delete from failed_guesses');
  });

  afterAll(async () => {
    await world.close();
    await sold.money.close();
  });

  const platform = () => world.as(world.platformAdmin);
  const office = (name: 'greenfield' | 'riverside') => world.as(world[name].schoolAdmin);

  /** Bought by the office, which sees what is for the school, and paid. */
  async function buy(
    name: 'greenfield' | 'riverside',
    edition: 'digital' | 'print' = 'digital',
    email?: string,
    more: readonly WantedLine[] = [],
  ) {
    const buyer = await office(name);
    const lines: WantedLine[] = [{ work_id: sold.books[name], edition, quantity: 1 }, ...more];
    const body = orderOf(await quoteFor(world, buyer, lines), lines, {
      provider: 'stripe',
      ...(email !== undefined && { email }),
    });
    const { token } = await world.call(buyer, orderEndpoints.place, { body });
    const { rows } = await world.testDatabase.administrator.query<{ provider_ref: string }>(
      'select provider_ref from payments where order_id = $1',
      [body.id],
    );
    const ref = rows[0]?.provider_ref ?? '';
    const look = async () => {
      world.clock.advance(4000);
      await world.call(await office(name), orderEndpoints.check, { params: { token } });
    };
    await sold.money.peer('stripe').pay(ref);
    await look();
    return { ref, look, id: body.id };
  }

  const toNests = (): PayoutForm => ({
    id: uuidv7(),
    to: { kind: 'cause', id: sold.nests },
    currency: 'EUR',
  });

  const payableFor = async (id: string) =>
    (await world.call(await platform(), payoutEndpoints.listPayable, { query: {} })).find(
      ({ to }) => to.id === id,
    )?.amount ?? 0;

  const refusedPayout = async (body: PayoutForm) =>
    await world.refusal(await platform(), payoutEndpoints.prepare, { body });

  return { world, sold, platform, office, buy, toNests, payableFor, refusedPayout };
}
