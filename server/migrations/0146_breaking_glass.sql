-- Where somebody is in danger the platform enters a school without its yes, by two administrators. See docs/decisions/0139.

-- In the rows of the platform. What comes of it is a row of visit_requests in the school.
create table visit_overrides (
  tenant_id uuid not null references tenants (id),
  id uuid not null,
  school_id uuid not null references tenants (id),
  asked_by uuid not null,
  wants text not null check (wants in ('look', 'help')),
  reason text not null check (length(reason) between 1 and 500),
  asked_at timestamptz not null,
  -- SHA-256 of the code, where there was no second administrator.
  code_hash bytea check (length(code_hash) = 32),
  confirmed_by uuid,
  confirmed_at timestamptz,
  ended_at timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, asked_by) references users (tenant_id, id),
  foreign key (tenant_id, confirmed_by) references users (tenant_id, id),
  check ((confirmed_by is null) = (confirmed_at is null))
);
create index visit_overrides_by_age on visit_overrides (tenant_id, asked_at);

call protect_tenant_table('visit_overrides', 'select, insert, update, delete');
