-- Administrators of an organization or of the platform enter a school as guests, by a link that is good once.

-- A guest has a row of its own in each school, so that all that is done there is done by somebody of that school's rows. It
-- says whose it is, has no e-mail address, no username and no password: only a link opens it.
alter table users
  drop constraint users_check,
  add column home_tenant_id uuid references tenants (id),
  add column home_user_id uuid,
  add constraint users_guest_has_a_home check ((home_tenant_id is null) = (home_user_id is null)),
  add constraint users_can_be_named check (
    case when home_user_id is null then email is not null or username is not null
    else email is null and username is null end
  );
create unique index users_guest on users (tenant_id, home_tenant_id, home_user_id) where home_user_id is not null;

-- What a guest came with: the session at home, without which this one is over, and the moment at which it is over anyway.
alter table sessions
  add column home_session_id uuid,
  add column expires_at timestamptz;

create table visit_links (
  tenant_id uuid not null references tenants (id),
  id uuid not null,
  -- SHA-256 of what the link carries.
  token_hash bytea not null check (length(token_hash) = 32),
  purpose text not null check (purpose in ('visit')),
  -- The guest, and the session at home in which the link was made.
  user_id uuid not null,
  home_session_id uuid not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  primary key (tenant_id, id),
  unique (tenant_id, token_hash),
  foreign key (tenant_id, user_id) references users (tenant_id, id)
);
create index visit_links_by_age on visit_links (tenant_id, expires_at);

call protect_tenant_table('visit_links', 'select, insert, update, delete');

-- An organization reads which schools it has: their names and addresses, and nothing inside of them.
create policy tenants_linked on tenants for select to quillshelf_app
  using (
    exists (
      select from organization_schools as link
      where link.tenant_id = app_tenant_id() and link.school_id = tenants.id and link.confirmed_at is not null
    )
  );

-- How much there is in each of some tenants, looked at one after the other: nothing sees two of them at once.
create function count_in_tenants(ids uuid[]) returns table (tenant_id uuid, classes bigint, students bigint)
language plpgsql as $$
declare
  before text := coalesce(current_setting('app.tenant_id', true), '');
begin
  foreach tenant_id in array ids loop
    perform set_config('app.tenant_id', tenant_id::text, true);
    select count(*) into classes from school_classes as each
    where each.tenant_id = count_in_tenants.tenant_id and each.archived_at is null;
    select count(*) into students from users as each
    where each.tenant_id = count_in_tenants.tenant_id and each.role = 'student' and each.archived_at is null;
    return next;
  end loop;
  perform set_config('app.tenant_id', before, true);
end $$;
