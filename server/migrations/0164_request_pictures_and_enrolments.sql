-- A picture of what somebody saw, and the schools of a list that were invited. See docs/decisions/0152.

-- Drawn again from the pixels. It goes with its request.
create table request_pictures (
  tenant_id uuid not null,
  request_id uuid not null,
  media_type text not null check (media_type in ('image/jpeg')),
  content bytea not null check (length(content) between 1 and 2000000),
  created_at timestamptz not null,
  primary key (tenant_id, request_id),
  foreign key (tenant_id, request_id) references requests (tenant_id, id) on delete cascade
);
call protect_tenant_table('request_pictures', 'select, insert');

-- One letter to one school of a list; it is written once.
create table enrolment_invitations (
  tenant_id uuid not null,
  request_id uuid not null,
  email text not null check (email = lower(email)),
  invited_by uuid not null,
  invited_at timestamptz not null,
  primary key (tenant_id, request_id, email),
  foreign key (tenant_id, request_id) references requests (tenant_id, id) on delete cascade,
  foreign key (tenant_id, invited_by) references users (tenant_id, id)
);
create index enrolment_invitations_by_person on enrolment_invitations (tenant_id, invited_by);
call protect_tenant_table('enrolment_invitations', 'select, insert');
