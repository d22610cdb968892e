import * as v from 'valibot';
import { isCountryCode } from '../kit/countries.ts';
import { Id, Instant } from '../kit/id.ts';
import { Amount, BasisPoints, Currency } from '../kit/money.ts';
import { line } from '../kit/text.ts';
import { PaymentState, ProviderName, TransferDetails } from '../payments/payments.schema.ts';
import { WorkDocument } from '../works/document.schema.ts';
import { Work, WorkKind } from '../works/works.schema.ts';
import { DocumentType } from '../invoices/invoices.schema.ts';
import { Cause } from '../causes/causes.schema.ts';
import { OrderCertificate } from '../certificates/certificates.schema.ts';
import { copiesPerLine, fulfilments, keptReasons, linesPerOrder } from './orders.rules.ts';
import { parties } from './shares.rules.ts';

const code = v.pipe(
  v.string(),
  v.trim(),
  v.toUpperCase(),
  v.regex(/^[A-Z]{3,5}$/u, 'Please choose three to five letters from A to Z'),
);

const Price = v.nullable(Amount);

/** What a school sells and for how much, in minor units of its currency. */
export const Shop = v.object({
  is_open: v.boolean(),
  /** Null for a shop that was never set up; then all prices are null too. */
  currency: v.nullable(Currency),
  digital_price: Price,
  /** Null: no printed books. */
  print_price: Price,
  print_cost: Price,
  shipping_price: Price,
  school_bp: BasisPoints,
  default_cause: v.nullable(Cause),
  /** What numbers of orders begin with. */
  code: v.nullable(v.string()),
  /** Who sells, and the part of it. */
  seller: v.object({ name: v.string(), platform_bp: BasisPoints }),
  /** Practice: no real money. */
  is_test: v.boolean(),
});
export type Shop = v.InferOutput<typeof Shop>;

export const ShopForm = v.object({
  is_open: v.boolean(),
  currency: Currency,
  digital_price: Amount,
  print_price: Price,
  print_cost: Amount,
  shipping_price: Amount,
  school_bp: BasisPoints,
  default_cause_id: v.nullable(Id),
  code,
});
export type ShopForm = v.InferOutput<typeof ShopForm>;

const editions = ['digital', 'print'] as const;
const Edition = v.picklist(editions);

/** How a work is sold. */
export const WorkSale = v.object({
  is_for_sale: v.boolean(),
  /** Null: the shop's. */
  digital_price: Price,
  print_price: Price,
});
export type WorkSale = v.InferOutput<typeof WorkSale>;

export const WorkSaleAnswer = v.object({
  ...WorkSale.entries,
  id: Id,
  /** Of a child's work: whether a guardian permitted its sale. Null where no permission is needed. */
  is_permitted: v.nullable(v.boolean()),
});

const Quantity = v.pipe(
  v.number(),
  v.integer('Please order whole copies'),
  v.minValue(1, 'Please order at least one'),
  v.maxValue(copiesPerLine, `Please order at most ${copiesPerLine} of one book`),
);

export const WantedLine = v.object({ work_id: Id, edition: Edition, quantity: Quantity });
export type WantedLine = v.InferOutput<typeof WantedLine>;

export const WantedGift = v.object({ cause_id: Id, amount: v.pipe(Amount, v.minValue(1)) });
export type WantedGift = v.InferOutput<typeof WantedGift>;

const Country = v.pipe(
  v.string('Please choose your country'),
  v.check(isCountryCode, 'Please choose your country'),
);

const cannotBeRead = 'This list cannot be read';

/** `id:edition:quantity,…` */
const WantedLines = v.pipe(
  v.optional(v.string(), ''),
  v.transform((text) => text.split(',').filter((part) => part !== '')),
  v.mapItems((part) => part.split(':')),
  v.mapItems(([work_id, edition, quantity, ...more]) => ({
    work_id,
    edition,
    quantity: /^\d{1,3}$/u.test(quantity ?? '') && more.length === 0 ? Number(quantity) : Number.NaN,
  })),
  v.array(WantedLine, cannotBeRead),
  v.maxLength(linesPerOrder, `One order takes at most ${linesPerOrder} books and stories`),
  v.check(
    (wanted) => new Set(wanted.map(({ work_id, edition }) => `${work_id} ${edition}`)).size === wanted.length,
    'Each edition is named once',
  ),
);

/** `id:amount,…` */
const WantedGifts = v.pipe(
  v.optional(v.string(), ''),
  v.transform((text) => text.split(',').filter((part) => part !== '')),
  v.mapItems((part) => part.split(':')),
  v.mapItems(([cause_id, amount, ...more]) => ({
    cause_id,
    amount: /^\d{1,12}$/u.test(amount ?? '') && more.length === 0 ? Number(amount) : Number.NaN,
  })),
  v.array(WantedGift, cannotBeRead),
  v.maxLength(10, 'One order takes at most ten gifts'),
);

export const QuoteQuery = v.object({
  lines: WantedLines,
  gifts: WantedGifts,
  country: Country,
});
export type QuoteQuery = v.InferOutput<typeof QuoteQuery>;

const Share = v.object({
  party: v.picklist(parties),
  cause: v.nullable(Cause),
  amount: Amount,
});

const lineKinds = ['digital', 'print', 'shipping', 'gift', 'plan'] as const;

/** What one pays for. */
const PricedLine = v.object({
  kind: v.picklist(lineKinds),
  work: v.nullable(v.object({ id: Id, kind: WorkKind, slug: v.string(), byline: v.string() })),
  cause: v.nullable(Cause),
  title: v.string(),
  quantity: v.number(),
  unit_price: Amount,
  amount: Amount,
  tax: v.object({ name: v.string(), rate_bp: BasisPoints, amount: Amount }),
});
export type PricedLine = v.InferOutput<typeof PricedLine>;

/** Why something of a cart cannot be bought; what cannot be seen is just not there. */
const leftOutReasons = ['not_there', 'not_for_sale', 'not_printed'] as const;

export const Quote = v.object({
  currency: Currency,
  lines: v.array(PricedLine),
  total: Amount,
  /** Whose each unit of the total will be. */
  who_gets: v.array(Share),
  left_out: v.array(v.object({ work_id: Id, edition: Edition, why: v.picklist(leftOutReasons) })),
  /** What can be chosen for each work, with its price. */
  editions: v.array(v.object({ work_id: Id, edition: Edition, price: Amount })),
  /** Ways to pay this total; empty where it is 0 or no provider is configured. */
  providers: v.array(ProviderName),
  seller: v.string(),
  is_test: v.boolean(),
  /** What placing the order hands back; good until `expires_at`. */
  quote: v.string(),
  expires_at: Instant,
});
export type Quote = v.InferOutput<typeof Quote>;

/** Where a printed book goes. */
export const Address = v.object({
  street: line({ required: 'Please enter street and number', maximum: 200, label: 'street' }),
  postcode: line({ maximum: 20, label: 'postcode' }),
  city: line({ required: 'Please enter a town', maximum: 100, label: 'city' }),
});
export type Address = v.InferOutput<typeof Address>;

const agreed = (message: string) => v.literal(true, message);

export const OrderForm = v.object({
  /** Made on the device: the same order sent twice is one. */
  id: Id,
  quote: v.pipe(v.string(), v.maxLength(2000)),
  lines: v.pipe(v.array(WantedLine), v.maxLength(linesPerOrder)),
  gifts: v.pipe(v.array(WantedGift), v.maxLength(10)),
  country: Country,
  email: v.pipe(
    v.string('Please enter your email address'),
    v.trim(),
    v.email('Please enter an email address'),
    v.maxLength(254, 'Please enter an email address'),
  ),
  name: line({ required: 'Please enter your name', maximum: 100, label: 'name' }),
  address: v.nullable(Address),
  /** Null for an order that costs nothing. */
  provider: v.nullable(ProviderName),
  is_adult: agreed('Please say that you are 18 or older'),
  accepts_terms: agreed('Please agree to the terms'),
});
export type OrderForm = v.InferOutput<typeof OrderForm>;

/** 22 characters for 128 random bits. */
export const OrderToken = v.pipe(
  v.string(),
  v.regex(/^[A-Za-z0-9_-]{22}$/u, 'This is no number of an order'),
);

export const PlacedOrder = v.object({
  token: v.string(),
  number: v.string(),
  /** Where to pay; null where nothing is left to pay. */
  pay_url: v.nullable(v.string()),
});

export type PlacedOrder = v.InferOutput<typeof PlacedOrder>;

/** Why money of an order goes back. */
const refundOrigins = ['staff', 'buyer', 'paid_twice', 'withdrawn', 'provider', 'dispute'] as const;

export const orderStates = ['placed', 'paid', 'lapsed', 'refunded'] as const;

/** An order as it is told to who has its address: no name and no address of the buyer. */
export const TrackedOrder = v.object({
  number: v.string(),
  state: v.picklist(orderStates),
  currency: Currency,
  total: Amount,
  refunded: Amount,
  is_test: v.boolean(),
  seller: v.string(),
  placed_at: Instant,
  paid_at: v.nullable(Instant),
  lines: v.array(
    v.object({
      ...v.omit(PricedLine, ['work']).entries,
      id: Id,
      work_id: v.nullable(Id),
      fulfilment: v.nullable(v.picklist(fulfilments)),
      refunded: Amount,
      /** Asked back and not given back yet. */
      going_back: Amount,
      /** Of the latest refund of the line; null where none was asked. */
      back_because: v.nullable(v.picklist(refundOrigins)),
    }),
  ),
  who_gets: v.array(Share),
  /** The latest; null before the first and for an order that costs nothing. */
  payment: v.nullable(
    v.object({
      provider: ProviderName,
      state: PaymentState,
      /** Where it can still be paid. */
      pay_url: v.nullable(v.string()),
    }),
  ),
  /** Where to send the money, where it is to be paid by bank transfer; else null. */
  transfer: v.nullable(TransferDetails),
  /** Ways to pay it again; none where it is paid or over. */
  providers: v.array(ProviderName),
  events: v.array(v.object({ kind: v.string(), happened_at: Instant })),
  /** Receipts, invoices and credit notes. */
  documents: v.array(v.object({ type: DocumentType, number: v.string(), token: v.string() })),
});
export type TrackedOrder = v.InferOutput<typeof TrackedOrder>;

/** One line that was sold, as the office sees it: of the buyer only where to send a printed book. */
export const SoldLine = v.object({
  id: Id,
  /** The school that sold it, for who sells for all; null at the school itself. */
  tenant: v.nullable(v.object({ id: Id, school_name: v.string() })),
  order_id: Id,
  number: v.string(),
  kind: v.picklist(lineKinds),
  work_id: v.nullable(Id),
  title: v.string(),
  byline: v.string(),
  quantity: v.number(),
  amount: Amount,
  currency: Currency,
  cause: v.nullable(Cause),
  school_amount: Amount,
  cause_amount: Amount,
  refunded: Amount,
  is_test: v.boolean(),
  fulfilment: v.nullable(v.picklist(fulfilments)),
  ship_to: v.nullable(v.object({ name: v.string(), country: v.string(), ...Address.entries })),
  /** The document that it is on, which names no buyer to the office; null for what cost nothing. */
  receipt: v.nullable(v.object({ type: DocumentType, token: v.string() })),
  paid_at: Instant,
});
export type SoldLine = v.InferOutput<typeof SoldLine>;

/** Shows that an order is the caller's: got for a code from an e-mail, good for an hour. */
export const Pass = v.pipe(v.string(), v.maxLength(500));

export const PassForm = v.object({
  code: v.pipe(
    v.string('Please enter the code'),
    v.transform((text) => text.replaceAll(/\s/gu, '')),
    v.regex(/^\d{6}$/u, 'The code has six digits'),
  ),
});

/** What only the buyer is told. */
export const OwnDetails = v.object({
  name: v.string(),
  email: v.string(),
  address: v.nullable(Address),
  /** Ids of lines that can be given back now. */
  returnable: v.array(Id),
  lines: v.array(
    v.object({
      id: Id,
      downloaded_at: v.nullable(Instant),
      /** Why it cannot be given back; null where it can. */
      kept_because: v.nullable(v.picklist(keptReasons)),
    }),
  ),
  /** Of its gifts. */
  certificates: v.array(OrderCertificate),
});
export type OwnDetails = v.InferOutput<typeof OwnDetails>;

export const OwnOrder = v.object({ ...OwnDetails.entries, pass: v.string(), expires_at: Instant });
export type OwnOrder = v.InferOutput<typeof OwnOrder>;

/** Of what the buyer's device makes a PDF or an EPUB. Its pictures are fetched with the pass, see `passScheme`. */
export const BoughtEdition = v.object({
  work_id: Id,
  kind: WorkKind,
  slug: v.string(),
  title: v.string(),
  work: Work,
});
export type BoughtEdition = v.InferOutput<typeof BoughtEdition>;

export const PartsForm = v.object({
  pass: Pass,
  offset: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(1_000_000)),
});

/** Pages of a book or chapters of a story that was bought, in their order. */
export const BoughtParts = v.object({
  /** Of all of the work. */
  count: v.number(),
  parts: v.array(v.object({ id: Id, title: v.string(), document: WorkDocument })),
});
export type BoughtParts = v.InferOutput<typeof BoughtParts>;

/** What a person gives back of an order, and why; by lines, each as far as something is left of it. */
export const RefundForm = v.object({
  /** Made on the device: the same refund sent twice is one. */
  id: Id,
  lines: v.pipe(
    v.array(v.object({ line_id: Id, amount: v.pipe(Amount, v.minValue(1, 'Please enter an amount')) })),
    v.minLength(1, 'Please choose what is given back'),
    v.maxLength(linesPerOrder + 20),
  ),
  reason: line({ required: 'Please say why', maximum: 300, label: 'reason' }),
});
export type RefundForm = v.InferOutput<typeof RefundForm>;
