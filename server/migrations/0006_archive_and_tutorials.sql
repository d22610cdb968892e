-- Who archived a person, and which guided tours a person has seen.

alter table users
  add column archived_by uuid,
  add foreign key (tenant_id, archived_by) references users (tenant_id, id);

-- Keyed by person and not by device: a tour that was seen on one tablet is not shown on the next.
create table tutorials_seen (
  tenant_id uuid not null,
  user_id uuid not null,
  key text not null,
  seen_at timestamptz not null default now(),
  primary key (tenant_id, user_id, key),
  foreign key (tenant_id, user_id) references users (tenant_id, id)
);

call protect_tenant_table('tutorials_seen', 'select, insert');
