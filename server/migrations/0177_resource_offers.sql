-- What superpower teachers share waits until somebody of the platform has read it. See docs/decisions/0169.

create table resource_offers (
  -- The platform.
  tenant_id uuid not null references tenants (id),
  resource_id uuid not null,
  state text not null check (state in ('open', 'approved', 'declined')),
  -- Of an answer that is no.
  why text check (length(why) between 1 and 300),
  -- When it was offered last.
  offered_at timestamptz not null,
  decided_at timestamptz,
  decided_by uuid,
  primary key (tenant_id, resource_id),
  foreign key (tenant_id, resource_id) references resources (tenant_id, id) on delete cascade,
  foreign key (tenant_id, decided_by) references users (tenant_id, id),
  constraint resource_offers_decided check (
    (state = 'open') = (decided_at is null) and (state = 'open') = (decided_by is null)
    and (state = 'declined') = (why is not null))
);
create index resource_offers_open on resource_offers (tenant_id, state, offered_at);
create index resource_offers_decided_by on resource_offers (tenant_id, decided_by);
call protect_tenant_table('resource_offers', 'select, insert, update');
