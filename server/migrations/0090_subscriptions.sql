-- Plans that schools subscribe to, and who has which. See docs/decisions/0093.

create table subscription_plans (
  id uuid primary key,
  name text not null check (length(name) between 1 and 60),
  description text not null default '' check (length(description) <= 500),
  -- What it has, a text each.
  features text[] not null default '{}',
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create unique index subscription_plans_by_name on subscription_plans (lower(name));
alter table subscription_plans enable row level security;
alter table subscription_plans force row level security;
create policy subscription_plans_everybody on subscription_plans for select to quillshelf_app using (true);
create policy subscription_plans_platform on subscription_plans to quillshelf_app
  using (app_is_platform()) with check (app_is_platform());
grant select, insert, update, delete on subscription_plans to quillshelf_app;

create table subscription_variants (
  id uuid primary key,
  plan_id uuid not null references subscription_plans (id),
  period text not null check (period in ('month', 'year')),
  -- ISO 4217; the price is in its minor units.
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  -- Of one seat for one period, with tax inside.
  seat_price bigint not null check (seat_price >= 0),
  seat_minimum integer not null check (seat_minimum > 0),
  -- Null: as many as one likes.
  seat_maximum integer check (seat_maximum >= seat_minimum),
  trial_days integer not null check (trial_days between 0 and 365),
  is_offered boolean not null,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index subscription_variants_of_plan on subscription_variants (plan_id);
alter table subscription_variants enable row level security;
alter table subscription_variants force row level security;
create policy subscription_variants_everybody on subscription_variants for select to quillshelf_app using (true);
create policy subscription_variants_platform on subscription_variants to quillshelf_app
  using (app_is_platform()) with check (app_is_platform());
grant select, insert, update, delete on subscription_variants to quillshelf_app;

-- Whether schools have to have a plan. One row, written by the platform alone; none before it said so.
create table subscription_rules (
  single boolean primary key default true check (single),
  -- Null: nobody needs one.
  required_since timestamptz,
  updated_at timestamptz not null
);
alter table subscription_rules enable row level security;
alter table subscription_rules force row level security;
create policy subscription_rules_everybody on subscription_rules for select to quillshelf_app using (true);
create policy subscription_rules_platform on subscription_rules to quillshelf_app
  using (app_is_platform()) with check (app_is_platform());
grant select, insert, update on subscription_rules to quillshelf_app;

create table subscriptions (
  tenant_id uuid not null references tenants (id),
  -- Made on the device of who chooses: the same choice sent twice is one.
  id uuid not null,
  variant_id uuid not null references subscription_variants (id),
  seats integer not null check (seats > 0),
  state text not null check (state in ('trial', 'active', 'grace', 'read_only', 'ended')),
  -- Of the month: periods begin on it where the month has it.
  anchor_day integer not null check (anchor_day between 1 and 31),
  -- Days, both included.
  period_start date not null,
  period_end date not null check (period_end >= period_start),
  -- Chosen for the next period; null: the same again.
  next_variant_id uuid references subscription_variants (id),
  next_seats integer check (next_seats > 0),
  ends_at_period_end boolean not null default false,
  -- Who gets invoices and e-mails: name, e-mail, country, address.
  billing jsonb not null,
  -- Scheme, host and port of the tenant, for links in letters.
  origin text not null,
  -- Of what was chosen, to tell the same choice from another with its id.
  fingerprint bytea not null,
  created_at timestamptz not null,
  ended_at timestamptz,
  primary key (tenant_id, id),
  check ((next_variant_id is null) = (next_seats is null)),
  check ((state = 'ended') = (ended_at is not null))
);
create unique index subscriptions_one_alive on subscriptions (tenant_id) where state <> 'ended';
create index subscriptions_latest on subscriptions (created_at desc, id desc);
create index subscriptions_of_variant on subscriptions (variant_id);
call protect_tenant_table('subscriptions', 'select, insert, update');
-- The platform sees who has which plan; it writes in one school at a time.
create policy subscriptions_platform on subscriptions for select to quillshelf_app using (app_is_platform());

-- What an order of a plan is for.
create table subscription_orders (
  tenant_id uuid not null,
  order_id uuid not null,
  subscription_id uuid not null,
  purpose text not null check (purpose in ('period', 'seats')),
  variant_id uuid not null references subscription_variants (id),
  -- Of `seats`: how many more.
  seats integer not null check (seats > 0),
  period_start date not null,
  period_end date not null check (period_end >= period_start),
  -- Of `seats`: also for the next period, which is paid already.
  is_for_next boolean not null default false,
  -- open: waits for its money. paid: its period has not begun. applied: it has, or the seats count. void: money for it goes back.
  state text not null default 'open' check (state in ('open', 'paid', 'applied', 'void')),
  -- Void because something else was chosen.
  is_replaced boolean not null default false,
  -- The latest reminder, in days from the end of the period before.
  reminded integer,
  primary key (tenant_id, order_id),
  foreign key (tenant_id, order_id) references orders (tenant_id, id),
  foreign key (tenant_id, subscription_id) references subscriptions (tenant_id, id)
);
create unique index subscription_orders_one_next on subscription_orders (tenant_id, subscription_id, purpose)
  where state = 'open';
create index subscription_orders_of_subscription on subscription_orders (tenant_id, subscription_id);
create index subscription_orders_of_variant on subscription_orders (variant_id);
call protect_tenant_table('subscription_orders', 'select, insert, update');
create policy subscription_orders_platform on subscription_orders for select to quillshelf_app using (app_is_platform());

alter table order_lines add column subscription_id uuid;
alter table order_lines add foreign key (tenant_id, subscription_id) references subscriptions (tenant_id, id);
alter table order_lines add check (subscription_id is null or kind = 'plan');
-- Seats of a plan are more than copies of a book.
alter table order_lines drop constraint order_lines_quantity_check;
alter table order_lines add constraint order_lines_quantity_check
  check (quantity between 1 and case when kind = 'plan' then 100000 else 20 end);

-- A plan's order has its document before it is paid; where it lapses, a credit note takes the whole document back.
alter table documents drop constraint documents_check;
alter table documents add constraint documents_corrects_check
  check ((type = 'credit-note') = (corrects_id is not null) and (type = 'credit-note' or refund_id is null));
create unique index documents_one_lapse on documents (tenant_id, corrects_id) where refund_id is null and corrects_id is not null;
