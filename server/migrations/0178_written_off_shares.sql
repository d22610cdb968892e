-- What a closed school cannot be paid any more is written off by two. See docs/decisions/0170.

-- Somebody of the platform asked for it: a second person, or a code of an e-mail, is still to come.
create table write_off_asks (
  tenant_id uuid not null references tenants (id),
  -- Of the platform's own site.
  asked_by uuid not null,
  reason text not null check (length(reason) between 1 and 300),
  asked_at timestamptz not null,
  -- HMAC of a code that was sent to who asked; null where a second person confirms.
  code_hash bytea,
  code_tries integer not null default 0 check (code_tries >= 0),
  primary key (tenant_id)
);
call protect_tenant_table('write_off_asks', 'select, insert, update, delete');

-- The shares, as much as was left of each. They are the platform's from then on.
create table written_off_shares (
  tenant_id uuid not null,
  line_id uuid not null,
  party text not null check (party = 'school'),
  amount bigint not null check (amount > 0),
  reason text not null check (length(reason) between 1 and 300),
  written_off_at timestamptz not null,
  primary key (tenant_id, line_id, party),
  foreign key (tenant_id, line_id, party) references order_shares (tenant_id, line_id, party)
);
call protect_tenant_table('written_off_shares', 'select, insert');
-- Books of the seller: they stay when the school is gone.
drop policy written_off_shares_at_end on written_off_shares;
revoke delete on written_off_shares from quillshelf_app;
