-- Students' changes outlive their sessions: a device may go on pushing them by a grant, and what comes by one that was
-- taken back waits for somebody of the staff.

create table push_grants (
  tenant_id uuid not null,
  id uuid not null,
  user_id uuid not null,
  device_id uuid not null,
  -- JWK of a key of which the private half cannot leave the device.
  public_key jsonb not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  revoked_at timestamptz,
  revoked_reason text check (revoked_reason in ('card_replaced', 'password_compromised', 'archived')),
  primary key (tenant_id, id),
  foreign key (tenant_id, user_id) references users (tenant_id, id),
  check ((revoked_at is null) = (revoked_reason is null))
);
-- Those that were taken back stay beside the new one until they expire, so that what they send is parked.
create unique index push_grants_one_live on push_grants (tenant_id, user_id, device_id) where revoked_at is null;

create table parked_calls (
  tenant_id uuid not null,
  id uuid not null,
  user_id uuid not null,
  device_id uuid not null,
  mutation_id uuid not null,
  seq bigint not null,
  name text not null,
  -- The whole queued call, as it came.
  call jsonb not null,
  reason text not null check (reason in ('card_replaced', 'password_compromised', 'archived')),
  parked_at timestamptz not null default now(),
  primary key (tenant_id, id),
  unique (tenant_id, user_id, mutation_id),
  foreign key (tenant_id, user_id) references users (tenant_id, id)
);

call protect_tenant_table('push_grants', 'select, insert, update, delete');
call protect_tenant_table('parked_calls', 'select, insert, delete');
