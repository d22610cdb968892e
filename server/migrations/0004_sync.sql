-- What devices need: a version per scope, the newest change of each row, and the ledger of calls already decided.

-- Bumped as the last statement before commit, so that a version is visible only with everything below it.
create table scope_versions (
  tenant_id uuid not null references tenants (id),
  scope text not null,
  version bigint not null,
  primary key (tenant_id, scope)
);

-- The newest change of a row in a scope. A row that left a scope stays as a tombstone.
create table scope_changes (
  tenant_id uuid not null references tenants (id),
  scope text not null,
  table_name text not null,
  row_id uuid not null,
  version bigint not null,
  removed boolean not null,
  primary key (tenant_id, scope, table_name, row_id)
);
create index scope_changes_since on scope_changes (tenant_id, scope, version);

create table sync_clients (
  tenant_id uuid not null,
  user_id uuid not null,
  client_id uuid not null,
  last_seq bigint not null default 0,
  created_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  primary key (tenant_id, user_id, client_id),
  foreign key (tenant_id, user_id) references users (tenant_id, id)
);

-- Kept for at least 400 days: tablets spend summers in cupboards.
create table sync_calls (
  tenant_id uuid not null,
  user_id uuid not null,
  client_id uuid not null,
  seq bigint not null,
  mutation_id uuid not null,
  name text not null,
  problem jsonb,
  decided_at timestamptz not null default now(),
  primary key (tenant_id, user_id, client_id, seq),
  foreign key (tenant_id, user_id, client_id) references sync_clients (tenant_id, user_id, client_id)
);
create index sync_calls_age on sync_calls (tenant_id, decided_at);

-- The same promise for plain REST calls: one effect per key, and the same answer again.
create table idempotency_keys (
  tenant_id uuid not null,
  user_id uuid not null,
  key text not null,
  fingerprint bytea not null,
  answer jsonb,
  created_at timestamptz not null default now(),
  primary key (tenant_id, user_id, key),
  foreign key (tenant_id, user_id) references users (tenant_id, id)
);

call protect_tenant_table('scope_versions', 'select, insert, update');
call protect_tenant_table('scope_changes', 'select, insert, update');
call protect_tenant_table('sync_clients', 'select, insert, update');
call protect_tenant_table('sync_calls', 'select, insert, delete');
call protect_tenant_table('idempotency_keys', 'select, insert, update, delete');
