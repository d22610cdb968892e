-- Causes are named by schools and opened by the platform, and tell what became of the money. See docs/decisions/0090.

alter table causes
  -- The school that named it; null: the platform itself.
  add column owner_id uuid references tenants (id),
  add column state text not null default 'open' check (state in ('draft', 'submitted', 'open', 'paused', 'closed')),
  add column summary text not null default '' check (length(summary) <= 200),
  add column story text not null default '' check (length(story) <= 5000),
  -- Its file in cause_pictures.
  add column picture_sha256 bytea,
  -- ISO 3166-1 alpha-2, where it is registered.
  add column country text check (country ~ '^[A-Z]{2}$'),
  add column registration_no text not null default '' check (length(registration_no) <= 60),
  add column tax_scheme text not null default 'none' check (tax_scheme in ('none', '80G', 'GiftAid', '501c3', 'DGR')),
  -- ISO 4217; the goal is in its minor units.
  add column currency text check (currency ~ '^[A-Z]{3}$'),
  add column goal bigint check (goal > 0),
  -- Why the platform gave it back.
  add column reason text not null default '' check (length(reason) <= 1000),
  add column submitted_at timestamptz,
  -- Somebody of the platform.
  add column opened_by uuid,
  add column opened_at timestamptz,
  add column created_at timestamptz not null default now(),
  add column updated_at timestamptz not null default now(),
  add check ((goal is null) = (currency is null));
create index causes_of_owner on causes (owner_id) where owner_id is not null;
create index causes_by_state on causes (state, name);

-- Two schools may well collect for the same thing.
alter table causes drop constraint causes_name_key;

drop policy causes_everybody on causes;
drop policy causes_platform on causes;
create policy causes_open on causes for select to quillshelf_app
  using (state in ('open', 'paused', 'closed') or owner_id = app_tenant_id() or app_is_platform());
-- A school writes its own and opens none of them.
create policy causes_own_new on causes for insert to quillshelf_app
  with check (app_is_platform() or (owner_id = app_tenant_id() and state = 'draft'));
create policy causes_own_change on causes for update to quillshelf_app
  using (app_is_platform() or owner_id = app_tenant_id())
  with check (app_is_platform() or (owner_id = app_tenant_id() and (state in ('draft', 'submitted') or opened_at is not null)));
grant update on causes to quillshelf_app;

create table cause_pictures (
  cause_id uuid not null references causes (id),
  sha256 bytea not null,
  -- JPEG, made by us of what was sent.
  content bytea not null,
  created_at timestamptz not null,
  primary key (cause_id, sha256)
);
alter table cause_pictures alter column content set storage external;
alter table cause_pictures enable row level security;
alter table cause_pictures force row level security;
-- As the cause itself: the subquery sees what its policy lets see.
create policy cause_pictures_read on cause_pictures for select to quillshelf_app
  using (exists (select from causes as cause where cause.id = cause_id));
create policy cause_pictures_write on cause_pictures for insert to quillshelf_app
  with check (app_is_platform() or exists (
    select from causes as cause where cause.id = cause_id and cause.owner_id = app_tenant_id()));
grant select, insert on cause_pictures to quillshelf_app;

-- What happened with the money, told by who named the cause.
create table cause_updates (
  cause_id uuid not null references causes (id),
  id uuid not null,
  text text not null check (length(text) between 1 and 2000),
  picture_sha256 bytea,
  created_at timestamptz not null,
  primary key (cause_id, id)
);
alter table cause_updates enable row level security;
alter table cause_updates force row level security;
create policy cause_updates_read on cause_updates for select to quillshelf_app
  using (exists (select from causes as cause where cause.id = cause_id));
create policy cause_updates_write on cause_updates for insert to quillshelf_app
  with check (app_is_platform() or exists (
    select from causes as cause where cause.id = cause_id and cause.owner_id = app_tenant_id()));
grant select, insert on cause_updates to quillshelf_app;

-- What one school raised for a cause: computed from its shares after each change. It has no personal data, so the platform, which
-- adds all schools up, reads it too.
create table cause_sums (
  school_id uuid not null references tenants (id),
  cause_id uuid not null references causes (id),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  is_test boolean not null,
  -- Paid, not given back, not disputed.
  raised bigint not null check (raised >= 0),
  -- Copies bought and gifts made, not given back.
  copies integer not null check (copies >= 0),
  primary key (school_id, cause_id, currency, is_test)
);
alter table cause_sums enable row level security;
alter table cause_sums force row level security;
create policy cause_sums_own on cause_sums to quillshelf_app
  using (school_id = app_tenant_id()) with check (school_id = app_tenant_id());
create policy cause_sums_platform on cause_sums for select to quillshelf_app using (app_is_platform());
grant select, insert, update on cause_sums to quillshelf_app;
create index cause_sums_of_cause on cause_sums (cause_id);

-- What all schools raised for it: everybody reads it, the platform adds it up.
create table cause_totals (
  cause_id uuid not null references causes (id),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  is_test boolean not null,
  raised bigint not null check (raised >= 0),
  copies integer not null check (copies >= 0),
  primary key (cause_id, currency, is_test)
);
alter table cause_totals enable row level security;
alter table cause_totals force row level security;
create policy cause_totals_everybody on cause_totals for select to quillshelf_app using (true);
create policy cause_totals_platform on cause_totals to quillshelf_app using (app_is_platform()) with check (app_is_platform());
grant select, insert, update on cause_totals to quillshelf_app;
