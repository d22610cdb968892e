-- The tenants and what holds them apart. Every row of a tenant has tenant_id first in its keys, and row-level security
-- is forced, so that even the owner of the tables sees one tenant at a time.

-- Settings of the running transaction. nullif: a connection that had a setting once answers '' afterwards, not null.
create function app_tenant_id() returns uuid language sql stable parallel safe
  as $$ select nullif(current_setting('app.tenant_id', true), '')::uuid $$;

-- The platform scope crosses tenants on purpose: registration, the platform's lists, jobs, the demo.
create function app_is_platform() returns boolean language sql stable parallel safe
  as $$ select coalesce(current_setting('app.scope', true), '') = 'platform' $$;

-- What every table with a tenant_id gets: forced row-level security, one tenant at a time, and no more rights than named.
create procedure protect_tenant_table(table_name text, privileges text) language plpgsql as $$
begin
  execute format('alter table %I enable row level security', table_name);
  execute format('alter table %I force row level security', table_name);
  execute format(
    'create policy %I on %I to quillshelf_app using (tenant_id = app_tenant_id()) with check (tenant_id = app_tenant_id())',
    table_name || '_own', table_name);
  execute format('grant %s on %I to quillshelf_app', privileges, table_name);
end $$;

-- One row that says which life of the data this is. A restore or a move gives it a new epoch, and devices start over.
create table installation (
  single boolean primary key default true check (single),
  epoch uuid not null default gen_random_uuid(),
  created_at timestamptz not null default now()
);
insert into installation default values;
grant select on installation to quillshelf_app;

create table tenants (
  id uuid primary key,
  school_name text not null,
  school_email text,
  subdomain text unique check (subdomain ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and length(subdomain) <= 63),
  domain_url text,
  -- Host of domain_url, set once its ownership was shown; only then does it answer.
  verified_host text unique,
  first_name text,
  last_name text,
  switchboard boolean not null default false,
  logo text,
  is_organization boolean not null default false,
  is_platform boolean not null default false,
  primary_color text not null check (primary_color ~* '^#[0-9a-f]{6}$'),
  primary_color_light text not null check (primary_color_light ~* '^#[0-9a-f]{6}$'),
  primary_color_dark text not null check (primary_color_dark ~* '^#[0-9a-f]{6}$'),
  bg_primary_color text not null check (bg_primary_color ~* '^#[0-9a-f]{6}$'),
  bg_secondary_color text not null check (bg_secondary_color ~* '^#[0-9a-f]{6}$'),
  announcement_color text not null check (announcement_color ~* '^#[0-9a-f]{6}$'),
  button_color text not null check (button_color ~* '^#[0-9a-f]{6}$'),
  book_button_color text not null check (book_button_color ~* '^#[0-9a-f]{6}$'),
  text_primary_color text not null check (text_primary_color ~* '^#[0-9a-f]{6}$'),
  text_secondary_color text not null check (text_secondary_color ~* '^#[0-9a-f]{6}$'),
  text_muted_color text not null check (text_muted_color ~* '^#[0-9a-f]{6}$'),
  border_primary_color text not null check (border_primary_color ~* '^#[0-9a-f]{6}$'),
  border_muted_color text not null check (border_muted_color ~* '^#[0-9a-f]{6}$'),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index tenants_one_platform on tenants (is_platform) where is_platform;

alter table tenants enable row level security;
alter table tenants force row level security;
create policy tenants_own on tenants to quillshelf_app
  using (id = app_tenant_id()) with check (id = app_tenant_id());
create policy tenants_platform on tenants to quillshelf_app
  using (app_is_platform()) with check (app_is_platform());
-- Finding the tenant of a host: the one row whose host was named, for reading.
create policy tenants_by_host on tenants for select to quillshelf_app
  using (
    subdomain = nullif(current_setting('app.host_subdomain', true), '')
    or verified_host = nullif(current_setting('app.host', true), '')
    or (is_platform and current_setting('app.host_platform', true) = 'on')
  );
grant select, insert, update on tenants to quillshelf_app;

-- Each tenant's own key for what has to be shown again (pupils' passwords), wrapped by a key outside the database.
create table tenant_keys (
  tenant_id uuid primary key references tenants (id),
  wrapped_key bytea not null,
  created_at timestamptz not null default now()
);

-- A school belongs to an organization when both sides confirmed it. The row is the organization's; the school reads it.
create table organization_schools (
  tenant_id uuid not null references tenants (id),
  school_id uuid not null references tenants (id),
  confirmed_at timestamptz,
  created_at timestamptz not null default now(),
  primary key (tenant_id, school_id)
);

-- Parents enter the community view by one shared password per tenant; a new version ends the sessions of the old one.
create table community_passwords (
  tenant_id uuid primary key references tenants (id),
  password_hash text not null,
  version integer not null default 1,
  updated_at timestamptz not null default now()
);

-- Who did what, written in the transaction that did it. Nothing is granted that could change a line.
create table audit_entries (
  tenant_id uuid not null references tenants (id),
  id uuid not null,
  actor_id uuid,
  action text not null,
  subject_id uuid,
  details jsonb not null default '{}',
  created_at timestamptz not null default now(),
  primary key (tenant_id, id)
);
create index audit_entries_recent on audit_entries (tenant_id, created_at desc);

call protect_tenant_table('tenant_keys', 'select, insert');
call protect_tenant_table('organization_schools', 'select, insert, update, delete');
create policy organization_schools_linked on organization_schools for select to quillshelf_app
  using (school_id = app_tenant_id());

call protect_tenant_table('community_passwords', 'select, insert, update');
call protect_tenant_table('audit_entries', 'select, insert');
