import { randomBytes } from 'node:crypto';
import { uuidv7 } from 'uuidv7';
import type { DocumentBody } from '#contract/invoices/invoices.schema.ts';
import { orderEndpoints } from '#contract/orders/orders.endpoints.ts';
import type { OrderForm, Quote, WantedLine } from '#contract/orders/orders.schema.ts';
import { makeCauses, openShop, putUpForSale, readCauses } from '#server/seeds/factories.ts';
import type { ApiWorld, Caller, TestSchool } from './api-world.ts';

/** A cause of the platform, made once in each world. */
export async function aCause({ context }: ApiWorld, slug = 'hedgehogs'): Promise<string> {
  const there = (await readCauses(context)).get(slug);
  if (there !== undefined) return there;
  await makeCauses(context, [{ name: slug, slug }]);
  return (await readCauses(context)).get(slug) ?? '';
}

/** Opens the shop of a school with these works in it. */
export async function sellAt(
  world: ApiWorld,
  { tenant }: TestSchool,
  shop: { code: string; works: readonly string[] } & Omit<
    Parameters<typeof openShop>[2],
    'default_cause_id' | 'code'
  >,
): Promise<void> {
  const { works, ...facts } = shop;
  await openShop(world.context, tenant, { ...facts, default_cause_id: await aCause(world) });
  await putUpForSale(world.context, tenant, works);
}

export const textOf = (lines: readonly WantedLine[]) =>
  lines.map(({ work_id, edition, quantity }) => `${work_id}:${edition}:${quantity}`).join(',');

export async function quoteFor(
  world: ApiWorld,
  caller: Caller,
  lines: readonly WantedLine[],
  gifts: OrderForm['gifts'] = [],
): Promise<Quote> {
  return await world.call(caller, orderEndpoints.quote, {
    query: {
      lines: textOf(lines),
      gifts: gifts.map(({ cause_id, amount }) => `${cause_id}:${amount}`).join(','),
      country: 'DE',
    },
  });
}

/** Who bought at a school, each by words that nothing else has. */
export const buyers = {
  greenfield: { name: 'Ada Hill', email: 'ada-canary@example.org', street: 'Canary Lane 7' },
  riverside: { name: 'Rita Brook', email: 'rita-canary@example.org', street: 'Wagtail Row 9' },
} as const;

/** What a buyer fills in. */
export function orderOf(
  quote: Pick<Quote, 'quote'>,
  lines: readonly WantedLine[],
  more: Partial<OrderForm> = {},
): OrderForm {
  return {
    id: uuidv7(),
    quote: quote.quote,
    lines: [...lines],
    gifts: [],
    country: 'DE',
    email: `${uuidv7()}@example.org`,
    name: 'Ada Hill',
    address: lines.some(({ edition }) => edition === 'print')
      ? { street: 'Canary Lane 7', postcode: '10115', city: 'Berlin' }
      : null,
    provider: null,
    is_adult: true,
    accepts_terms: true,
    ...more,
  };
}

/** A document of an order that cost nothing and so has none of its own. @returns its token */
export async function insertDocument(
  { testDatabase }: ApiWorld,
  { tenant }: TestSchool,
  { id, number, buyer }: { id: string; number: string; buyer: { name: string; street: string } },
): Promise<string> {
  const token = randomBytes(16).toString('base64url');
  const body: DocumentBody = {
    type: 'order',
    number,
    issued_on: '2026-11-26',
    order_number: 'GRN-1',
    paid_on: '2026-11-26',
    corrects: null,
    is_test: true,
    seller: { name: 'Quillshelf', address: '', tax_numbers: '' },
    school: tenant.school_name,
    buyer: { name: buyer.name, address: buyer.street, country: 'DE' },
    currency: 'EUR',
    lines: [],
    taxes: [],
    total: 0,
  };
  await testDatabase.administrator.query(
    `insert into documents (tenant_id, id, token, type, year, is_test, serial, number, order_id, body, sha256, issued_at)
     values ($1, gen_random_uuid(), $2, 'order', 2026, true, 1, $3, $4, $5, sha256('x'), now())`,
    [tenant.id, token, number, id, JSON.stringify(body)],
  );
  return token;
}
