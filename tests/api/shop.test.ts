import { beforeAll, describe, expect, it } from 'vitest';
import { orderEndpoints, shopEndpoints } from '#contract/orders/orders.endpoints.ts';
import type { ShopForm, WantedLine } from '#contract/orders/orders.schema.ts';
import { makeWorks, permit, permitPublic, setPrivacy } from '#server/seeds/factories.ts';
import type { Caller } from '../support/api-world.ts';
import { aCause, quoteFor, textOf } from '../support/shops.ts';
import { worldOfFile } from '../support/world-of-file.ts';

const { world, greenfield, riverside } = worldOfFile();

let cause: string;
let admin: Caller;
let visitor: Caller;

beforeAll(async () => {
  cause = await aCause(world);
  admin = await world.as(greenfield.schoolAdmin);
  visitor = await world.as('visitor', greenfield.host);
});

const form = (more: Partial<ShopForm> = {}): ShopForm => ({
  is_open: true,
  currency: 'EUR',
  digital_price: 400,
  print_price: 1200,
  print_cost: 500,
  shipping_price: 300,
  school_bp: 1000,
  default_cause_id: cause,
  code: 'GRN',
  ...more,
});
const update = (caller: Caller, more: Partial<ShopForm> = {}) =>
  world.call(caller, shopEndpoints.update, { body: form(more) });
const refused = (caller: Caller, more: Partial<ShopForm> = {}) =>
  world.refusal(caller, shopEndpoints.update, { body: form(more) });

async function aBook(more: Partial<Parameters<typeof makeWorks>[2][number]> = {}): Promise<string> {
  const [work] = await makeWorks(world.context, greenfield.tenant, [
    { kind: 'book', author_id: null, visibility: 'public', ...more },
  ]);
  return work?.id ?? '';
}
const sell = (id: string, prices: { digital_price?: number | null; print_price?: number | null } = {}) =>
  world.call(admin, shopEndpoints.updateSale, {
    params: { id },
    body: { is_for_sale: true, digital_price: null, print_price: null, ...prices },
  });
const digital = (work_id: string, quantity = 1): WantedLine => ({ work_id, edition: 'digital', quantity });
const printed = (work_id: string, quantity = 1): WantedLine => ({ work_id, edition: 'print', quantity });

describe('a shop', () => {
  it('is closed and without prices until the office set it up', async () => {
    const shop = await world.call(visitor, shopEndpoints.read, {});
    expect(shop).toMatchObject({ is_open: false, currency: null, digital_price: null, code: null });
    const query = { lines: digital(await aBook()).work_id + ':digital:1', country: 'DE' };
    const closed = await world.refusal(visitor, orderEndpoints.quote, { query });
    expect(closed.code).toBe('orders.closed');
  });

  it('does not open without a cause, and says so at the field', async () => {
    const problem = await refused(admin, { default_cause_id: null });
    expect(problem).toMatchObject({ status: 409, code: 'orders.cause_needed' });
    expect(Object.keys(problem.errors)).toEqual(['default_cause_id']);
    const unknown = await refused(admin, { default_cause_id: greenfield.tenant.id });
    expect(unknown.errors).toHaveProperty('default_cause_id');
  });

  it.each([
    [{ currency: 'XXX' }, 'currency'],
    [{ digital_price: -1 }, 'digital_price'],
    [{ digital_price: 1.5 }, 'digital_price'],
    [{ school_bp: 10_001 }, 'school_bp'],
    [{ code: 'A1' }, 'code'],
  ] as const)('refuses %j at its field', async (more, field) => {
    const problem = await refused(admin, more);
    expect(problem.status).toBe(400);
    expect(Object.keys(problem.errors)).toEqual([field]);
  });

  it('opens for its own school alone; each school has its own letters, once', async () => {
    expect(await update(admin)).toMatchObject({
      is_open: true,
      currency: 'EUR',
      code: 'GRN',
      default_cause: { id: cause },
    });
    const theirs = await world.as(riverside.schoolAdmin);
    expect(await world.call(theirs, shopEndpoints.read, {})).toMatchObject({ is_open: false, code: null });
    expect((await refused(theirs)).code).toBe('orders.code_taken');
    expect(await update(theirs, { code: 'riv', currency: 'JPY' })).toMatchObject({
      code: 'RIV',
      currency: 'JPY',
    });
    expect((await refused(admin, { code: 'NEW' })).code).toBe('orders.code_taken');
  });

  it('takes the platform’s part into account, so that no more than everything is given away', async () => {
    await world.testDatabase.administrator.query(
      "insert into seller (name, address, platform_bp) values ('Quillshelf Ltd', 'Somewhere', 1500)",
    );
    const problem = await refused(admin, { school_bp: 9000 });
    expect(problem.errors.school_bp).toEqual(['The school’s part can be at most 85 %']);
    expect(await world.call(visitor, shopEndpoints.read, {})).toMatchObject({
      seller: { name: 'Quillshelf Ltd', platform_bp: 1500 },
    });
  });

  it('forgets the prices of works where the currency changes, and only then', async () => {
    const id = await aBook();
    await sell(id, { digital_price: 250 });
    await update(admin, { digital_price: 500 });
    const read = () => world.call(admin, shopEndpoints.readSale, { params: { id } });
    expect(await read()).toMatchObject({ is_for_sale: true, digital_price: 250 });
    await update(admin, { currency: 'GBP' });
    expect(await read()).toMatchObject({ is_for_sale: true, digital_price: null });
    await update(admin);
  });
});

describe('what is for sale', () => {
  it('is what the office put up, at its own price or the shop’s', async () => {
    const [plain, dear, unsold] = [await aBook({ title: 'Plain' }), await aBook(), await aBook()];
    await sell(plain);
    await sell(dear, { digital_price: 990, print_price: 0 });
    const quote = await quoteFor(world, visitor, [digital(plain), digital(dear), digital(unsold)]);
    expect(quote.lines.map(({ work, unit_price }) => [work?.id, unit_price])).toEqual([
      [plain, 400],
      [dear, 990],
    ]);
    expect(quote.left_out).toEqual([{ work_id: unsold, edition: 'digital', why: 'not_for_sale' }]);
    expect(quote.editions).toContainEqual({ work_id: dear, edition: 'print', price: 0 });
    expect(quote.total).toBe(1390);
  });

  it('of a child’s work also hangs on a guardian’s word, when it is put up and when it is bought', async () => {
    const child = greenfield.students[2]?.id ?? '';
    await setPrivacy(world.context, greenfield.tenant, [child], 'public');
    await permitPublic(world.context, greenfield.tenant, [child]);
    const id = await aBook({ author_id: child });
    const ask = {
      params: { id },
      body: { is_for_sale: true, digital_price: null, print_price: null },
    };
    expect(await world.call(admin, shopEndpoints.readSale, ask)).toMatchObject({ is_permitted: false });
    expect((await world.refusal(admin, shopEndpoints.updateSale, ask)).code).toBe('orders.no_permission');
    await permit(world.context, greenfield.tenant, [child], ['sale']);
    expect(await sell(id)).toMatchObject({ is_for_sale: true, is_permitted: true });
    expect((await quoteFor(world, visitor, [digital(id)])).lines).toHaveLength(1);
    await world.testDatabase.administrator.query(
      "update guardian_permissions set ended_at = now() where tenant_id = $1 and student_id = $2 and purpose = 'sale'",
      [greenfield.tenant.id, child],
    );
    expect((await quoteFor(world, visitor, [digital(id)])).left_out).toEqual([
      { work_id: id, edition: 'digital', why: 'not_for_sale' },
    ]);
  });

  it('is not told of to who may not see it, nor at another school', async () => {
    const inside = await aBook({ visibility: 'community' });
    await sell(inside);
    const notThere = [{ work_id: inside, edition: 'digital', why: 'not_there' }];
    expect((await quoteFor(world, visitor, [digital(inside)])).left_out).toEqual(notThere);
    const teacher = await world.as(greenfield.teacher);
    expect((await quoteFor(world, teacher, [digital(inside)])).lines).toHaveLength(1);
    const elsewhere = await world.as('visitor', riverside.host);
    expect((await quoteFor(world, elsewhere, [digital(inside)])).left_out).toEqual(notThere);
    const foreign = await world.refusal(await world.as(riverside.schoolAdmin), shopEndpoints.updateSale, {
      params: { id: inside },
      body: { is_for_sale: false, digital_price: null, print_price: null },
    });
    expect(foreign.code).toBe('works.not_found');
  });
});

describe('a quote', () => {
  it('says whose each cent will be, tax first, and adds up', async () => {
    await world.testDatabase.administrator.query(
      `insert into tax_rates (country, kind, from_date, rate_bp, name) values
         ('DE', 'digital', '2020-01-01', 1900, 'VAT'), ('DE', 'print', '2020-01-01', 700, 'VAT'),
         ('DE', 'digital', '2999-01-01', 5000, 'VAT'), ('FR', 'digital', '2020-01-01', 2000, 'TVA')`,
    );
    const id = await aBook();
    await sell(id);
    const other = await aCause(world, 'wells');
    const quote = await quoteFor(
      world,
      visitor,
      [digital(id, 2), printed(id)],
      [{ cause_id: other, amount: 150 }],
    );
    expect(quote.lines.map(({ kind, amount, tax }) => [kind, amount, tax.rate_bp, tax.amount])).toEqual([
      ['digital', 800, 1900, 128],
      ['print', 1200, 700, 79],
      ['shipping', 300, 0, 0],
      ['gift', 150, 0, 0],
    ]);
    expect(quote.total).toBe(2450);
    // Digital: 672 net, platform 15 % 100, school 10 % 67. Print: 1121 net, platform 168, school 500 + 112.
    expect(quote.who_gets.map(({ party, cause: of, amount }) => [party, of?.slug ?? null, amount])).toEqual([
      ['cause', 'hedgehogs', 672 - 100 - 67 + (1121 - 168 - 612)],
      ['cause', 'wells', 150],
      ['school', null, 67 + 612 + 300],
      ['platform', null, 268],
      ['tax', null, 207],
    ]);
    expect(quote.who_gets.reduce((sum, { amount }) => sum + amount, 0)).toBe(quote.total);
  });

  it.each([
    ['x:digital:1', 'lines.0.work_id'],
    ['019aa700-0000-7000-8000-000000000001:digital:0', 'lines.0.quantity'],
    ['019aa700-0000-7000-8000-000000000001:digital:21', 'lines.0.quantity'],
    ['019aa700-0000-7000-8000-000000000001:digital:1:1', 'lines.0.quantity'],
    ['019aa700-0000-7000-8000-000000000001:cloth:1', 'lines.0.edition'],
  ])('refuses the line %s', async (lines, field) => {
    const problem = await world.refusal(visitor, orderEndpoints.quote, { query: { lines, country: 'DE' } });
    expect(problem.status).toBe(400);
    expect(Object.keys(problem.errors)).toEqual([field]);
  });

  it('sends a child to a grown-up', async () => {
    const child = await world.as(greenfield.student);
    const query = { lines: textOf([digital(await aBook())]), country: 'DE' };
    const problem = await world.refusal(child, orderEndpoints.quote, { query });
    expect(problem).toMatchObject({ status: 403, code: 'orders.ask_grown_up' });
  });
});
