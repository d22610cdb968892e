-- What was ordered, how it is paid, and where each unit of the money is. See docs/decisions/0083.

create table orders (
  tenant_id uuid not null references tenants (id),
  -- Made on the device of the buyer: the same order sent twice is one.
  id uuid not null,
  -- 128 random bits: who has it may see how the order stands.
  token text not null check (token ~ '^[A-Za-z0-9_-]{22}$'),
  number text not null,
  kind text not null check (kind in ('shop', 'plan')),
  state text not null default 'placed' check (state in ('placed', 'paid', 'lapsed', 'refunded')),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  total bigint not null check (total >= 0),
  -- Practice: such an order and all that hangs on it never meets real money.
  is_test boolean not null,
  -- Of what was asked for, to tell the same order from another with its id.
  fingerprint bytea not null,
  buyer_id uuid,
  -- Null once nobody needs to know.
  buyer_email text,
  buyer_name text,
  buyer_country text check (buyer_country ~ '^[A-Z]{2}$'),
  sealed_address bytea,
  terms_version text not null,
  -- Scheme, host and port of the tenant, for links in letters.
  origin text not null,
  placed_at timestamptz not null,
  lapses_at timestamptz not null,
  paid_at timestamptz,
  ended_at timestamptz,
  primary key (tenant_id, id),
  unique (tenant_id, token),
  unique (tenant_id, number),
  foreign key (tenant_id, buyer_id) references users (tenant_id, id),
  check (state not in ('paid', 'refunded') or paid_at is not null)
);
create index orders_by_time on orders (tenant_id, placed_at desc, id desc);
create index orders_open on orders (tenant_id, lapses_at) where state = 'placed';
create index orders_of_buyer on orders (tenant_id, buyer_id) where buyer_id is not null;

create table order_lines (
  tenant_id uuid not null,
  id uuid not null,
  order_id uuid not null,
  place integer not null check (place >= 0),
  kind text not null check (kind in ('digital', 'print', 'shipping', 'gift', 'plan')),
  work_id uuid,
  cause_id uuid references causes (id),
  -- As it was called when it was ordered.
  title text not null,
  quantity integer not null check (quantity between 1 and 20),
  unit_price bigint not null check (unit_price >= 0),
  amount bigint not null check (amount = quantity * unit_price),
  tax_rate_bp integer not null check (tax_rate_bp between 0 and 10000),
  tax_name text not null default '',
  fulfilment text check (fulfilment in ('ready', 'to_make', 'made', 'sent', 'delivered', 'cannot_be_made', 'withdrawn')),
  downloaded_at timestamptz,
  primary key (tenant_id, id),
  unique (tenant_id, order_id, place),
  foreign key (tenant_id, order_id) references orders (tenant_id, id),
  foreign key (tenant_id, work_id) references works (tenant_id, id)
);
create index order_lines_of_work on order_lines (tenant_id, work_id) where work_id is not null;
create index order_lines_of_cause on order_lines (tenant_id, cause_id) where cause_id is not null;

-- Whose each unit of a line is: they add up to its amount.
create table order_shares (
  tenant_id uuid not null,
  line_id uuid not null,
  party text not null check (party in ('tax', 'platform', 'school', 'cause')),
  cause_id uuid references causes (id),
  amount bigint not null check (amount > 0),
  refunded bigint not null default 0 check (refunded between 0 and amount),
  primary key (tenant_id, line_id, party),
  foreign key (tenant_id, line_id) references order_lines (tenant_id, id),
  check ((party = 'cause') = (cause_id is not null))
);
create index order_shares_of_cause on order_shares (tenant_id, cause_id) where cause_id is not null;

-- What a buyer reads of how the order went.
create table track_events (
  tenant_id uuid not null,
  id uuid not null,
  order_id uuid not null,
  line_id uuid,
  kind text not null,
  actor_id uuid,
  note text not null default '',
  happened_at timestamptz not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, order_id) references orders (tenant_id, id),
  foreign key (tenant_id, line_id) references order_lines (tenant_id, id),
  foreign key (tenant_id, actor_id) references users (tenant_id, id)
);
create index track_events_of_order on track_events (tenant_id, order_id, happened_at, id);

create table payments (
  tenant_id uuid not null,
  id uuid not null,
  order_id uuid not null,
  provider text not null check (provider in ('stripe', 'paypal', 'phonepe', 'transfer')),
  -- The provider's name of it; null until it answered.
  provider_ref text,
  -- Number of the try, from 1.
  attempt integer not null check (attempt > 0),
  state text not null default 'begun' check (state in ('begun', 'waiting', 'captured', 'failed', 'cancelled', 'expired')),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  amount bigint not null check (amount > 0),
  captured bigint not null default 0 check (captured >= 0),
  fee bigint,
  is_disputed boolean not null default false,
  -- The provider's own code.
  reason text,
  sealed_pay_url bytea,
  expires_at timestamptz,
  looked_at timestamptz,
  ended_at timestamptz,
  begun_at timestamptz not null,
  primary key (tenant_id, id),
  unique (tenant_id, provider, provider_ref),
  unique (tenant_id, order_id, attempt),
  foreign key (tenant_id, order_id) references orders (tenant_id, id),
  check ((state = 'captured') = (captured > 0))
);
create index payments_by_time on payments (tenant_id, begun_at desc, id desc);

create table payment_events (
  tenant_id uuid not null references tenants (id),
  provider text not null check (provider in ('stripe', 'paypal', 'phonepe')),
  event_id text not null,
  kind text not null,
  payment_id uuid,
  -- A refund that may have been made at a provider without a list of them.
  refund_ref text,
  received_at timestamptz not null,
  primary key (tenant_id, provider, event_id),
  foreign key (tenant_id, payment_id) references payments (tenant_id, id)
);
create index payment_events_of_payment on payment_events (tenant_id, payment_id) where refund_ref is not null;
create index payment_events_by_time on payment_events (tenant_id, received_at);

create table refunds (
  tenant_id uuid not null,
  id uuid not null,
  payment_id uuid not null,
  amount bigint not null check (amount > 0),
  origin text not null check (origin in ('staff', 'buyer', 'paid_twice', 'withdrawn', 'provider', 'dispute')),
  reason text not null default '',
  state text not null check (state in ('asked', 'sent', 'done', 'failed')),
  provider_ref text,
  asked_by uuid,
  asked_at timestamptz not null,
  ended_at timestamptz,
  primary key (tenant_id, id),
  unique (tenant_id, payment_id, provider_ref),
  foreign key (tenant_id, payment_id) references payments (tenant_id, id),
  foreign key (tenant_id, asked_by) references users (tenant_id, id)
);

-- What of a refund is of which line. Nothing of one that gives back what was paid twice.
create table refund_lines (
  tenant_id uuid not null,
  refund_id uuid not null,
  line_id uuid not null,
  amount bigint not null check (amount > 0),
  primary key (tenant_id, refund_id, line_id),
  foreign key (tenant_id, refund_id) references refunds (tenant_id, id),
  foreign key (tenant_id, line_id) references order_lines (tenant_id, id)
);
create index refund_lines_of_line on refund_lines (tenant_id, line_id);

-- The ledger: from one account to another, so that all accounts of a currency add up to nothing. Nothing in it is changed.
create table transfers (
  tenant_id uuid not null references tenants (id),
  -- What was transferred, and for what: the same is transferred once.
  key text not null,
  debit text not null,
  credit text not null,
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  amount bigint not null check (amount > 0),
  is_test boolean not null,
  payment_id uuid,
  refund_id uuid,
  line_id uuid,
  cause_id uuid references causes (id),
  made_at timestamptz not null,
  primary key (tenant_id, key),
  foreign key (tenant_id, payment_id) references payments (tenant_id, id),
  foreign key (tenant_id, refund_id) references refunds (tenant_id, id),
  foreign key (tenant_id, line_id) references order_lines (tenant_id, id),
  check (debit <> credit)
);
create index transfers_of_payment on transfers (tenant_id, payment_id) where payment_id is not null;
create index transfers_of_cause on transfers (tenant_id, cause_id) where cause_id is not null;
create index transfers_by_time on transfers (tenant_id, made_at desc);

-- What a person has to look at.
create table findings (
  tenant_id uuid not null references tenants (id),
  id uuid not null,
  kind text not null,
  -- One of a kind about one thing.
  subject text not null,
  details jsonb not null default '{}',
  found_at timestamptz not null,
  closed_at timestamptz,
  closed_by uuid,
  words text not null default '',
  primary key (tenant_id, id),
  unique (tenant_id, kind, subject),
  foreign key (tenant_id, closed_by) references users (tenant_id, id)
);

call protect_tenant_table('orders', 'select, insert, update');
call protect_tenant_table('order_lines', 'select, insert, update');
call protect_tenant_table('order_shares', 'select, insert, update');
call protect_tenant_table('track_events', 'select, insert');
call protect_tenant_table('payments', 'select, insert, update');
call protect_tenant_table('payment_events', 'select, insert, delete');
call protect_tenant_table('refunds', 'select, insert, update');
call protect_tenant_table('refund_lines', 'select, insert');
call protect_tenant_table('transfers', 'select, insert');
call protect_tenant_table('findings', 'select, insert, update');
