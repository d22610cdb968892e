-- The platform visits a school by the school's consent, and looks unless it was allowed to help. See docs/decisions/0138.

alter table tenants
  add column guest_consent text not null default 'ask' check (guest_consent in ('ask', 'always', 'never'));

-- What a guest of the platform may do until the session ends. Null for everybody else.
alter table sessions add column guest_may text check (guest_may in ('look', 'help'));

create table visit_requests (
  tenant_id uuid not null references tenants (id),
  id uuid not null,
  guest_id uuid not null,
  wants text not null check (wants in ('look', 'help')),
  reason text not null check (length(reason) between 1 and 500),
  asked_at timestamptz not null,
  answered_at timestamptz,
  answered_by uuid,
  -- Null while nobody answered, and for a no.
  may text check (may in ('look', 'help')),
  allowed_until timestamptz,
  -- The school took its yes back, or the request was overtaken.
  ended_at timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, guest_id) references users (tenant_id, id),
  foreign key (tenant_id, answered_by) references users (tenant_id, id),
  check ((may is null) = (allowed_until is null)),
  check (may is null or answered_at is not null)
);
create unique index visit_requests_waiting on visit_requests (tenant_id, guest_id)
  where answered_at is null and ended_at is null;
create index visit_requests_by_age on visit_requests (tenant_id, asked_at);

call protect_tenant_table('visit_requests', 'select, insert, update, delete');
