-- What was raised is paid out, with proof. See docs/decisions/0091.

-- The platform's: one transfer to a cause, or to a school for its own shares.
create table payouts (
  -- Made on the device of who prepares it: the same one sent twice is one.
  id uuid primary key,
  cause_id uuid references causes (id),
  school_id uuid references tenants (id),
  -- Shares whose hold was over on this day (UTC) are in it.
  up_to date not null,
  -- ISO 4217; amounts are in its minor units.
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  is_test boolean not null,
  -- Grows while shares are collected.
  amount bigint not null default 0 check (amount >= 0),
  -- Schools with shares in it.
  schools uuid[] not null default '{}',
  state text not null default 'collecting' check (state in ('collecting', 'prepared', 'sent', 'proved', 'cancelled')),
  bank_reference text not null default '' check (length(bank_reference) <= 100),
  sent_on date,
  proof_sha256 bytea,
  proof_type text check (proof_type in ('application/pdf', 'image/jpeg')),
  proof_note text not null default '' check (length(proof_note) <= 500),
  -- Somebody of the platform, by name, as lists show it.
  made_by text not null,
  made_at timestamptz not null,
  proved_at timestamptz,
  check ((cause_id is null) <> (school_id is null)),
  check ((state in ('sent', 'proved')) = (sent_on is not null)),
  check ((state = 'proved') = (proof_sha256 is not null)),
  check ((proof_sha256 is null) = (proof_type is null))
);
-- Of those that were not sent yet there is one for each cause or school, so nobody transfers the same money twice.
create unique index payouts_one_open on payouts (coalesce(cause_id, school_id), currency, is_test)
  where state in ('collecting', 'prepared');
create index payouts_latest on payouts (made_at desc, id desc);
create index payouts_of_cause on payouts (cause_id, sent_on desc) where cause_id is not null;
alter table payouts enable row level security;
alter table payouts force row level security;
create policy payouts_platform on payouts to quillshelf_app using (app_is_platform()) with check (app_is_platform());
-- Everybody may know what a cause was sent; what a school was sent is for that school.
create policy payouts_sent on payouts for select to quillshelf_app
  using (state in ('sent', 'proved') and (cause_id is not null or school_id = app_tenant_id()));
grant select, insert, update on payouts to quillshelf_app;

create table payout_proofs (
  payout_id uuid not null references payouts (id),
  sha256 bytea not null,
  -- A PDF as it was sent, or a JPEG, made by us of what was sent.
  content bytea not null,
  created_at timestamptz not null,
  primary key (payout_id, sha256)
);
alter table payout_proofs alter column content set storage external;
create index payout_proofs_by_content on payout_proofs (sha256);
alter table payout_proofs enable row level security;
alter table payout_proofs force row level security;
-- As the payout itself, and the latest one alone: the subquery sees what its policy lets see.
create policy payout_proofs_read on payout_proofs for select to quillshelf_app
  using (exists (select from payouts as payout where payout.id = payout_id and payout.proof_sha256 = sha256));
create policy payout_proofs_write on payout_proofs for insert to quillshelf_app with check (app_is_platform());
grant select, insert on payout_proofs to quillshelf_app;

-- What of a payout is of the shares of one school.
create table payout_parts (
  tenant_id uuid not null references tenants (id),
  payout_id uuid not null references payouts (id),
  cause_id uuid references causes (id),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  is_test boolean not null,
  amount bigint not null default 0 check (amount >= 0),
  state text not null default 'prepared' check (state in ('prepared', 'sent', 'proved', 'cancelled')),
  sent_on date,
  made_at timestamptz not null,
  primary key (tenant_id, payout_id)
);
create index payout_parts_latest on payout_parts (tenant_id, made_at desc);
call protect_tenant_table('payout_parts', 'select, insert, update');

alter table order_shares
  -- From this day on (UTC) it may be paid out; null: not paid, or its printed book is not made.
  add column payable_on date,
  -- In which it is.
  add column payout_id uuid,
  -- Of what was refunded, what the platform bore, as the share was in a payout.
  add column lost bigint not null default 0 check (lost between 0 and refunded),
  add foreign key (tenant_id, payout_id) references payout_parts (tenant_id, payout_id);
create index order_shares_payable on order_shares (tenant_id, payable_on)
  where payout_id is null and party in ('cause', 'school');
create index order_shares_of_payout on order_shares (tenant_id, payout_id) where payout_id is not null;

-- The first day that begins after fourteen whole days. Printed books that were made before count from today.
update order_shares as share set payable_on = ((
    case when line.kind = 'print' then now() else paid.paid_at end) at time zone 'UTC')::date + 15
  from order_lines as line, orders as paid
  where line.tenant_id = share.tenant_id and line.id = share.line_id
    and paid.tenant_id = share.tenant_id and paid.id = line.order_id and paid.paid_at is not null
    and share.party in ('cause', 'school')
    and (line.kind <> 'print' or line.fulfilment in ('made', 'sent', 'delivered'));

alter table transfers add column payout_id uuid references payouts (id);
create index transfers_of_payout on transfers (tenant_id, payout_id) where payout_id is not null;

alter table cause_sums add column paid_out bigint not null default 0 check (paid_out >= 0);
alter table cause_totals add column paid_out bigint not null default 0 check (paid_out >= 0);

-- An update may tell of a payout.
alter table cause_updates add column payout_id uuid references payouts (id);
