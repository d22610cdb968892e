-- What schools sell, at what price, and who gets what of it. See docs/decisions/0083.

-- Who sells: the platform, for all schools. One row, written by the platform alone; its part of a sale stands beside its name.
create table seller (
  single boolean primary key default true check (single),
  name text not null check (name <> ''),
  address text not null,
  -- Such as a VAT number, a line each.
  tax_numbers text not null default '',
  -- Hundredths of a percent of what is left after tax.
  platform_bp integer not null default 0 check (platform_bp between 0 and 10000),
  updated_at timestamptz not null default now()
);
alter table seller enable row level security;
alter table seller force row level security;
create policy seller_everybody on seller for select to quillshelf_app using (true);
create policy seller_platform on seller to quillshelf_app using (app_is_platform()) with check (app_is_platform());
grant select, insert, update on seller to quillshelf_app;

create table tax_rates (
  -- ISO 3166-1 alpha-2, of the buyer.
  country text not null check (country ~ '^[A-Z]{2}$'),
  kind text not null check (kind in ('digital', 'print', 'shipping', 'plan')),
  from_date date not null,
  rate_bp integer not null check (rate_bp between 0 and 10000),
  -- Such as VAT or GST.
  name text not null check (name <> ''),
  primary key (country, kind, from_date)
);
alter table tax_rates enable row level security;
alter table tax_rates force row level security;
create policy tax_rates_everybody on tax_rates for select to quillshelf_app using (true);
create policy tax_rates_platform on tax_rates to quillshelf_app using (app_is_platform()) with check (app_is_platform());
grant select, insert, update, delete on tax_rates to quillshelf_app;

-- What the numbers of a school's orders and documents begin with: nobody else's do.
create table shop_codes (
  code text primary key check (code ~ '^[A-Z]{3,5}$'),
  owner_id uuid not null unique references tenants (id)
);
alter table shop_codes enable row level security;
alter table shop_codes force row level security;
create policy shop_codes_own on shop_codes to quillshelf_app
  using (owner_id = app_tenant_id()) with check (owner_id = app_tenant_id());
grant select, insert on shop_codes to quillshelf_app;

create table shops (
  tenant_id uuid not null references tenants (id),
  -- ISO 4217; all amounts of the tenant are in its minor units.
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  is_open boolean not null default false,
  digital_price bigint not null check (digital_price >= 0),
  -- Null: nothing is printed.
  print_price bigint check (print_price >= 0),
  -- What printing one copy costs the school.
  print_cost bigint not null default 0 check (print_cost >= 0),
  shipping_price bigint not null default 0 check (shipping_price >= 0),
  -- The school's part, as the platform's.
  school_bp integer not null default 0 check (school_bp between 0 and 10000),
  default_cause_id uuid references causes (id),
  -- The one in shop_codes.
  code text not null,
  updated_at timestamptz not null,
  primary key (tenant_id),
  check (not is_open or default_cause_id is not null)
);
call protect_tenant_table('shops', 'select, insert, update');

alter table works
  -- For sale where the shop is open; of a child's work also where a guardian said so.
  add column is_for_sale boolean not null default false,
  -- Null: the shop's own.
  add column digital_price bigint check (digital_price >= 0),
  add column print_price bigint check (print_price >= 0),
  add column cause_id uuid references causes (id);
create index works_for_sale on works (tenant_id) where is_for_sale;
create index works_of_cause on works (tenant_id, cause_id) where cause_id is not null;
