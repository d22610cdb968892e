-- What schools make, counted in each tenant's scope and added up for the platform. See docs/decisions/0119.

-- What happened with works on a day (UTC). A day on which nothing was counted has no row.
create table tenant_work_days (
  tenant_id uuid not null references tenants (id) on delete cascade,
  day date not null,
  kind text not null check (kind in ('book', 'story')),
  made integer not null,
  -- As many as were handed in at most, whenever it was counted: what is sent back has no moment any more.
  handed_in integer not null,
  published integer not null,
  primary key (tenant_id, day, kind)
);
call protect_tenant_table('tenant_work_days', 'select, insert, update');
create index tenant_work_days_by_day on tenant_work_days (day);

-- Works that are not archived, as they were counted last: who may see them, and of those on a shelf the language, level and goals.
create table tenant_work_numbers (
  tenant_id uuid not null references tenants (id) on delete cascade,
  kind text not null check (kind in ('book', 'story')),
  part text not null check (part in ('audience', 'language', 'level', 'goal', 'waiting', 'shelf')),
  value text not null,
  works integer not null,
  primary key (tenant_id, kind, part, value)
);
call protect_tenant_table('tenant_work_numbers', 'select, insert, delete');
-- A shelf is a category by its folded name, with the works on it that strangers may see.
create index tenant_work_numbers_of_shelf on tenant_work_numbers (value) where part = 'shelf';

create policy tenant_work_days_panel on tenant_work_days for select to quillshelf_panel using (true);
create policy tenant_work_numbers_panel on tenant_work_numbers for select to quillshelf_panel using (true);
grant select (tenant_id, day, kind, made, handed_in, published) on tenant_work_days to quillshelf_panel;
grant select (tenant_id, kind, part, value, works) on tenant_work_numbers to quillshelf_panel;

alter table categories
  -- Of the platform's own: new schools begin with it.
  add column is_offered boolean not null default false;
create index categories_by_name on categories (folded_name, tenant_id) where archived_at is null;
create policy categories_panel on categories for select to quillshelf_panel using (true);
grant select (tenant_id, id, name, folded_name, archived_at, is_offered) on categories to quillshelf_panel;
