-- What the platform offers to all schools: modes, which are parts of the library, and causes, for which books can collect.
-- Everybody reads them and no school writes them.

create table modes (
  id uuid primary key,
  -- Their order, in which the first that is open is everybody's until they choose.
  position integer not null unique,
  name text not null check (length(name) between 1 and 60),
  image text not null check (image like '/%'),
  active boolean not null default true,
  status text not null default 'ACTIVE' check (status in ('ACTIVE', 'INACTIVE'))
);

create table causes (
  id uuid primary key,
  name text not null unique check (length(name) between 1 and 100),
  slug text not null unique check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and length(slug) <= 100),
  -- What it is found by: the name without case and accents.
  search_text text not null collate "C"
);

alter table modes enable row level security;
alter table modes force row level security;
create policy modes_everybody on modes for select to quillshelf_app using (true);
grant select on modes to quillshelf_app;

alter table causes enable row level security;
alter table causes force row level security;
create policy causes_everybody on causes for select to quillshelf_app using (true);
create policy causes_platform on causes for insert to quillshelf_app with check (app_is_platform());
grant select, insert on causes to quillshelf_app;

-- A row is a mode that a school has locked.
create table mode_locks (
  tenant_id uuid not null references tenants (id),
  mode_id uuid not null references modes (id),
  locked_at timestamptz not null,
  primary key (tenant_id, mode_id)
);
call protect_tenant_table('mode_locks', 'select, insert, delete');

-- Those that every installation begins with, the ones that stand already as well.
create policy modes_of_the_migration on modes to current_user using (true) with check (true);
insert into modes (id, position, name, image) values
  ('019aa700-0000-7000-8000-000000000001', 1, 'Tales and wonders', '/pictures/modes/tales-and-wonders.svg'),
  ('019aa700-0000-7000-8000-000000000002', 2, 'Animals and plants', '/pictures/modes/animals-and-plants.svg'),
  ('019aa700-0000-7000-8000-000000000003', 3, 'How things work', '/pictures/modes/how-things-work.svg'),
  ('019aa700-0000-7000-8000-000000000004', 4, 'People and places', '/pictures/modes/people-and-places.svg'),
  ('019aa700-0000-7000-8000-000000000005', 5, 'Friends and feelings', '/pictures/modes/friends-and-feelings.svg'),
  ('019aa700-0000-7000-8000-000000000006', 6, 'Caring for the earth', '/pictures/modes/caring-for-the-earth.svg');
drop policy modes_of_the_migration on modes;

-- The mode that a work stands in; one of none stands in all of them.
alter table works add foreign key (mode_id) references modes (id);
create index works_of_mode on works (tenant_id, mode_id) where mode_id is not null;
