-- The platform's panel reads all schools as a role of its own: named columns, and nothing else. See docs/decisions/0100.
-- What it may know of private columns stands in generated ones. The lists of grants and server/platform/panel-columns.ts agree.

alter table users
  -- Of a student: the first name and an initial.
  add column listed_name text not null generated always as (
    case when role = 'student' then trim(first_name || coalesce(' ' || nullif(left(last_name, 1), '') || '.', ''))
    else trim(first_name || ' ' || last_name) end
  ) stored,
  add column listed_email text generated always as (case when role <> 'student' then email end) stored,
  -- The listed name as a search compares it. The program folds it: lower() leaves Ł as it is in the C locale.
  add column listed_search text not null default '' collate "C",
  add column is_guest boolean not null generated always as (home_user_id is not null) stored;

alter table tenants
  -- Name, subdomain and domain as a search compares them.
  add column listed_search text not null default '' collate "C";

alter table works
  -- What its author and the school would show to everybody; the author's privacy and a guardian's word are asked beside it.
  add column is_public boolean not null generated always as (state = 'published' and visibility = 'public') stored;

-- Counted in the tenant's scope, so that a list of tenants reads one row for each. See server/modules/panel/tenant-numbers.ts.
create table tenant_numbers (
  tenant_id uuid primary key references tenants (id) on delete cascade,
  -- Not archived.
  students integer not null,
  staff integer not null,
  classes integer not null,
  books integer not null,
  stories integer not null,
  -- Books and stories that a stranger may see.
  public_works integer not null,
  -- People who signed in within 7 days.
  active integer not null,
  -- Of pictures, recordings and files.
  bytes bigint not null,
  -- Sum of the versions of the school's scope and of its classes when it was counted.
  scope_version bigint not null,
  as_of timestamptz not null
);
call protect_tenant_table('tenant_numbers', 'select, insert, update');

-- What happened in a tenant on a day (UTC). A day on which nothing was counted has no row.
create table tenant_days (
  tenant_id uuid not null references tenants (id) on delete cascade,
  day date not null,
  -- As they were counted last on that day.
  students integer not null,
  staff integer not null,
  -- People who signed in that day.
  active integer not null,
  sign_ins integer not null,
  -- Works published that day.
  published integer not null,
  primary key (tenant_id, day)
);
call protect_tenant_table('tenant_days', 'select, insert, update');

create policy tenants_panel on tenants for select to quillshelf_panel using (true);
create policy users_panel on users for select to quillshelf_panel using (true);
create policy students_panel on students for select to quillshelf_panel using (true);
create policy school_classes_panel on school_classes for select to quillshelf_panel using (true);
create policy class_teachers_panel on class_teachers for select to quillshelf_panel using (true);
create policy enrollments_panel on enrollments for select to quillshelf_panel using (true);
create policy invitations_panel on invitations for select to quillshelf_panel using (true);
create policy organization_schools_panel on organization_schools for select to quillshelf_panel using (true);
create policy works_panel on works for select to quillshelf_panel using (true);
create policy guardian_permissions_panel on guardian_permissions for select to quillshelf_panel using (true);
create policy scope_versions_panel on scope_versions for select to quillshelf_panel using (true);
create policy tenant_numbers_panel on tenant_numbers for select to quillshelf_panel using (true);
create policy tenant_days_panel on tenant_days for select to quillshelf_panel using (true);

grant select (
  id, school_name, listed_search, logo, subdomain, verified_host, domain_url, is_organization, is_platform,
  registered_at, set_up_at, created_at
) on tenants to quillshelf_panel;
grant select (
  tenant_id, id, role, listed_name, listed_email, listed_search, is_guest, country, date_joined, last_login, archived_at
) on users to quillshelf_panel;
grant select (tenant_id, id, privacy_preference) on students to quillshelf_panel;
grant select (tenant_id, id, archived_at) on school_classes to quillshelf_panel;
grant select (tenant_id, school_class_id, teacher_id) on class_teachers to quillshelf_panel;
grant select (tenant_id, school_class_id, student_id, ended_at) on enrollments to quillshelf_panel;
grant select (tenant_id, user_id, kind, used_at, revoked_at) on invitations to quillshelf_panel;
grant select (tenant_id, school_id, confirmed_at) on organization_schools to quillshelf_panel;
grant select (tenant_id, id, author_id, is_public) on works to quillshelf_panel;
grant select (tenant_id, student_id, purpose, ended_at) on guardian_permissions to quillshelf_panel;
grant select (tenant_id, scope, version) on scope_versions to quillshelf_panel;
grant select (
  tenant_id, students, staff, classes, books, stories, public_works, active, bytes, scope_version, as_of
) on tenant_numbers to quillshelf_panel;
grant select (tenant_id, day, students, staff, active, sign_ins, published) on tenant_days to quillshelf_panel;
