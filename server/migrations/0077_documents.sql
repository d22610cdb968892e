-- Receipts, invoices and credit notes: numbered without a gap, and never changed. See docs/decisions/0083.

create table document_series (
  tenant_id uuid not null references tenants (id),
  type text not null check (type in ('order', 'donation', 'subscription', 'credit-note')),
  year integer not null,
  -- Practice has numbers of its own.
  is_test boolean not null,
  last integer not null check (last > 0),
  primary key (tenant_id, type, year, is_test)
);

create table documents (
  tenant_id uuid not null references tenants (id),
  id uuid not null,
  -- 128 random bits: who has it may see the document without the buyer.
  token text not null check (token ~ '^[A-Za-z0-9_-]{22}$'),
  type text not null check (type in ('order', 'donation', 'subscription', 'credit-note')),
  year integer not null,
  is_test boolean not null,
  serial integer not null check (serial > 0),
  number text not null check (length(number) <= 16),
  order_id uuid not null,
  refund_id uuid,
  -- Of a credit note: what it takes back a part of.
  corrects_id uuid,
  -- Frozen: all that stands in it.
  body jsonb not null,
  sha256 bytea not null,
  issued_at timestamptz not null,
  primary key (tenant_id, id),
  unique (tenant_id, token),
  unique (tenant_id, type, year, is_test, serial),
  unique (tenant_id, corrects_id, refund_id),
  foreign key (tenant_id, order_id) references orders (tenant_id, id),
  foreign key (tenant_id, refund_id) references refunds (tenant_id, id),
  foreign key (tenant_id, corrects_id) references documents (tenant_id, id),
  check ((type = 'credit-note') = (corrects_id is not null and refund_id is not null))
);
create unique index documents_one_for_order on documents (tenant_id, order_id, type) where type <> 'credit-note';
create index documents_of_order on documents (tenant_id, order_id);

-- By a code from an e-mail a buyer shows that an order is theirs.
create table order_codes (
  tenant_id uuid not null,
  order_id uuid not null,
  code_hash bytea not null,
  tries integer not null default 0,
  ends_at timestamptz not null,
  primary key (tenant_id, order_id),
  foreign key (tenant_id, order_id) references orders (tenant_id, id)
);

call protect_tenant_table('document_series', 'select, insert, update');
call protect_tenant_table('documents', 'select, insert');
call protect_tenant_table('order_codes', 'select, insert, update, delete');
