-- Certificates: of gifts, and of what a work raised for a cause. See docs/decisions/0095.

create table certificates (
  tenant_id uuid not null references tenants (id),
  id uuid not null,
  -- 128 random bits: its address, which anyone who has it may open.
  public_id text not null check (public_id ~ '^[A-Za-z0-9_-]{22}$'),
  kind text not null check (kind in ('giving', 'raised', 'challenge', 'course')),
  -- Of a gift, the name that the buyer chose; of a work, its pen name or a first name.
  name text not null check (length(name) between 1 and 200),
  -- All else that it says, frozen when it was issued.
  facts jsonb not null,
  -- Of a gift.
  order_id uuid,
  line_id uuid,
  -- Of what a work raised for a cause.
  work_id uuid,
  cause_id uuid references causes (id),
  issued_by uuid,
  issued_at timestamptz not null,
  withdrawn_at timestamptz,
  reason text check (length(reason) <= 300),
  primary key (tenant_id, id),
  unique (tenant_id, public_id),
  foreign key (tenant_id, order_id) references orders (tenant_id, id),
  foreign key (tenant_id, line_id) references order_lines (tenant_id, id),
  foreign key (tenant_id, work_id) references works (tenant_id, id),
  foreign key (tenant_id, issued_by) references users (tenant_id, id),
  check (withdrawn_at is null or reason is not null),
  check (kind <> 'giving' or (order_id is not null and line_id is not null)),
  check (kind <> 'raised' or (work_id is not null and cause_id is not null))
);
-- A gift has one that is valid, however often its payment is looked at.
create unique index certificates_one_of_gift on certificates (tenant_id, line_id)
  where line_id is not null and withdrawn_at is null;
create index certificates_of_order on certificates (tenant_id, order_id) where order_id is not null;
create index certificates_of_work on certificates (tenant_id, work_id, cause_id) where work_id is not null;
call protect_tenant_table('certificates', 'select, insert');
-- What it says is never changed: it is only withdrawn.
grant update (withdrawn_at, reason) on certificates to quillshelf_app;

-- The platform finds one by its address to withdraw it, which it does in the rows of its school.
create policy certificates_platform on certificates for select to quillshelf_app using (app_is_platform());
create index certificates_by_address on certificates (public_id);
