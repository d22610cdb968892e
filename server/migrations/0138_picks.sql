-- Works of schools that the platform has on a shelf of its own library. Each look asks the school again. See docs/decisions/0129.
create table work_picks (
  -- The platform.
  tenant_id uuid not null references tenants (id) on delete cascade,
  school_id uuid not null references tenants (id) on delete cascade,
  work_id uuid not null,
  picked_at timestamptz not null,
  primary key (tenant_id, school_id, work_id)
);
call protect_tenant_table('work_picks', 'select, insert, delete');
create index work_picks_latest on work_picks (tenant_id, picked_at desc, work_id);
create index work_picks_of_school on work_picks (school_id);

create policy work_picks_panel on work_picks for select to quillshelf_panel using (true);
grant select (tenant_id, school_id, work_id) on work_picks to quillshelf_panel;
