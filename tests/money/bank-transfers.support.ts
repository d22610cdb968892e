import { uuidv7 } from 'uuidv7';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { dayOf } from '#contract/kit/day.ts';
import { orderEndpoints } from '#contract/orders/orders.endpoints.ts';
import type { OrderForm, WantedLine } from '#contract/orders/orders.schema.ts';
import type { StaffOrder } from '#contract/orders/staff-orders.schema.ts';
import { paymentEndpoints } from '#contract/payments/payments.endpoints.ts';
import type { TransferForm } from '#contract/payments/payments.schema.ts';
import { makeWorks } from '#server/seeds/factories.ts';
import { type ApiWorld, type Caller, openApiWorld } from '../support/api-world.ts';
import { TestMailbox } from '../support/mailbox.ts';
import { openPracticeMoney, type PracticeMoney } from '../support/practice-money.ts';
import { orderOf, quoteFor, sellAt } from '../support/shops.ts';

export const day = 24 * 60 * 60 * 1000;

/** A shop that is paid by bank transfer, for the tests of one file, and what the platform records of it. */
export function transfersOfFile() {
  const world = {} as ApiWorld;
  /** Filled by the set-up. */
  const shop = {} as { money: PracticeMoney; hen: string };
  const visitor = {} as Caller;
  const mailbox = new TestMailbox();

  beforeAll(async () => {
    shop.money = await openPracticeMoney();
    const { clock, payments } = shop.money;
    Object.assign(
      world,
      await openApiWorld({
        clock,
        payments: { ...payments, bankDetails: null },
        lookForWorkEvery: 200,
      }),
    );
    const { greenfield, riverside } = world;
    const [made] = await makeWorks(world.context, greenfield.tenant, [
      { kind: 'book', author_id: null, visibility: 'public', title: 'The hen' },
    ]);
    shop.hen = made?.id ?? '';
    await sellAt(world, greenfield, { code: 'GRN', works: [shop.hen] });
    await sellAt(world, riverside, { code: 'RIV', works: [], currency: 'INR' });
  });

  beforeEach(async () => {
    await world.testDatabase.administrator.query('delete from failed_guesses');
    Object.assign(visitor, await world.as('visitor', world.greenfield.host));
  });

  afterAll(async () => {
    await world.close();
    await shop.money.close();
  });

  const asSeller = () => world.as(world.platformAdmin, 'localhost');
  const lines = (): WantedLine[] => [{ work_id: shop.hen, edition: 'digital', quantity: 3 }];

  async function order(provider: OrderForm['provider'] = 'transfer') {
    const quote = await quoteFor(world, visitor, lines());
    const body = orderOf(quote, lines(), { provider });
    const { token } = await world.call(visitor, orderEndpoints.place, { body });
    const { payments } = await staffOrder(token);
    return { token, body, total: quote.total, payment: payments[0]?.id ?? '' };
  }

  async function staffOrder(token: string): Promise<StaffOrder> {
    const { rows } = await world.testDatabase.administrator.query<{ id: string }>(
      'select id from orders where token = $1',
      [token],
    );
    const params = { tenantId: world.greenfield.tenant.id, id: rows[0]?.id ?? '' };
    return await world.call(await asSeller(), orderEndpoints.read, { params });
  }

  const track = (token: string) => world.call(visitor, orderEndpoints.track, { params: { token } });

  function came(amount: number, more: Partial<TransferForm> = {}): TransferForm {
    return {
      id: uuidv7(),
      direction: 'in',
      refund_id: null,
      amount,
      happened_on: dayOf(world.clock.now()),
      bank_reference: uuidv7(),
      words: '',
      ...more,
    };
  }
  const at = (id: string, tenantId = world.greenfield.tenant.id) => ({ tenantId, id });
  const record = async (payment: string, body: TransferForm) =>
    world.call(await asSeller(), paymentEndpoints.recordTransfer, { params: at(payment), body });
  const findings = async (state: 'open' | 'closed' = 'open') =>
    (await world.call(await asSeller(), paymentEndpoints.listFindings, { query: { state, limit: 100 } }))
      .results;
  const findingsOf = async ({ token }: { token: string }) => {
    const { id } = await staffOrder(token);
    return (await findings()).filter((each) => each.order?.id === id);
  };

  return {
    world,
    shop,
    visitor,
    mailbox,
    asSeller,
    lines,
    order,
    staffOrder,
    track,
    came,
    at,
    record,
    findings,
    findingsOf,
  };
}
