-- A school belongs to an organization by a question of the organization and the school's answer. The row stays when it is
-- over, so that a school is not asked again and again.
alter table organization_schools
  -- While the school has not answered.
  add column asked_at timestamptz,
  -- Stays when the school said yes: they are told if it leaves.
  add column asked_by uuid,
  -- When the school said no, the last time.
  add column declined_at timestamptz,
  -- When its administrators were last written to about it.
  add column mailed_at timestamptz,
  add constraint organization_schools_asked_or_confirmed check (asked_at is null or confirmed_at is null),
  add foreign key (tenant_id, asked_by) references users (tenant_id, id);
create index organization_schools_of_school on organization_schools (school_id);

-- Who signed in lately, for the dashboard: read from the index alone.
create index sessions_by_age on sessions (tenant_id, created_at) include (user_id);

-- What a tenant shows as its logo, made anew by us of what was sent. Its address is made of its content.
create table tenant_logos (
  tenant_id uuid primary key references tenants (id),
  sha256 bytea not null check (length(sha256) = 32),
  content bytea not null check (length(content) between 1 and 5 * 1024 * 1024),
  created_at timestamptz not null default now()
);
-- It is compressed already.
alter table tenant_logos alter column content set storage external;
call protect_tenant_table('tenant_logos', 'select, insert, update, delete');

-- As before, and who teaches there, and how many children came in the last seven days.
drop function count_in_tenants(uuid[]);
create function count_in_tenants(ids uuid[], since timestamptz) returns table (
  tenant_id uuid, classes bigint, students bigint, teachers bigint, active_students bigint
)
language plpgsql as $$
declare
  before text := coalesce(current_setting('app.tenant_id', true), '');
begin
  foreach tenant_id in array ids loop
    perform set_config('app.tenant_id', tenant_id::text, true);
    select count(*) into classes from school_classes as each
    where each.tenant_id = count_in_tenants.tenant_id and each.archived_at is null;
    select
      count(*) filter (where each.role = 'student'),
      count(*) filter (where each.role in ('teacher', 'teacher_admin')),
      count(*) filter (where each.role = 'student' and each.last_login >= since)
    into students, teachers, active_students
    from users as each
    where each.tenant_id = count_in_tenants.tenant_id and each.archived_at is null;
    return next;
  end loop;
  perform set_config('app.tenant_id', before, true);
end $$;
