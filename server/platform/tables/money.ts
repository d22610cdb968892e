import type { ColumnType, Generated } from 'kysely';
import type {
  Made,
  Moment,
  Big,
  Json,
  TaxedColumn,
  OrderLineColumn,
  FulfilmentColumn,
  PartyColumn,
  PaymentProviderColumn,
  PaymentStateColumn,
  CertificateColumn,
  DocumentColumn,
  SubscriptionColumn,
  RefundOriginColumn,
} from './columns.ts';

/** Column by column, as `server/migrations` makes them. */
export interface MoneyTables {
  causes: {
    id: string;
    owner_id: Generated<string | null>;
    name: string;
    slug: string;
    search_text: string;
    state: Generated<'draft' | 'submitted' | 'open' | 'paused' | 'closed'>;
    summary: Generated<string>;
    story: Generated<string>;
    picture_sha256: Generated<Buffer | null>;
    country: Generated<string | null>;
    registration_no: Generated<string>;
    tax_scheme: Generated<'none' | '80G' | 'GiftAid' | '501c3' | 'DGR'>;
    currency: Generated<string | null>;
    goal: Generated<Big | null>;
    reason: Generated<string>;
    submitted_at: Moment;
    opened_by: Generated<string | null>;
    opened_at: Moment;
    created_at: Made;
    updated_at: Made;
  };
  cause_pictures: { cause_id: string; sha256: Buffer; content: Buffer; created_at: Date };
  cause_updates: {
    cause_id: string;
    id: string;
    text: string;
    picture_sha256: Buffer | null;
    payout_id: string | null;
    created_at: Date;
  };
  cause_sums: {
    school_id: string;
    cause_id: string;
    currency: string;
    is_test: boolean;
    raised: Big;
    copies: number;
    paid_out: Generated<Big>;
  };
  cause_totals: {
    cause_id: string;
    currency: string;
    is_test: boolean;
    raised: Big;
    copies: number;
    paid_out: Generated<Big>;
  };
  payouts: {
    id: string;
    cause_id: string | null;
    school_id: string | null;
    up_to: string;
    currency: string;
    is_test: boolean;
    amount: Generated<Big>;
    schools: Generated<string[]>;
    state: Generated<'collecting' | 'prepared' | 'sent' | 'proved' | 'cancelled'>;
    bank_reference: Generated<string>;
    sent_on: ColumnType<string | null, string | undefined, string>;
    proof_sha256: Generated<Buffer | null>;
    proof_type: Generated<'application/pdf' | 'image/jpeg' | null>;
    proof_note: Generated<string>;
    made_by: string;
    made_at: Date;
    proved_at: Moment;
  };
  payout_proofs: { payout_id: string; sha256: Buffer; content: Buffer; created_at: Date };
  payout_parts: {
    tenant_id: string;
    payout_id: string;
    cause_id: string | null;
    currency: string;
    is_test: boolean;
    amount: Generated<Big>;
    state: Generated<'prepared' | 'sent' | 'proved' | 'cancelled'>;
    sent_on: ColumnType<string | null, string | undefined, string>;
    made_at: Date;
  };
  seller: {
    single: Generated<boolean>;
    name: string;
    address: string;
    tax_numbers: string;
    platform_bp: number;
    updated_at: Made;
  };
  tax_rates: {
    country: string;
    kind: TaxedColumn;
    from_date: string;
    rate_bp: number;
    name: string;
  };
  bank_accounts: {
    currency: string;
    holder: string;
    bank: string;
    account: string;
    code: string;
    words: string;
    updated_at: Date;
  };
  shop_codes: { code: string; owner_id: string };
  shops: {
    tenant_id: string;
    currency: string;
    is_open: boolean;
    digital_price: Big;
    print_price: Big | null;
    print_cost: Big;
    shipping_price: Big;
    school_bp: number;
    default_cause_id: string | null;
    code: string;
    updated_at: Date;
  };
  orders: {
    tenant_id: string;
    id: string;
    token: string;
    number: string;
    kind: 'shop' | 'plan';
    state: Generated<'placed' | 'paid' | 'lapsed' | 'refunded'>;
    currency: string;
    total: Big;
    is_test: boolean;
    fingerprint: Buffer;
    buyer_id: string | null;
    buyer_email: string | null;
    buyer_name: string | null;
    buyer_country: string | null;
    sealed_address: Buffer | null;
    terms_version: string;
    origin: string;
    reads_as: Generated<'visitor' | 'family'>;
    placed_at: Date;
    lapses_at: Date;
    paid_at: Moment;
    ended_at: Moment;
  };
  order_lines: {
    tenant_id: string;
    id: string;
    order_id: string;
    place: number;
    kind: OrderLineColumn;
    work_id: string | null;
    cause_id: string | null;
    subscription_id: ColumnType<string | null, string | null | undefined, never>;
    title: string;
    quantity: number;
    unit_price: Big;
    amount: Big;
    tax_rate_bp: number;
    tax_name: string;
    fulfilment: FulfilmentColumn | null;
    downloaded_at: Moment;
    paid_at: Moment;
  };
  order_shares: {
    tenant_id: string;
    line_id: string;
    party: PartyColumn;
    cause_id: string | null;
    amount: Big;
    refunded: Generated<Big>;
    payable_on: Generated<string | null>;
    payout_id: Generated<string | null>;
    lost: Generated<Big>;
  };
  track_events: {
    tenant_id: string;
    id: string;
    order_id: string;
    line_id: string | null;
    kind: string;
    actor_id: string | null;
    note: Generated<string>;
    happened_at: Date;
  };
  payments: {
    tenant_id: string;
    id: string;
    order_id: string;
    provider: PaymentProviderColumn;
    provider_ref: string | null;
    attempt: number;
    state: Generated<PaymentStateColumn>;
    currency: string;
    amount: Big;
    captured: Generated<Big>;
    fee: ColumnType<Big | null, Big | null | undefined, Big | null>;
    is_disputed: Generated<boolean>;
    reason: ColumnType<string | null, string | null | undefined, string | null>;
    sealed_pay_url: ColumnType<Buffer | null, Buffer | null | undefined, Buffer | null>;
    expires_at: Moment;
    looked_at: Moment;
    ended_at: Moment;
    begun_at: Date;
  };
  payment_events: {
    tenant_id: string;
    provider: PaymentProviderColumn;
    event_id: string;
    kind: string;
    payment_id: string | null;
    refund_ref: string | null;
    received_at: Date;
  };
  refunds: {
    tenant_id: string;
    id: string;
    payment_id: string;
    amount: Big;
    origin: RefundOriginColumn;
    reason: Generated<string>;
    state: 'asked' | 'sent' | 'done' | 'failed';
    provider_ref: string | null;
    asked_by: string | null;
    asked_at: Date;
    ended_at: Moment;
  };
  bank_transfers: {
    tenant_id: string;
    id: string;
    payment_id: string;
    direction: 'in' | 'out';
    refund_id: string | null;
    amount: Big;
    happened_on: string;
    bank_reference: string;
    words: string;
    recorded_at: Date;
  };
  refund_lines: { tenant_id: string; refund_id: string; line_id: string; amount: Big };
  transfers: {
    tenant_id: string;
    key: string;
    debit: string;
    credit: string;
    currency: string;
    amount: Big;
    is_test: boolean;
    payment_id: string | null;
    refund_id: string | null;
    line_id: string | null;
    cause_id: string | null;
    payout_id: Generated<string | null>;
    made_at: Date;
  };
  subscription_plans: {
    id: string;
    name: string;
    description: string;
    features: string[];
    created_at: Date;
    updated_at: Date;
  };
  subscription_variants: {
    id: string;
    plan_id: string;
    period: 'month' | 'year';
    currency: string;
    seat_price: Big;
    seat_minimum: number;
    seat_maximum: number | null;
    trial_days: number;
    is_offered: boolean;
    created_at: Date;
    updated_at: Date;
  };
  subscription_rules: { single: Generated<boolean>; required_since: Moment; updated_at: Date };
  subscriptions: {
    tenant_id: string;
    id: string;
    variant_id: string;
    seats: number;
    state: SubscriptionColumn;
    anchor_day: number;
    period_start: string;
    period_end: string;
    next_variant_id: ColumnType<string | null, string | null | undefined, string | null>;
    next_seats: ColumnType<number | null, number | null | undefined, number | null>;
    ends_at_period_end: Generated<boolean>;
    added_seats: ColumnType<Record<string, number>, string | undefined, string>;
    billing: Json;
    origin: string;
    fingerprint: Buffer;
    created_at: Date;
    ended_at: Moment;
  };
  subscription_orders: {
    tenant_id: string;
    order_id: string;
    subscription_id: string;
    purpose: 'period' | 'seats';
    variant_id: string;
    seats: number;
    period_start: string;
    period_end: string;
    is_for_next: Generated<boolean>;
    state: Generated<'open' | 'paid' | 'applied' | 'void'>;
    is_replaced: Generated<boolean>;
    reminded: ColumnType<number | null, number | null | undefined, number | null>;
  };
  document_series: {
    tenant_id: string;
    type: DocumentColumn;
    year: number;
    is_test: boolean;
    last: number;
  };
  documents: {
    tenant_id: string;
    id: string;
    token: string;
    type: DocumentColumn;
    year: number;
    is_test: boolean;
    serial: number;
    number: string;
    order_id: string;
    refund_id: string | null;
    corrects_id: string | null;
    body: Json;
    sha256: Buffer;
    issued_at: Date;
  };
  certificates: {
    tenant_id: string;
    id: string;
    public_id: string;
    kind: CertificateColumn;
    name: string;
    facts: Json;
    order_id: Generated<string | null>;
    line_id: Generated<string | null>;
    work_id: Generated<string | null>;
    cause_id: Generated<string | null>;
    page_id: Generated<string | null>;
    user_id: Generated<string | null>;
    issued_by: Generated<string | null>;
    issued_at: Date;
    withdrawn_at: Moment;
    reason: Generated<string | null>;
  };
  order_codes: {
    tenant_id: string;
    order_id: string;
    code_hash: Buffer;
    tries: Generated<number>;
    ends_at: Date;
  };
  findings: {
    tenant_id: string;
    id: string;
    kind: string;
    subject: string;
    details: Json;
    found_at: Date;
    closed_at: Moment;
    closed_by: ColumnType<string | null, string | null | undefined, string | null>;
    closed_by_name: Generated<string>;
    words: Generated<string>;
  };
}
