-- Wrong guesses, counted so that nobody can try for long: by account, by device and by network. They stand in the
-- database, so that all servers count together; what is counted is a keyed hash, so that no address and no typed name
-- is kept here.

create table failed_guesses (
  tenant_id uuid not null references tenants (id),
  kind text not null,
  subject bytea not null,
  failures integer not null check (failures > 0),
  -- When the first of them was made; some minutes later they are forgotten.
  since timestamptz not null,
  primary key (tenant_id, kind, subject)
);
create index failed_guesses_by_age on failed_guesses (tenant_id, since);

call protect_tenant_table('failed_guesses', 'select, insert, update, delete');
