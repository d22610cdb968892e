-- Bank transfers: where the money goes, and what staff of the platform saw come and go. See docs/decisions/0087.

-- One account a currency, of the platform, which sells for all schools.
create table bank_accounts (
  -- ISO 4217.
  currency text primary key check (currency ~ '^[A-Z]{3}$'),
  holder text not null check (holder <> ''),
  bank text not null default '',
  -- IBAN or account number.
  account text not null check (account <> ''),
  -- BIC, sort code, routing number or IFSC.
  code text not null default '',
  -- What more a buyer has to know.
  words text not null default '',
  updated_at timestamptz not null
);
alter table bank_accounts enable row level security;
alter table bank_accounts force row level security;
create policy bank_accounts_everybody on bank_accounts for select to quillshelf_app using (true);
create policy bank_accounts_platform on bank_accounts to quillshelf_app
  using (app_is_platform()) with check (app_is_platform());
grant select, insert, update, delete on bank_accounts to quillshelf_app;

-- What the bank statement says: money of a payment that came, or went back. Nothing in it is changed.
create table bank_transfers (
  tenant_id uuid not null,
  -- Made on the device of who records it: the same row sent twice is one.
  id uuid not null,
  payment_id uuid not null,
  direction text not null check (direction in ('in', 'out')),
  -- What a transfer out gives back; null where it gives back what is in suspense.
  refund_id uuid,
  -- In minor units of the payment's currency.
  amount bigint not null check (amount > 0),
  happened_on date not null,
  bank_reference text not null check (bank_reference <> ''),
  words text not null default '',
  recorded_at timestamptz not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, payment_id) references payments (tenant_id, id),
  foreign key (tenant_id, refund_id) references refunds (tenant_id, id),
  check (direction = 'out' or refund_id is null)
);
-- A line of a bank statement is recorded once, a payment has one that came, and a refund one that went.
create unique index bank_transfers_once on bank_transfers (tenant_id, direction, bank_reference, happened_on, amount);
create unique index bank_transfers_one_in on bank_transfers (tenant_id, payment_id) where direction = 'in';
create unique index bank_transfers_one_out on bank_transfers (tenant_id, refund_id) where refund_id is not null;
call protect_tenant_table('bank_transfers', 'select, insert');
