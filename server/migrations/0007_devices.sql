-- The tablets of a school, as they last described themselves.

create table devices (
  tenant_id uuid not null,
  -- Made by the tablet.
  id uuid not null,
  -- Null until a person gives one.
  name text,
  last_seen_at timestamptz not null,
  last_user_id uuid not null,
  app_version text not null,
  unsent integer not null check (unsent >= 0),
  unsent_people integer not null check (unsent_people >= 0),
  free_bytes bigint,
  storage_persisted boolean,
  storage_wiped_at timestamptz,
  created_at timestamptz not null default now(),
  primary key (tenant_id, id),
  foreign key (tenant_id, last_user_id) references users (tenant_id, id)
);
create index devices_of_user on devices (tenant_id, last_user_id, last_seen_at desc);

call protect_tenant_table('devices', 'select, insert, update, delete');
