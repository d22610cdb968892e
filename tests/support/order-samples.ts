import type { ShownDocument } from '#contract/invoices/invoices.schema.ts';
import type { Quote, Shop, SoldLine, TrackedOrder } from '#contract/orders/orders.schema.ts';

/** As the server tells of what is sold, for tests of screens. */
export const hedgehogs = {
  id: '019a0000-0000-7000-8000-0000000000ca',
  name: 'Hedgehog Rescue',
  slug: 'hedgehog-rescue',
};

export const henId = '019a0000-0000-7000-8000-000000000001';
export const foxId = '019a0000-0000-7000-8000-000000000002';

const henLine = {
  kind: 'digital' as const,
  work: { id: henId, kind: 'book' as const, slug: 'the-hen', byline: 'Zoë' },
  cause: hedgehogs,
  title: 'The hen',
  quantity: 1,
  unit_price: 400,
  amount: 400,
  tax: { name: 'VAT', rate_bp: 700, amount: 26 },
};

export function sampleQuote(fields: Partial<Quote> = {}): Quote {
  return {
    currency: 'EUR',
    lines: [henLine],
    total: 400,
    who_gets: [
      { party: 'cause', cause: hedgehogs, amount: 300 },
      { party: 'school', cause: null, amount: 50 },
      { party: 'platform', cause: null, amount: 24 },
      { party: 'tax', cause: null, amount: 26 },
    ],
    left_out: [],
    editions: [
      { work_id: henId, edition: 'digital', price: 400 },
      { work_id: henId, edition: 'print', price: 1200 },
    ],
    providers: ['stripe', 'paypal'],
    seller: 'Quillshelf',
    is_test: false,
    quote: 'sealed',
    expires_at: '2026-11-26T12:30:00.000Z',
    ...fields,
  };
}

export const sampleToken = 'AbCdEfGhIjKlMnOpQrStUv';

export function sampleOrder(fields: Partial<TrackedOrder> = {}): TrackedOrder {
  const { work: _work, ...line } = henLine;
  return {
    number: 'GRN-7K2MQ',
    state: 'placed',
    currency: 'EUR',
    total: 400,
    refunded: 0,
    is_test: false,
    seller: 'Quillshelf',
    placed_at: '2026-11-26T10:00:00.000Z',
    paid_at: null,
    lines: [
      {
        ...line,
        id: '019a0000-0000-7000-8000-00000000011e',
        work_id: henId,
        fulfilment: null,
        refunded: 0,
        going_back: 0,
        back_because: null,
      },
    ],
    who_gets: sampleQuote().who_gets,
    payment: { provider: 'paypal', state: 'begun', pay_url: null },
    transfer: null,
    providers: ['stripe', 'paypal'],
    events: [{ kind: 'placed', happened_at: '2026-11-26T10:00:00.000Z' }],
    documents: [],
    ...fields,
  };
}

export function samplePaidOrder(fields: Partial<TrackedOrder> = {}): TrackedOrder {
  const placed = sampleOrder();
  return {
    ...placed,
    state: 'paid',
    paid_at: '2026-11-26T10:02:00.000Z',
    lines: placed.lines.map((line) => ({ ...line, fulfilment: 'ready' as const })),
    payment: { provider: 'paypal', state: 'captured', pay_url: null },
    providers: [],
    events: [...placed.events, { kind: 'paid', happened_at: '2026-11-26T10:02:00.000Z' }],
    ...fields,
  };
}

export function sampleShop(fields: Partial<Shop> = {}): Shop {
  return {
    is_open: true,
    currency: 'EUR',
    digital_price: 400,
    print_price: 1200,
    print_cost: 500,
    shipping_price: 350,
    school_bp: 1250,
    default_cause: hedgehogs,
    code: 'GRN',
    seller: { name: 'Quillshelf', platform_bp: 1000 },
    is_test: false,
    ...fields,
  };
}

export function sampleSoldLine(fields: Partial<SoldLine> = {}): SoldLine {
  return {
    id: '019a0000-0000-7000-8000-00000000011e',
    order_id: '019a0000-0000-7000-8000-00000000000d',
    tenant: null,
    number: 'GRN-7K2MQ',
    kind: 'print',
    work_id: henId,
    title: 'The hen',
    byline: 'Zoë',
    quantity: 2,
    amount: 2400,
    currency: 'EUR',
    cause: hedgehogs,
    school_amount: 1200,
    cause_amount: 900,
    refunded: 0,
    is_test: false,
    fulfilment: 'to_make',
    ship_to: { name: 'Ada Hill', country: 'DE', street: 'Canary Lane 7', postcode: '10115', city: 'Berlin' },
    receipt: { type: 'order', token: sampleDocumentToken },
    paid_at: '2026-11-26T10:02:00.000Z',
    ...fields,
  };
}

export const sampleDocumentToken = 'ZzCdEfGhIjKlMnOpQrStUv';

export function sampleDocument(fields: Partial<ShownDocument> = {}): ShownDocument {
  return {
    type: 'order',
    number: 'GRN-O26-00042',
    issued_on: '2026-11-26',
    order_number: 'GRN-7K2MQ',
    paid_on: '2026-11-26',
    corrects: null,
    is_test: false,
    seller: { name: 'Quillshelf Ltd', address: '1 Shelf Street\nLondon', tax_numbers: 'GB123456789' },
    school: 'Greenfield Primary',
    buyer: null,
    currency: 'EUR',
    lines: [
      {
        title: 'The hen',
        kind: 'digital',
        quantity: 2,
        unit_price: 595,
        amount: 1190,
        tax_rate_bp: 1900,
        tax_name: 'VAT',
        tax: 190,
      },
    ],
    taxes: [{ name: 'VAT', rate_bp: 1900, net: 1000, tax: 190 }],
    total: 1190,
    issued_at: '2026-11-26T10:02:00.000Z',
    ...fields,
  };
}
