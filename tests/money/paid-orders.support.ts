import { afterAll, beforeAll, beforeEach, expect } from 'vitest';
import { orderEndpoints } from '#contract/orders/orders.endpoints.ts';
import type { OrderForm, WantedLine } from '#contract/orders/orders.schema.ts';
import type { PeerName } from '#server/sandbox/peer.ts';
import { makeWorks } from '#server/seeds/factories.ts';
import { type ApiWorld, type Caller, openApiWorld } from '../support/api-world.ts';
import { openPracticeMoney, type PracticeMoney } from '../support/practice-money.ts';
import { aCause, orderOf, quoteFor, sellAt } from '../support/shops.ts';

export interface Bought {
  token: string;
  body: OrderForm;
  /** The provider's name of the payment. */
  ref(): Promise<string>;
}

/** A shop with practice money for the tests of one file, and what a buyer and the platform ask of it. */
export function ordersOfFile() {
  const world = {} as ApiWorld;
  /** Filled by the set-up. */
  const shop = {} as { money: PracticeMoney; hen: string };
  const visitor = {} as Caller;

  beforeAll(async () => {
    shop.money = await openPracticeMoney();
    const { clock, payments } = shop.money;
    Object.assign(world, await openApiWorld({ clock, payments }));
    const { greenfield, riverside } = world;
    const [made] = await makeWorks(world.context, greenfield.tenant, [
      { kind: 'book', author_id: null, visibility: 'public', title: 'The hen' },
    ]);
    shop.hen = made?.id ?? '';
    await sellAt(world, greenfield, { code: 'GRN', works: [shop.hen] });
    await sellAt(world, riverside, { code: 'RIV', works: [], currency: 'INR' });
    Object.assign(visitor, await world.as('visitor', greenfield.host));
  });

  beforeEach(async () => {
    await world.testDatabase.administrator.query('delete from failed_guesses');
  });

  afterAll(async () => {
    await world.close();
    await shop.money.close();
  });

  const lines = (): WantedLine[] => [
    { work_id: shop.hen, edition: 'digital', quantity: 2 },
    { work_id: shop.hen, edition: 'print', quantity: 1 },
  ];

  async function order(provider: PeerName | 'transfer', more: Partial<OrderForm> = {}): Promise<Bought> {
    const gifts = [{ cause_id: await aCause(world, 'wells'), amount: 250 }];
    const quote = await quoteFor(world, visitor, lines(), gifts);
    const body = orderOf(quote, lines(), { provider, gifts, ...more });
    const { token, pay_url } = await world.call(visitor, orderEndpoints.place, { body });
    expect(pay_url).toMatch(provider === 'transfer' ? /\/trackorder\// : /\/sandbox\//);
    return { token, body, ref: async () => (await paymentsOf(token))[0]?.provider_ref ?? '' };
  }

  async function paymentsOf(token: string) {
    const { rows } = await world.testDatabase.administrator.query<{
      id: string;
      provider_ref: string;
      state: string;
    }>(
      `select payment.id, payment.provider_ref, payment.state from payments as payment
     join orders as made on made.tenant_id = payment.tenant_id and made.id = payment.order_id
     where made.token = $1 order by payment.attempt desc`,
      [token],
    );
    return rows;
  }

  /** Looks that a page causes come 3 s apart at most. */
  const check = async (token: string) => {
    world.clock.advance(4000);
    return await world.call(visitor, orderEndpoints.check, { params: { token } });
  };

  return { world, shop, visitor, lines, order, check };
}
