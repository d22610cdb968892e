-- A school closes: 30 days for reading, then its rows go, and a receipt stays. See docs/decisions/0131.

alter table tenants
  -- Until then it is read, and after it its rows go. Null while it is not closing.
  add column closes_at timestamptz,
  -- Its rows are gone. The row of the tenant stays, so that its address says so and nobody else gets it.
  add column gone_at timestamptz;
grant select (closes_at, gone_at) on tenants to quillshelf_panel;

-- As tenant_by_host, with whether the tenant closes or is gone; that one stays for servers of the version before.
create function tenant_at_address(kind text, name text) returns table (
  id uuid, school_name text, school_email text, subdomain text, domain_url text, verified_host text, first_name text,
  last_name text, switchboard boolean, logo text, is_organization boolean, is_platform boolean, primary_color text,
  primary_color_light text, primary_color_dark text, bg_primary_color text, bg_secondary_color text,
  announcement_color text, button_color text, book_button_color text, text_primary_color text, text_secondary_color text,
  text_muted_color text, border_primary_color text, border_muted_color text, registered_at timestamptz,
  set_up_at timestamptz, setup_hidden_at timestamptz, suspended_at timestamptz, closes_at timestamptz, gone_at timestamptz,
  created_at timestamptz, updated_at timestamptz
) language plpgsql as $$
declare
  setting constant text := case kind
    when 'platform' then 'app.host_platform'
    when 'subdomain' then 'app.host_subdomain'
    when 'host' then 'app.host'
  end;
  found_id uuid;
begin
  perform set_config(setting, name, true);
  case kind
    when 'platform' then select tenant.id into found_id from tenants as tenant where tenant.is_platform;
    when 'subdomain' then select tenant.id into found_id from tenants as tenant where tenant.subdomain = name;
    when 'host' then select tenant.id into found_id from tenants as tenant where tenant.verified_host = name;
  end case;
  return query
    select tenant.id, tenant.school_name, tenant.school_email, tenant.subdomain, tenant.domain_url, tenant.verified_host,
      tenant.first_name, tenant.last_name, tenant.switchboard, tenant.logo, tenant.is_organization, tenant.is_platform,
      tenant.primary_color, tenant.primary_color_light, tenant.primary_color_dark, tenant.bg_primary_color,
      tenant.bg_secondary_color, tenant.announcement_color, tenant.button_color, tenant.book_button_color,
      tenant.text_primary_color, tenant.text_secondary_color, tenant.text_muted_color, tenant.border_primary_color,
      tenant.border_muted_color, tenant.registered_at, tenant.set_up_at, tenant.setup_hidden_at, tenant.suspended_at,
      tenant.closes_at, tenant.gone_at, tenant.created_at, tenant.updated_at
    from tenants as tenant where tenant.id = found_id;
  perform set_config(setting, '', true);
end $$;

-- Somebody asked for it and it has not begun: a second person, or a code of an e-mail, is still to come.
create table closing_asks (
  tenant_id uuid not null references tenants (id),
  -- Of the school, or of the platform's own site.
  asked_by uuid not null,
  is_by_platform boolean not null,
  reason text not null,
  asked_at timestamptz not null,
  -- HMAC of a code that was sent to who asked; null where a second person confirms.
  code_hash bytea,
  code_tries integer not null default 0 check (code_tries >= 0),
  primary key (tenant_id)
);

create table closings (
  tenant_id uuid not null references tenants (id),
  id uuid not null,
  is_by_platform boolean not null,
  reason text not null,
  begun_at timestamptz not null,
  due_at timestamptz not null check (due_at >= begun_at + interval '30 days'),
  -- By the clock of the database, whatever the program says.
  written_at timestamptz not null default now(),
  kept_at timestamptz,
  gone_at timestamptz,
  -- SHA-256 of the last audit entry that went and of all before it.
  audit_hash bytea,
  -- What the receipt says, and its signature.
  receipt jsonb,
  signature bytea,
  primary key (tenant_id, id),
  check (kept_at is null or gone_at is null),
  check ((gone_at is null) = (receipt is null) and (receipt is null) = (signature is null))
);
create unique index closings_open on closings (tenant_id) where kept_at is null;

-- Rows of each table before anything went, and how many went so far.
create table closing_counts (
  tenant_id uuid not null,
  closing_id uuid not null,
  table_name text not null,
  before bigint not null check (before >= 0),
  gone bigint not null default 0 check (gone >= 0),
  primary key (tenant_id, closing_id, table_name),
  foreign key (tenant_id, closing_id) references closings (tenant_id, id)
);

call protect_tenant_table('closing_asks', 'select, insert, update, delete');
call protect_tenant_table('closings', 'select');
call protect_tenant_table('closing_counts', 'select, insert');
-- When it is due and written is said once.
grant insert (tenant_id, id, is_by_platform, reason, begun_at, due_at) on closings to quillshelf_app;
grant update (kept_at, gone_at, audit_hash, receipt, signature) on closings to quillshelf_app;
grant update (gone) on closing_counts to quillshelf_app;
