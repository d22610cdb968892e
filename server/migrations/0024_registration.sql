-- Schools and organizations that register themselves.

alter table tenants
  -- When somebody registered it; null for one that was made in another way.
  add column registered_at timestamptz,
  -- When its first administrator chose a password. Until then nobody can sign in, and one day it is swept away.
  add column set_up_at timestamptz,
  -- When the list of what a new school does first was put away.
  add column setup_hidden_at timestamptz;

-- Who registered what from where, on the site where it was done: the limits count them.
create table registrations (
  tenant_id uuid not null references tenants (id),
  id uuid not null,
  email text not null,
  -- A keyed hash of the network address.
  asked_from bytea not null,
  -- The new tenant. No reference: it may be swept away before this row is.
  registered_id uuid not null,
  created_at timestamptz not null,
  primary key (tenant_id, id)
);
create index registrations_of_email on registrations (tenant_id, email, created_at);
create index registrations_by_address on registrations (tenant_id, asked_from, created_at);
create index registrations_by_age on registrations (tenant_id, created_at);
call protect_tenant_table('registrations', 'select, insert, update, delete');

-- An organization invites a school that is not there yet. The row is the organization's.
create table school_invitations (
  tenant_id uuid not null references tenants (id),
  id uuid not null,
  email text not null check (email = lower(email)),
  -- SHA-256 of what the link carries.
  token_hash bytea not null check (length(token_hash) = 32),
  invited_by uuid not null,
  created_at timestamptz not null,
  sent_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  revoked_at timestamptz,
  primary key (tenant_id, id),
  unique (tenant_id, token_hash),
  foreign key (tenant_id, invited_by) references users (tenant_id, id)
);
create unique index school_invitations_open on school_invitations (tenant_id, email)
  where used_at is null and revoked_at is null;
create index school_invitations_by on school_invitations (tenant_id, invited_by);
create index school_invitations_by_age on school_invitations (tenant_id, expires_at);
call protect_tenant_table('school_invitations', 'select, insert, update, delete');

-- The link with which the first administrator chooses a password is good for days: links go when they are old, not when it
-- is long ago that they were asked for.
drop index password_resets_by_age;
create index password_resets_by_age on password_resets (tenant_id, expires_at);

-- A tenant that nobody set up can be taken away with those who would have run it; no other can, whatever the program asks.
create function is_pending_tenant(id uuid) returns boolean language sql stable parallel safe
  as $$ select exists (
    select from tenants where tenants.id = is_pending_tenant.id and registered_at is not null and set_up_at is null
  ) $$;
create policy tenants_pending_go on tenants as restrictive for delete to quillshelf_app
  using (registered_at is not null and set_up_at is null);
create policy users_of_pending_go on users as restrictive for delete to quillshelf_app
  using (is_pending_tenant(tenant_id));
create policy tenant_keys_of_pending_go on tenant_keys as restrictive for delete to quillshelf_app
  using (is_pending_tenant(tenant_id));
grant delete on tenants, users, tenant_keys to quillshelf_app;
create index tenants_pending on tenants (registered_at) where registered_at is not null and set_up_at is null;
