-- Messages to Dear World are works of a kind of their own, picked into the edition of a year. See docs/decisions/0143.
alter table works drop constraint works_kind_check;
alter table works add constraint works_kind_check check (kind in ('book', 'story', 'message')) not valid;
alter table work_watch drop constraint work_watch_kind_check;
alter table work_watch add constraint work_watch_kind_check check (kind in ('book', 'story', 'message')) not valid;
alter table tenant_work_days drop constraint tenant_work_days_kind_check;
alter table tenant_work_days add constraint tenant_work_days_kind_check
  check (kind in ('book', 'story', 'message')) not valid;
alter table tenant_work_numbers drop constraint tenant_work_numbers_kind_check;
alter table tenant_work_numbers add constraint tenant_work_numbers_kind_check
  check (kind in ('book', 'story', 'message')) not valid;

-- Two ids and a year; nothing of the message is copied.
create table message_picks (
  -- The platform.
  tenant_id uuid not null references tenants (id) on delete cascade,
  school_id uuid not null references tenants (id) on delete cascade,
  work_id uuid not null,
  -- A message is in one edition.
  year smallint not null check (year between 2020 and 2200),
  picked_at timestamptz not null,
  primary key (tenant_id, school_id, work_id)
);
call protect_tenant_table('message_picks', 'select, insert, update, delete');
create index message_picks_of_edition on message_picks (tenant_id, year, picked_at, school_id, work_id);
create index message_picks_of_school on message_picks (school_id);

create policy message_picks_panel on message_picks for select to quillshelf_panel using (true);
grant select (tenant_id, school_id, work_id, year) on message_picks to quillshelf_panel;
