-- Champions help on the platform's own site for a while: superpower teachers and superpower parents. See docs/decisions/0140.

create table champions (
  -- The platform.
  tenant_id uuid not null references tenants (id),
  user_id uuid not null,
  -- The role of their account: with another role they are no champion.
  kind text not null check (kind in ('teacher', 'parent')),
  why text not null check (length(why) between 1 and 300),
  -- From then on they have no rights.
  ends_at timestamptz not null,
  granted_by uuid not null,
  granted_at timestamptz not null,
  revoked_at timestamptz,
  revoked_by uuid,
  revoked_why text,
  updated_at timestamptz not null,
  primary key (tenant_id, user_id),
  foreign key (tenant_id, user_id) references users (tenant_id, id),
  foreign key (tenant_id, granted_by) references users (tenant_id, id),
  foreign key (tenant_id, revoked_by) references users (tenant_id, id),
  -- At most a year, with the day that it ends on.
  constraint champions_for_a_year check (ends_at <= updated_at + interval '367 days'),
  constraint champions_revoked check (
    (revoked_at is null) = (revoked_by is null) and (revoked_at is null) = (revoked_why is null))
);
create index champions_granted_by on champions (tenant_id, granted_by);
create index champions_revoked_by on champions (tenant_id, revoked_by);
call protect_tenant_table('champions', 'select, insert, update');
create policy champions_panel on champions for select to quillshelf_panel using (true);
grant select (
  tenant_id, user_id, kind, why, ends_at, granted_by, granted_at, revoked_at, revoked_why, updated_at
) on champions to quillshelf_panel;

-- What superpower parents suggest for the shelf of the platform. Each look asks the school again.
create table pick_suggestions (
  -- The platform.
  tenant_id uuid not null references tenants (id),
  school_id uuid not null references tenants (id) on delete cascade,
  work_id uuid not null,
  suggested_by uuid not null,
  why text not null check (length(why) between 1 and 300),
  suggested_at timestamptz not null,
  state text not null check (state in ('open', 'picked', 'declined')),
  primary key (tenant_id, school_id, work_id, suggested_by),
  foreign key (tenant_id, suggested_by) references users (tenant_id, id)
);
create index pick_suggestions_latest on pick_suggestions (tenant_id, state, suggested_at desc);
create index pick_suggestions_by on pick_suggestions (tenant_id, suggested_by);
create index pick_suggestions_of_school on pick_suggestions (school_id);
call protect_tenant_table('pick_suggestions', 'select, insert, update');
create policy pick_suggestions_panel on pick_suggestions for select to quillshelf_panel using (true);
grant select (tenant_id, school_id, work_id, suggested_by, why, suggested_at, state) on pick_suggestions to quillshelf_panel;
