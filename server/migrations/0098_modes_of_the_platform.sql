-- The platform adds, changes, orders and takes back modes. Schools read them and lock them, as before.

-- One statement gives several modes new places, so places are compared after it.
alter table modes drop constraint modes_position_key;
alter table modes add constraint modes_position_key unique (position) deferrable initially immediate;
create unique index modes_by_name on modes (lower(name));

create policy modes_platform_new on modes for insert to quillshelf_app with check (app_is_platform());
create policy modes_platform_change on modes for update to quillshelf_app
  using (app_is_platform()) with check (app_is_platform());
grant insert, update on modes to quillshelf_app;

-- Pictures that the platform uploaded. Those of the first six modes are files of the web app.
create table mode_pictures (
  sha256 bytea primary key,
  -- WebP, drawn by the server from what was sent.
  content bytea not null,
  created_at timestamptz not null
);
alter table mode_pictures alter column content set storage external;
alter table mode_pictures enable row level security;
alter table mode_pictures force row level security;
create policy mode_pictures_everybody on mode_pictures for select to quillshelf_app using (true);
create policy mode_pictures_platform on mode_pictures for insert to quillshelf_app with check (app_is_platform());
grant select, insert on mode_pictures to quillshelf_app;

-- Counts the locks and the works of each mode, tenant by tenant: at no moment are two tenants seen. A row is one mode at one tenant.
create function count_mode_uses(ids uuid[]) returns table (mode_id uuid, locks bigint, works bigint)
language plpgsql as $$
declare
  before text := coalesce(current_setting('app.tenant_id', true), '');
  each_id uuid;
begin
  foreach each_id in array ids loop
    perform set_config('app.tenant_id', each_id::text, true);
    return query
      select work.mode_id, 0::bigint, count(*) from works as work
      where work.tenant_id = each_id and work.mode_id is not null and work.archived_at is null
      group by work.mode_id
      union all
      select lock.mode_id, 1::bigint, 0::bigint from mode_locks as lock where lock.tenant_id = each_id;
  end loop;
  perform set_config('app.tenant_id', before, true);
end $$;
