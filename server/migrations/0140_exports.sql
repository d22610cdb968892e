-- A copy of all that a school has, as ZIP files that are kept for a week. See docs/decisions/0130.

create table exports (
  tenant_id uuid not null references tenants (id),
  id uuid not null,
  -- Of the school, or of the platform's own site.
  asked_by uuid not null,
  is_by_platform boolean not null,
  asked_at timestamptz not null,
  -- The attempt that writes it: one that was taken for dead and comes back late writes nothing.
  attempt integer not null default 0,
  rows_done bigint not null default 0 check (rows_done >= 0),
  -- Null until they were counted.
  rows_total bigint check (rows_total >= 0),
  ready_at timestamptz,
  failed_at timestamptz,
  -- It goes then, with all that belongs to it.
  expires_at timestamptz not null,
  primary key (tenant_id, id),
  check (ready_at is null or failed_at is null)
);
create index exports_by_age on exports (tenant_id, expires_at);

-- One ZIP file.
create table export_parts (
  tenant_id uuid not null,
  export_id uuid not null,
  part integer not null check (part > 0),
  bytes bigint not null check (bytes > 0),
  sha256 bytea not null check (length(sha256) = 32),
  primary key (tenant_id, export_id, part),
  foreign key (tenant_id, export_id) references exports (tenant_id, id) on delete cascade
);

-- Kept in the database, so that any server hands it out.
create table export_chunks (
  tenant_id uuid not null,
  export_id uuid not null,
  part integer not null check (part > 0),
  place integer not null check (place >= 0),
  content bytea not null,
  primary key (tenant_id, export_id, part, place),
  foreign key (tenant_id, export_id) references exports (tenant_id, id) on delete cascade
);
-- It is compressed already.
alter table export_chunks alter column content set storage external;

-- Each works once.
create table export_links (
  tenant_id uuid not null,
  -- SHA-256 of what the link carries.
  token_hash bytea not null check (length(token_hash) = 32),
  export_id uuid not null,
  part integer not null,
  made_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  primary key (tenant_id, token_hash),
  foreign key (tenant_id, export_id, part) references export_parts (tenant_id, export_id, part) on delete cascade
);
create index export_links_of_part on export_links (tenant_id, export_id, part);

call protect_tenant_table('exports', 'select, insert, update, delete');
call protect_tenant_table('export_parts', 'select, insert, delete');
call protect_tenant_table('export_chunks', 'select, insert, delete');
call protect_tenant_table('export_links', 'select, insert, update, delete');
