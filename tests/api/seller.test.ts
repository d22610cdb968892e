import { beforeAll, describe, expect, it } from 'vitest';
import { dayOf } from '#contract/kit/day.ts';
import { orderEndpoints, shopEndpoints } from '#contract/orders/orders.endpoints.ts';
import { sellerEndpoints } from '#contract/orders/seller.endpoints.ts';
import type { SellerForm, TaxRate } from '#contract/orders/seller.schema.ts';
import { paymentEndpoints } from '#contract/payments/payments.endpoints.ts';
import { makeWorks } from '#server/seeds/factories.ts';
import { quoteFor, sellAt } from '../support/shops.ts';
import { worldOfFile } from '../support/world-of-file.ts';

const { world, greenfield, riverside } = worldOfFile();
let hen: string;

beforeAll(async () => {
  const [made] = await makeWorks(world.context, greenfield.tenant, [
    { kind: 'book', author_id: null, visibility: 'public', title: 'The hen' },
  ]);
  hen = made?.id ?? '';
  await sellAt(world, greenfield, { code: 'GRN', works: [hen] });
  await sellAt(world, riverside, { code: 'RIV', works: [] });
});

const asSeller = () => world.as(world.platformAdmin, 'localhost');
const form = (more: Partial<SellerForm> = {}): SellerForm => ({
  name: 'Quillshelf Ltd',
  address: '1 Shelf Road\nBooktown',
  tax_numbers: 'VAT 123',
  platform_bp: 1250,
  ...more,
});
const today = () => dayOf(world.clock.now());
const dayIn = (days: number) => dayOf(new Date(world.clock.now().getTime() + days * 24 * 60 * 60 * 1000));
const rate = (more: Partial<TaxRate> = {}): TaxRate => ({
  country: 'DE',
  kind: 'digital',
  rate_bp: 700,
  name: 'VAT',
  from_date: today(),
  ...more,
});

describe('who sells', () => {
  it('is the product itself until the platform says so, and is told to all schools from then on', async () => {
    const seller = await asSeller();
    expect(await world.call(seller, sellerEndpoints.read, {})).toMatchObject({ address: '', platform_bp: 0 });
    expect(await world.call(seller, sellerEndpoints.update, { body: form() })).toEqual(form());
    for (const school of [greenfield, riverside]) {
      const shop = await world.call(await world.as('visitor', school.host), shopEndpoints.read, {});
      expect(shop.seller).toEqual({ name: 'Quillshelf Ltd', platform_bp: 1250 });
    }
  });

  it.each([
    [{ name: ' ' }, 'name'],
    [{ address: '' }, 'address'],
    [{ platform_bp: 10_001 }, 'platform_bp'],
  ])('is refused with %j at its field', async (more, field) => {
    const problem = await world.refusal(await asSeller(), sellerEndpoints.update, { body: form(more) });
    expect([problem.status, Object.keys(problem.errors)]).toEqual([400, [field]]);
  });

  it('is changed by no school, and by nobody on the host of one', async () => {
    for (const caller of [
      await world.as(greenfield.schoolAdmin),
      await world.as(riverside.organizationAdmin),
    ]) {
      const refused = await world.refusal(caller, sellerEndpoints.update, { body: form({ name: 'Ours' }) });
      expect(refused.status).toBe(403);
    }
    const { rows } = await world.testDatabase.administrator.query(
      "select 1 from audit_entries where action = 'seller.changed' and tenant_id <> $1",
      [world.platform.id],
    );
    expect(rows).toEqual([]);
  });
});

describe('a tax rate', () => {
  const set = async (body: TaxRate) => world.call(await asSeller(), sellerEndpoints.setTaxRate, { body });
  const taxNow = async () =>
    (
      await quoteFor(world, await world.as('visitor', greenfield.host), [
        { work_id: hen, edition: 'digital', quantity: 1 },
      ])
    ).lines[0]?.tax.rate_bp;

  it('counts from its day on, and what counted before stays in the list', async () => {
    await set(rate());
    expect(await taxNow()).toBe(700);
    const rates = await set(rate({ rate_bp: 1900, from_date: dayIn(1) }));
    expect(rates.map(({ rate_bp, from_date }) => [rate_bp, from_date])).toEqual([
      [1900, dayIn(1)],
      [700, today()],
    ]);
    expect(await taxNow()).toBe(700);
    world.clock.advance(25 * 60 * 60 * 1000);
    expect(await taxNow()).toBe(1900);
  });

  it('that has not counted yet can be corrected; one that has cannot', async () => {
    const from_date = dayIn(3);
    await set(rate({ kind: 'print', rate_bp: 900, from_date }));
    const corrected = await set(rate({ kind: 'print', rate_bp: 800, from_date }));
    expect(corrected.filter(({ kind }) => kind === 'print')).toMatchObject([{ rate_bp: 800 }]);
    const late = await world.refusal(await asSeller(), sellerEndpoints.setTaxRate, {
      body: rate({ from_date: dayIn(-1) }),
    });
    expect([late.status, Object.keys(late.errors)]).toEqual([400, ['from_date']]);
  });

  it.each([
    [{ country: 'XX' }, 'country'],
    [{ kind: 'gift' }, 'kind'],
    [{ rate_bp: -1 }, 'rate_bp'],
    [{ name: '' }, 'name'],
    [{ from_date: 'soon' }, 'from_date'],
  ])('is refused with %j at its field', async (more, field) => {
    const body = { ...rate(), ...more } as TaxRate;
    const problem = await world.refusal(await asSeller(), sellerEndpoints.setTaxRate, { body });
    expect([problem.status, Object.keys(problem.errors)]).toEqual([400, [field]]);
  });
});

describe('the platform', () => {
  it('takes a bank account away again', async () => {
    const seller = await asSeller();
    const body = { currency: 'CHF', holder: 'Q', bank: '', account: 'CH93', code: '', words: '' };
    expect(await world.call(seller, paymentEndpoints.setBank, { body })).toEqual([body]);
    const changed = { ...body, account: 'CH94' };
    expect(await world.call(seller, paymentEndpoints.setBank, { body: changed })).toEqual([changed]);
    const params = { currency: 'CHF' };
    expect(await world.call(seller, paymentEndpoints.removeBank, { params })).toEqual([]);
    const wrong = await world.refusal(seller, paymentEndpoints.setBank, {
      body: { ...body, currency: 'XXX' },
    });
    expect(Object.keys(wrong.errors)).toEqual(['currency']);
  });

  it('finds orders of each school, and no school finds any by that call', async () => {
    const refused = await world.refusal(await world.as(greenfield.schoolAdmin), sellerEndpoints.findOrders, {
      query: {},
    });
    expect(refused.status).toBe(403);
    const own = await world.refusal(await world.as(greenfield.schoolAdmin), orderEndpoints.list, {
      params: { tenantId: greenfield.tenant.id },
      query: {},
    });
    expect(own.status).toBe(403);
  });
});
