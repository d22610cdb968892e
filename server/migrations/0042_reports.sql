-- What readers tell the school about a work, and what the school makes of it. See decision 48.

create table work_reports (
  tenant_id uuid not null,
  id uuid not null,
  work_id uuid not null,
  reason text not null check (reason in ('private', 'unkind', 'frightening', 'copied', 'other')),
  words text not null default '',
  -- Null: a visitor, or a family.
  reported_by uuid,
  reported_at timestamptz not null,
  decided_at timestamptz,
  decided_by uuid,
  primary key (tenant_id, id),
  foreign key (tenant_id, work_id) references works (tenant_id, id),
  foreign key (tenant_id, reported_by) references users (tenant_id, id),
  foreign key (tenant_id, decided_by) references users (tenant_id, id),
  check ((decided_at is null) or (decided_by is not null))
);
create index work_reports_open on work_reports (tenant_id, work_id, reported_at) where decided_at is null;
create index work_reports_of_work on work_reports (tenant_id, work_id);
-- Who tells it twice tells nothing new.
create unique index work_reports_of_person on work_reports (tenant_id, work_id, reported_by)
  where decided_at is null and reported_by is not null;

-- Off the shelf until the school puts it back: nobody publishes it meanwhile.
alter table works add column taken_down_at timestamptz;
alter table works add constraint works_taken_down check (taken_down_at is null or state <> 'published');
create index works_taken_down on works (tenant_id, taken_down_at) where taken_down_at is not null;

call protect_tenant_table('work_reports', 'select, insert, update');
