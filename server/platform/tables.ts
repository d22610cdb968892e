import type { ColumnType, Generated } from 'kysely';
import type { Role } from '#contract/kit/roles.ts';

/** The tables of `server/migrations`, column by column, for the query builder. */
type Made = ColumnType<Date, Date | undefined, Date>;
type Moment = ColumnType<Date | null, Date | null | undefined, Date | null>;
/** PostgreSQL's bigint: read as text by the driver, so read as a number by our type parser (below 2^53). */
type Big = number;
/** Written as text; read as what it holds. */
type Json = ColumnType<unknown, string, string>;

export type PrivacyColumn = 'public' | 'private' | 'community';

export type GrantEndColumn = 'card_replaced' | 'password_compromised' | 'archived';

export type KeptColumn = 'signed_in' | 'made_something' | 'moved';

export type CardEndColumn = 'card_replaced' | 'class_replaced' | 'school_replaced' | 'not_printed';

export type WorkKindColumn = 'book' | 'story' | 'message';

export type WorkStateColumn =
  | 'draft'
  | 'submitted'
  | 'returned'
  | 'approved'
  | 'published'
  | 'withdrawn'
  | 'archived';

export type LetterStateColumn =
  | 'waiting'
  | 'sent'
  | 'bounced'
  | 'complained'
  | 'failed'
  | 'suppressed'
  | 'replaced';

export type LetterEventColumn = Exclude<LetterStateColumn, 'waiting'> | 'deferred' | 'delayed';

export type SuppressionColumn = 'refused' | 'returned' | 'deferred' | 'complaint' | 'manual';

export type TaxedColumn = 'digital' | 'print' | 'shipping' | 'plan';

export type OrderLineColumn = TaxedColumn | 'gift';

export type FulfilmentColumn =
  | 'ready'
  | 'to_make'
  | 'made'
  | 'sent'
  | 'delivered'
  | 'cannot_be_made'
  | 'withdrawn';

export type PartyColumn = 'tax' | 'platform' | 'school' | 'cause';

export type PaymentProviderColumn = 'stripe' | 'paypal' | 'phonepe' | 'transfer';

export type PaymentStateColumn = 'begun' | 'waiting' | 'captured' | 'failed' | 'cancelled' | 'expired';

export type CertificateColumn = 'giving' | 'raised' | 'challenge' | 'course';

export type DocumentColumn = 'order' | 'donation' | 'subscription' | 'credit-note';

export type SubscriptionColumn = 'trial' | 'active' | 'grace' | 'read_only' | 'ended';

export type ContentKindColumn =
  | 'page'
  | 'legal'
  | 'course'
  | 'lesson'
  | 'hub'
  | 'challenge'
  | 'event'
  | 'goal'
  | 'film';

export type RefundOriginColumn = 'staff' | 'buyer' | 'paid_twice' | 'withdrawn' | 'provider' | 'dispute';

export interface Tables {
  installation: {
    single: boolean;
    epoch: string;
    key_fingerprint: Buffer | null;
    key_fingerprints: Buffer[] | null;
    fold_version: Generated<number>;
    created_at: Made;
  };
  tenants: {
    id: string;
    school_name: string;
    school_email: string | null;
    subdomain: string | null;
    domain_url: string | null;
    verified_host: string | null;
    first_name: string | null;
    last_name: string | null;
    switchboard: Generated<boolean>;
    logo: string | null;
    is_organization: Generated<boolean>;
    is_platform: Generated<boolean>;
    primary_color: string;
    primary_color_light: string;
    primary_color_dark: string;
    bg_primary_color: string;
    bg_secondary_color: string;
    announcement_color: string;
    button_color: string;
    book_button_color: string;
    text_primary_color: string;
    text_secondary_color: string;
    text_muted_color: string;
    border_primary_color: string;
    border_muted_color: string;
    registered_at: Moment;
    set_up_at: Moment;
    setup_hidden_at: Moment;
    /** Nobody signs in since then; null while the tenant is not suspended. */
    suspended_at: Moment;
    /** ISO 3166-1 alpha-2, as the school gives it. */
    country: Generated<string | null>;
    /** Since when the school shows its public books to visitors; null while it does not. */
    shelf_opened_at: Moment;
    guest_consent: Generated<'ask' | 'always' | 'never'>;
    /** Whether login cards show passwords, too. */
    passwords_on_cards: Generated<boolean>;
    /** It is read until then, and then its rows go; null while the tenant is not closing. */
    closes_at: Moment;
    /** Its rows are gone since then. */
    gone_at: Moment;
    /** What the platform's lists find it by. */
    listed_search: Generated<string>;
    created_at: Made;
    updated_at: Made;
  };
  tenant_numbers: {
    tenant_id: string;
    students: number;
    staff: number;
    classes: number;
    books: number;
    stories: number;
    public_works: number;
    active: number;
    bytes: Big;
    scope_version: Big;
    as_of: Date;
    kind_words: number;
  };
  platform_days: {
    tenant_id: string;
    metric: string;
    day: string;
    value: Big;
  };
  tenant_days: {
    tenant_id: string;
    day: string;
    students: number;
    staff: number;
    active: number;
    sign_ins: number;
    published: number;
  };
  tenant_usage: {
    tenant_id: string;
    day: string;
    bytes: Big;
    works: Big;
    calls: Big;
    mails: Big;
  };
  tenant_ceilings: {
    tenant_id: string;
    media_bytes: Big | null;
    mails_a_day: number | null;
    student_week_bytes: Big | null;
    student_week_pieces: number | null;
    told_at: Date | null;
    streams_told_at: Date | null;
    updated_at: Date;
  };
  student_media_weeks: {
    tenant_id: string;
    student_id: string;
    week: string;
    bytes: Big;
    pieces: Generated<number>;
    extra: Generated<number>;
    held_at: Date | null;
  };
  tenant_work_days: {
    tenant_id: string;
    day: string;
    kind: WorkKindColumn;
    made: number;
    handed_in: number;
    published: number;
  };
  tenant_work_numbers: {
    tenant_id: string;
    kind: WorkKindColumn;
    part: 'audience' | 'language' | 'level' | 'goal' | 'waiting' | 'shelf';
    value: string;
    works: number;
  };
  modes: {
    id: string;
    position: number;
    name: string;
    image: string;
    active: Generated<boolean>;
    status: Generated<'ACTIVE' | 'INACTIVE'>;
  };
  mode_pictures: { sha256: Buffer; content: Buffer; created_at: Date };
  mode_locks: { tenant_id: string; mode_id: string; locked_at: Date };
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
  registrations: {
    tenant_id: string;
    id: string;
    email: string;
    asked_from: Buffer;
    registered_id: string;
    created_at: Date;
  };
  school_invitations: {
    tenant_id: string;
    id: string;
    email: string;
    token_hash: Buffer;
    invited_by: string;
    created_at: Date;
    sent_at: Date;
    expires_at: Date;
    used_at: Moment;
    revoked_at: Moment;
  };
  tenant_keys: { tenant_id: string; wrapped_key: Buffer; created_at: Made };
  organization_schools: {
    tenant_id: string;
    school_id: string;
    confirmed_at: Moment;
    asked_at: Moment;
    asked_by: ColumnType<string | null, string | null | undefined, string | null>;
    declined_at: Moment;
    mailed_at: Moment;
    created_at: Made;
  };
  tenant_logos: { tenant_id: string; sha256: Buffer; content: Buffer; created_at: Made };
  community_passwords: {
    tenant_id: string;
    password_hash: string;
    version: Generated<number>;
    updated_at: Made;
    set_by: ColumnType<string | null, string | null | undefined, string | null>;
  };
  audit_entries: {
    tenant_id: string;
    id: string;
    actor_id: string | null;
    action: string;
    subject_id: string | null;
    details: ColumnType<Record<string, unknown>, string | undefined, never>;
    created_at: Made;
  };
  users: {
    tenant_id: string;
    id: string;
    role: Role;
    first_name: string;
    last_name: string;
    email: string | null;
    username: string | null;
    country: string | null;
    avatar: string | null;
    about_me: Generated<string | null>;
    /** Of students: what they are found by. */
    search_text: Generated<string | null>;
    date_joined: Made;
    last_login: Moment;
    archived_at: Moment;
    archived_by: ColumnType<string | null, string | null | undefined, string | null>;
    home_tenant_id: Generated<string | null>;
    home_user_id: Generated<string | null>;
    /** As the platform's lists name a person, and what they find one by (`platform/listed.ts`). */
    listed_name: ColumnType<string, never, never>;
    listed_email: ColumnType<string | null, never, never>;
    listed_search: Generated<string>;
    is_guest: ColumnType<boolean, never, never>;
    updated_at: Made;
  };
  tutorials_seen: { tenant_id: string; user_id: string; key: string; seen_at: Made };
  failed_guesses: {
    tenant_id: string;
    kind: string;
    subject: Buffer;
    failures: number;
    since: Date;
    latest: Date;
    forgotten_at: Date;
  };
  credentials: {
    tenant_id: string;
    user_id: string;
    password_hash: string | null;
    password_sealed: Buffer | null;
    updated_at: Made;
  };
  sessions: {
    tenant_id: string;
    id: string;
    user_id: string;
    created_at: Made;
    revoked_at: Moment;
    revoked_reason: string | null;
    unheard_pair: Generated<string | null>;
    login_card_id: ColumnType<string | null, string | null | undefined, never>;
    home_session_id: ColumnType<string | null, string | null | undefined, never>;
    expires_at: Date;
    device_id: ColumnType<string | null, string | null | undefined, never>;
    /** Of a guest of the platform. */
    guest_may: ColumnType<'look' | 'help' | null, 'look' | 'help' | null | undefined, never>;
  };
  stored_files: {
    tenant_id: string;
    sha256: Buffer;
    media_type: 'image/webp';
    /** Null where the bytes are in the store of media. */
    content: ColumnType<Buffer | null, Buffer, Buffer | null>;
    bytes: Generated<number | null>;
    kept_in: Generated<'row' | 'both' | 'store'>;
    created_at: Made;
  };
  invitations: {
    tenant_id: string;
    id: string;
    kind: 'join' | 'account';
    email: string;
    role: Role;
    user_id: string | null;
    token_hash: Buffer;
    invited_by: string;
    created_at: Date;
    sent_at: Date;
    expires_at: Date;
    used_at: Moment;
    revoked_at: Moment;
  };
  email_changes: {
    tenant_id: string;
    id: string;
    user_id: string;
    email: string;
    token_hash: Buffer;
    asked_by: string;
    asked_at: Date;
    expires_at: Date;
    ended_at: Moment;
    old_email: string | null;
    stop_hash: Buffer | null;
    confirmed_at: Moment;
    stopped_at: Moment;
  };
  visit_links: {
    tenant_id: string;
    id: string;
    token_hash: Buffer;
    purpose: 'visit';
    user_id: string;
    home_session_id: string;
    created_at: Date;
    expires_at: Date;
    used_at: Moment;
  };
  visit_requests: {
    tenant_id: string;
    id: string;
    guest_id: string;
    wants: 'look' | 'help';
    reason: string;
    asked_at: Date;
    answered_at: Moment;
    answered_by: Generated<string | null>;
    may: Generated<'look' | 'help' | null>;
    allowed_until: Moment;
    ended_at: Moment;
  };
  visit_overrides: {
    tenant_id: string;
    id: string;
    school_id: string;
    asked_by: string;
    wants: 'look' | 'help';
    reason: string;
    asked_at: Date;
    code_hash: Buffer | null;
    confirmed_by: Generated<string | null>;
    confirmed_at: Moment;
    ended_at: Moment;
  };
  refresh_tokens: {
    tenant_id: string;
    token_hash: Buffer;
    session_id: string;
    parent_hash: Buffer | null;
    created_at: Made;
    expires_at: Date;
    used_at: Moment;
  };
  school_classes: {
    tenant_id: string;
    id: string;
    class_id: string;
    name: string;
    class_theme: string;
    archived_at: Moment;
    archived_by: ColumnType<string | null, string | null | undefined, string | null>;
    archived_students: ColumnType<number | null, never, number | null>;
    archived_books: ColumnType<number | null, never, number | null>;
    created_at: Made;
    updated_at: Made;
  };
  class_teachers: {
    tenant_id: string;
    school_class_id: string;
    teacher_id: string;
    created_at: Made;
    is_lead: Generated<boolean>;
  };
  students: {
    tenant_id: string;
    id: string;
    privacy_preference: Generated<PrivacyColumn>;
    created_at: Made;
    updated_at: Made;
  };
  enrollments: {
    tenant_id: string;
    school_class_id: string;
    student_id: string;
    position: ColumnType<Big, never, never>;
    enrolled_at: Made;
    ended_at: Moment;
    ended_with_class: Generated<boolean>;
  };
  works: {
    tenant_id: string;
    id: string;
    kind: WorkKindColumn;
    author_id: string | null;
    title: string;
    slug: Generated<string>;
    pen_name: Generated<string | null>;
    school_class_id: Generated<string | null>;
    blurb: Generated<string>;
    plan: Generated<string>;
    about_author: Generated<string>;
    dedication: Generated<string>;
    language: Generated<string>;
    level: Generated<'first' | 'early' | 'growing' | 'confident' | null>;
    sdgs: Generated<number[]>;
    mode_id: Generated<string | null>;
    orientation: Generated<'portrait' | 'landscape' | 'square'>;
    cover_sha256: Generated<Buffer | null>;
    chosen_cover: Generated<Buffer | null>;
    state: Generated<WorkStateColumn>;
    visibility: Generated<PrivacyColumn>;
    editor: Generated<'chapters' | 'pages' | 'pdf' | 'canva'>;
    source: Generated<string | null>;
    licence: Generated<string | null>;
    credit: Generated<string | null>;
    revision: Generated<number>;
    submitted_at: Moment;
    published_at: Moment;
    featured_at: Moment;
    taken_down_at: Moment;
    taken_down_by: Generated<'school' | 'platform'>;
    returns_to_shelf: Generated<boolean>;
    search_text: Generated<string>;
    is_public: ColumnType<boolean, never, never>;
    public_search: ColumnType<string | null, never, never>;
    is_for_sale: Generated<boolean>;
    digital_price: ColumnType<Big | null, Big | null | undefined, Big | null>;
    print_price: ColumnType<Big | null, Big | null | undefined, Big | null>;
    cause_id: ColumnType<string | null, string | null | undefined, string | null>;
    challenge_id: Generated<string | null>;
    archived_at: Moment;
    created_at: Made;
    updated_at: Made;
  };
  categories: {
    tenant_id: string;
    id: string;
    name: string;
    folded_name: string;
    slug: string;
    is_offered: Generated<boolean>;
    archived_at: Moment;
    created_at: Made;
    updated_at: Made;
  };
  champions: {
    tenant_id: string;
    user_id: string;
    kind: 'teacher' | 'parent';
    why: string;
    ends_at: Date;
    granted_by: string;
    granted_at: Date;
    revoked_at: Moment;
    revoked_by: string | null;
    revoked_why: string | null;
    updated_at: Date;
  };
  pick_suggestions: {
    tenant_id: string;
    school_id: string;
    work_id: string;
    suggested_by: string;
    why: string;
    suggested_at: Date;
    state: 'open' | 'picked' | 'declined';
  };
  saved_views: {
    tenant_id: string;
    user_id: string;
    id: string;
    name: string;
    path: string;
    query: string;
    created_at: Date;
  };
  work_picks: { tenant_id: string; school_id: string; work_id: string; picked_at: Date };
  message_picks: { tenant_id: string; school_id: string; work_id: string; year: number; picked_at: Date };
  work_categories: { tenant_id: string; work_id: string; category_id: string };
  /** `words` is a tsvector, made in the database. */
  work_texts: { tenant_id: string; work_id: string; words: string; unspaced: Generated<string> };
  chapters: {
    tenant_id: string;
    id: string;
    work_id: string;
    place: number;
    title: Generated<string>;
    document: Json;
    revision: Generated<number>;
    version: Generated<string | null>;
    removed_at: Moment;
    created_at: Made;
    updated_at: Made;
  };
  pages: {
    tenant_id: string;
    id: string;
    work_id: string;
    chapter_id: string | null;
    place: number;
    layout: Generated<'text' | 'picture' | 'picture_above' | 'picture_below' | 'picture_beside'>;
    document: Json;
    revision: Generated<number>;
    created_at: Made;
    updated_at: Made;
  };
  removed_media: { tenant_id: string; sha256: Buffer; removed_at: Date };
  assets: {
    tenant_id: string;
    sha256: Buffer;
    media_type:
      | 'image/webp'
      | 'image/svg+xml'
      | 'image/jpeg'
      | 'image/png'
      | 'audio/webm'
      | 'audio/mp4'
      | 'audio/ogg';
    /** Null where the bytes are in the store of media. */
    content: ColumnType<Buffer | null, Buffer, Buffer | null>;
    bytes: Generated<number | null>;
    kept_in: Generated<'row' | 'both' | 'store'>;
    /** Of a picture. */
    width: number | null;
    height: number | null;
    created_by: string | null;
    created_at: Made;
  };
  work_assets: {
    tenant_id: string;
    work_id: string;
    sha256: Buffer;
    alt: string;
    credit: string | null;
    licence: string | null;
  };
  sent_pictures: {
    tenant_id: string;
    work_id: string;
    sha256: Buffer;
    sent_at: Date;
    made: Generated<'photograph' | 'drawing' | 'recording'>;
  };
  work_revisions: {
    tenant_id: string;
    id: string;
    work_id: string;
    part: 'work' | 'chapter' | 'page';
    part_id: string;
    revision: number;
    based_on: number | null;
    content: Json;
    made_by: string | null;
    device_id: string | null;
    made_at: Date;
  };
  diverged_versions: { tenant_id: string; chapter_id: string; version: string };
  work_reviews: {
    tenant_id: string;
    id: string;
    work_id: string;
    action: 'returned' | 'approved' | 'published' | 'withdrawn';
    reason: Generated<string>;
    sticker: Generated<string | null>;
    voice: Generated<Buffer | null>;
    voice_seconds: Generated<number | null>;
    made_by: string;
    made_at: Date;
  };
  review_comments: {
    tenant_id: string;
    id: string;
    review_id: string;
    chapter_id: string;
    text: string;
    at_x: Generated<number | null>;
    at_y: Generated<number | null>;
    at_on: ColumnType<unknown, string | null | undefined, string | null>;
  };
  review_voices: { tenant_id: string; work_id: string; sha256: Buffer; made_by: string; made_at: Date };
  guardian_permissions: {
    tenant_id: string;
    id: string;
    student_id: string;
    purpose: 'public' | 'voice' | 'picture' | 'sale';
    recorded_by: string | null;
    recorded_at: Date;
    note: Generated<string>;
    ended_at: Moment;
    ended_by: string | null;
  };
  work_reports: {
    tenant_id: string;
    id: string;
    work_id: string;
    reason: 'private' | 'unkind' | 'frightening' | 'copied' | 'other';
    words: string;
    reported_by: string | null;
    reported_at: Date;
    decided_at: Moment;
    decided_by: string | null;
  };
  request_pictures: {
    tenant_id: string;
    request_id: string;
    media_type: 'image/jpeg';
    content: Buffer;
    created_at: Date;
  };
  enrolment_invitations: {
    tenant_id: string;
    request_id: string;
    email: string;
    invited_by: string;
    invited_at: Date;
    reminded_at: Moment;
  };
  requests: {
    tenant_id: string;
    id: string;
    kind: 'contact' | 'report-a-problem' | 'request-a-tour' | 'bulk-enrolment';
    reference: string;
    secret_hash: Buffer;
    token_hash: Buffer | null;
    ticket_hash: Buffer;
    state: 'new' | 'open' | 'answered' | 'closed' | 'spam';
    name: string;
    email: string | null;
    fields: Json;
    words_hash: Buffer;
    from_tenant: string | null;
    doubt: Generated<number>;
    assigned_to: string | null;
    answer: string | null;
    answered_by: string | null;
    answered_at: Moment;
    created_at: Date;
    updated_at: Date;
    ends_at: Date;
  };
  work_watch: {
    tenant_id: string;
    work_id: string;
    kind: WorkKindColumn;
    state: 'waiting' | 'asked' | 'taken_down' | 'done';
    reasons: string[];
    readers: number;
    risk: number;
    rank: ColumnType<number, never, never>;
    since: Date;
    from_visitor: Generated<boolean>;
    revision: string | null;
    seen: ColumnType<unknown, string | null, string | null>;
    claimed_by: string | null;
    claimed_until: Moment;
    asked_at: Moment;
    asked_words: string | null;
    answered_at: Moment;
    answer_words: string | null;
    appealed_at: Moment;
    appeal_words: string | null;
    appeal_answered_at: Moment;
    decided_at: Moment;
    decision: 'kept' | 'asked' | 'taken_down' | 'reinstated' | 'school' | null;
  };
  work_copies: { tenant_id: string; client_id: string; work_id: string; gone_at: Moment };
  book_offers: {
    tenant_id: string;
    id: string;
    name: string;
    email: string;
    ticket_hash: Buffer;
    token_hash: Buffer;
    asked_at: Date;
    confirmed_at: Moment;
    title: string | null;
    credit: string | null;
    blurb: string | null;
    language: string | null;
    handed_in_at: Moment;
    ends_at: Date;
  };
  book_offer_pages: {
    tenant_id: string;
    offer_id: string;
    sha256: Buffer;
    place: number | null;
    alt: Generated<string>;
    media_type: 'image/jpeg' | 'image/png';
    width: number;
    height: number;
    /** Null where the bytes are in the store of media. */
    content: ColumnType<Buffer | null, Buffer, Buffer | null>;
    bytes: Generated<number | null>;
    kept_in: Generated<'row' | 'both' | 'store'>;
  };
  resources: {
    tenant_id: string;
    id: string;
    title: string;
    description: Generated<string>;
    text: Generated<string>;
    level: 'first' | 'early' | 'growing' | 'confident' | null;
    audience: 'staff' | 'community' | 'public';
    licence:
      | 'own'
      | 'public_domain'
      | 'cc_by'
      | 'cc_by_sa'
      | 'cc_by_nc'
      | 'cc_by_nc_sa'
      | 'permission'
      | 'school_only';
    credit: Generated<string>;
    search_text: string;
    folded_title: Generated<string>;
    created_by: string;
    created_at: Made;
    updated_at: Made;
  };
  resource_files: {
    tenant_id: string;
    resource_id: string;
    media_type: 'application/pdf' | 'image/jpeg' | 'image/png';
    sha256: Buffer;
    /** Null where the bytes are in the store of media. */
    content: ColumnType<Buffer | null, Buffer, Buffer | null>;
    bytes: Generated<number | null>;
    kept_in: Generated<'row' | 'both' | 'store'>;
  };
  resource_categories: { tenant_id: string; resource_id: string; category_id: string };
  resource_offers: {
    tenant_id: string;
    resource_id: string;
    state: 'open' | 'approved' | 'declined';
    why: string | null;
    offered_at: Date;
    decided_at: Moment;
    decided_by: string | null;
  };
  reactions: {
    tenant_id: string;
    work_id: string;
    user_id: string;
    reaction: 'love' | 'funny' | 'wow' | 'clever' | 'thanks';
    made_at: Date;
  };
  readings: {
    tenant_id: string;
    user_id: string;
    work_id: string;
    round: number;
    reached: number;
    bookmarks: Generated<string[]>;
    read_at: Date;
  };
  reader_settings: { tenant_id: string; user_id: string; settings: Json; updated_at: Date };
  learning_steps: {
    tenant_id: string;
    user_id: string;
    page_id: string;
    step_id: string;
    done_at: Moment;
    answer: Json | null;
  };
  content_films: {
    tenant_id: string;
    id: string;
    page_id: string;
    shared: Generated<boolean>;
    bytes: number;
    first_part: Buffer;
    seconds: number | null;
    width: number | null;
    height: number | null;
    made_by: string;
    created_at: Made;
    ready_at: Moment;
  };
  content_film_parts: {
    tenant_id: string;
    film_id: string;
    n: number;
    shared: Generated<boolean>;
    media_type: Generated<'application/octet-stream'>;
    sha256: Buffer;
    /** Null where the bytes are in the store of media. */
    content: ColumnType<Buffer | null, Buffer, Buffer | null>;
    bytes: number;
    kept_in: Generated<'row' | 'both' | 'store'>;
  };
  live_joins: {
    tenant_id: string;
    page_id: string;
    shared: boolean;
    sealed_link: Buffer;
    set_by: string;
    set_at: Date;
  };
  live_reminders: {
    tenant_id: string;
    user_id: string;
    page_id: string;
    set_at: Date;
    day_told: Moment;
    hour_told: Moment;
  };
  class_assignments: {
    tenant_id: string;
    school_class_id: string;
    page_id: string;
    due: ColumnType<Date, string, string> | null;
  };
  cart_lines: { tenant_id: string; user_id: string; work_id: string; added_at: Date };
  scope_versions: { tenant_id: string; scope: string; version: Big };
  scope_changes: {
    tenant_id: string;
    scope: string;
    table_name: string;
    row_id: string;
    version: Big;
    removed: boolean;
  };
  sync_clients: {
    tenant_id: string;
    user_id: string;
    client_id: string;
    last_seq: Generated<Big>;
    created_at: Made;
    last_seen_at: Made;
  };
  sync_calls: {
    tenant_id: string;
    user_id: string;
    client_id: string;
    seq: Big;
    mutation_id: string;
    name: string;
    problem: ColumnType<unknown, string | null, never>;
    decided_at: Made;
  };
  devices: {
    tenant_id: string;
    id: string;
    name: string | null;
    last_seen_at: Date;
    last_user_id: string;
    app_version: string;
    unsent: number;
    unsent_people: number;
    free_bytes: Big | null;
    storage_persisted: boolean | null;
    storage_wiped_at: Moment;
    public_key: ColumnType<unknown, string | undefined, string>;
    known_by_hash: Buffer | null;
    created_at: Made;
  };
  device_preparations: {
    tenant_id: string;
    id: string;
    device_id: string;
    whole_school: boolean;
    token_hash: Buffer;
    made_at: Date;
    made_by: string;
    last_pack_at: Date;
    revoked_at: Moment;
    revoked_by: ColumnType<string | null, string | null | undefined, string | null>;
    given_by: ColumnType<string | null, string | null | undefined, string | null>;
  };
  device_preparation_classes: {
    tenant_id: string;
    preparation_id: string;
    school_class_id: string;
    given_by: ColumnType<string | null, string | null | undefined, string | null>;
  };
  push_grants: {
    tenant_id: string;
    id: string;
    user_id: string;
    device_id: string;
    public_key: ColumnType<unknown, string, string>;
    created_at: Made;
    expires_at: Date;
    revoked_at: Moment;
    revoked_reason: ColumnType<
      GrantEndColumn | null,
      GrantEndColumn | null | undefined,
      GrantEndColumn | null
    >;
  };
  parked_calls: {
    tenant_id: string;
    id: string;
    user_id: string;
    device_id: string;
    mutation_id: string;
    seq: Big;
    name: string;
    call: ColumnType<unknown, string, never>;
    reason: GrantEndColumn;
    parked_at: Made;
  };
  import_jobs: {
    tenant_id: string;
    id: string;
    school_class_id: string;
    file_name: string;
    row_count: number;
    made_by: string;
    made_at: Date;
    undo_until: Date;
    undone_at: Moment;
    undone_by: ColumnType<string | null, string | null | undefined, string | null>;
  };
  import_rows: {
    tenant_id: string;
    import_id: string;
    student_id: string;
    row_number: number;
    first_name: string | null;
    last_name: string | null;
    refused_because: string | null;
    kept_because: ColumnType<KeptColumn | null, KeptColumn | null | undefined, KeptColumn | null>;
  };
  login_cards: {
    tenant_id: string;
    id: string;
    student_id: string;
    badge_hash: Buffer;
    printed_at: Date;
    printed_by: string;
    last_used_at: Moment;
    revoked_at: Moment;
    reason: ColumnType<CardEndColumn | null, CardEndColumn | null | undefined, CardEndColumn | null>;
  };
  password_reveals: { tenant_id: string; actor_id: string; hour: Date; pupils: number };
  idempotency_keys: {
    tenant_id: string;
    user_id: string;
    key: string;
    fingerprint: Buffer;
    answer: ColumnType<unknown, string | null, never>;
    problem: ColumnType<unknown, string | null, never>;
    created_at: Made;
  };
  content_pages: {
    tenant_id: string;
    id: string;
    kind: ContentKindColumn;
    slug: string;
    parent_id: string | null;
    place: number | null;
    owner_id: string | null;
    shared: boolean;
    archived_at: Moment;
    created_at: Date;
  };
  content_versions: {
    tenant_id: string;
    page_id: string;
    language: string;
    n: number;
    shared: boolean;
    head: Json;
    blocks: Json;
    words: string;
    made_by: string | null;
    made_at: Date;
    live_from: Moment;
    live_until: Moment;
    shipped: Buffer | null;
    settled_at: Moment;
  };
  content_drafts: {
    tenant_id: string;
    page_id: string;
    language: string;
    base_n: number | null;
    head: Json;
    blocks: Json;
    updated_by: string;
    updated_at: Date;
  };
  content_choices: {
    tenant_id: string;
    page_id: string;
    choice: 'hidden' | 'replaced';
    by_page_id: string | null;
  };
  email_messages: {
    tenant_id: string;
    id: string;
    kind: string;
    to_address: string;
    to_name: string;
    subject: string;
    sealed_content: Buffer | null;
    state: Generated<LetterStateColumn>;
    last_error: string | null;
    created_at: Made;
    finished_at: Moment;
    subject_id: string | null;
    cause: string | null;
    shown_letter: Buffer | null;
    /** As the platform's lists show where it went, such as `a…z@greenfield.test`. */
    listed_to: ColumnType<string, never, never>;
    to_domain: ColumnType<string | null, never, never>;
  };
  email_events: {
    tenant_id: string;
    message_id: string;
    id: string;
    at: Date;
    kind: LetterEventColumn;
    detail: Generated<string>;
  };
  watched_words: {
    id: string;
    words: string;
    folded: string;
    added_at: Date;
    added_by: string;
  };
  mail_suppressions: {
    address_mac: Buffer;
    reason: SuppressionColumn;
    since: Date;
    until: Moment;
    note: Generated<string>;
    id: Generated<string>;
    listed_address: string | null;
  };
  closing_asks: {
    tenant_id: string;
    asked_by: string;
    is_by_platform: boolean;
    reason: string;
    asked_at: Date;
    code_hash: Buffer | null;
    code_tries: Generated<number>;
  };
  write_off_asks: {
    tenant_id: string;
    asked_by: string;
    reason: string;
    asked_at: Date;
    code_hash: Buffer | null;
    code_tries: Generated<number>;
  };
  written_off_shares: {
    tenant_id: string;
    line_id: string;
    party: 'school';
    amount: Big;
    reason: string;
    written_off_at: Date;
  };
  closings: {
    tenant_id: string;
    id: string;
    is_by_platform: boolean;
    reason: string;
    begun_at: Date;
    due_at: Date;
    written_at: Made;
    kept_at: Moment;
    gone_at: Moment;
    receipt_name: string | null;
    receipt_to: string | null;
    audit_hash: ColumnType<Buffer | null, never, Buffer>;
    receipt: ColumnType<unknown, never, string>;
    signature: ColumnType<Buffer | null, never, Buffer>;
  };
  closing_counts: {
    tenant_id: string;
    closing_id: string;
    table_name: string;
    before: Big;
    gone: Generated<Big>;
  };
  exports: {
    tenant_id: string;
    id: string;
    asked_by: string;
    is_by_platform: boolean;
    asked_at: Date;
    attempt: Generated<number>;
    rows_done: Generated<Big>;
    rows_total: ColumnType<Big | null, Big | null | undefined, Big | null>;
    ready_at: Moment;
    failed_at: Moment;
    expires_at: Date;
  };
  export_parts: { tenant_id: string; export_id: string; part: number; bytes: Big; sha256: Buffer };
  export_chunks: { tenant_id: string; export_id: string; part: number; place: number; content: Buffer };
  export_links: {
    tenant_id: string;
    token_hash: Buffer;
    export_id: string;
    part: number;
    made_at: Date;
    expires_at: Date;
    used_at: Moment;
  };
  tasks: {
    tenant_id: string;
    id: string;
    kind: string;
    subject: string | null;
    payload: Json;
    state: Generated<'waiting' | 'done' | 'failed'>;
    attempts: Generated<number>;
    due_at: Date;
    give_up_at: Moment;
    last_error: string | null;
    created_at: Made;
    finished_at: Moment;
    dated_at: Date;
  };
  password_resets: {
    tenant_id: string;
    id: string;
    email: string;
    user_id: string | null;
    token_hash: Buffer;
    asked_from: Buffer;
    asked_at: Date;
    expires_at: Date;
    ended_at: Moment;
  };
}

/** What is read of a tenant's row, by name: a column that is added later changes no answer of a running server. */
export const tenantColumns = [
  'id',
  'school_name',
  'school_email',
  'subdomain',
  'domain_url',
  'verified_host',
  'first_name',
  'last_name',
  'switchboard',
  'logo',
  'is_organization',
  'is_platform',
  'primary_color',
  'primary_color_light',
  'primary_color_dark',
  'bg_primary_color',
  'bg_secondary_color',
  'announcement_color',
  'button_color',
  'book_button_color',
  'text_primary_color',
  'text_secondary_color',
  'text_muted_color',
  'border_primary_color',
  'border_muted_color',
  'registered_at',
  'set_up_at',
  'setup_hidden_at',
  'suspended_at',
  'closes_at',
  'gone_at',
  'created_at',
  'updated_at',
] as const satisfies readonly (keyof Tables['tenants'])[];
