-- Accounts of staff: who is invited, addresses that have to be shown to be somebody's, and pictures that people sent.

-- What people sent, as it was made anew by us. Its address is made of its content, so that nobody finds it who was not
-- shown it, and it never changes.
create table stored_files (
  tenant_id uuid not null references tenants (id),
  sha256 bytea not null check (length(sha256) = 32),
  media_type text not null check (media_type in ('image/webp')),
  content bytea not null check (length(content) between 1 and 5 * 1024 * 1024),
  created_at timestamptz not null default now(),
  primary key (tenant_id, sha256)
);
-- They are compressed already.
alter table stored_files alter column content set storage external;
call protect_tenant_table('stored_files', 'select, insert, delete');

create index users_with_picture on users (tenant_id, avatar) where avatar like '/media/%';

create table invitations (
  tenant_id uuid not null references tenants (id),
  id uuid not null,
  -- join: somebody who has no account here yet. account: one that an administrator made, and that has no password yet.
  kind text not null check (kind in ('join', 'account')),
  email text not null check (email = lower(email)),
  role text not null,
  -- Of an account: whose it is. Of somebody who joined: who they are since.
  user_id uuid,
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
  foreign key (tenant_id, user_id) references users (tenant_id, id),
  foreign key (tenant_id, invited_by) references users (tenant_id, id),
  constraint invitations_of_accounts check (kind = 'join' or user_id is not null)
);
create unique index invitations_open on invitations (tenant_id, email)
  where used_at is null and revoked_at is null;
create index invitations_of_user on invitations (tenant_id, user_id);
create index invitations_by on invitations (tenant_id, invited_by);
create index invitations_by_age on invitations (tenant_id, expires_at);
call protect_tenant_table('invitations', 'select, insert, update, delete');

-- A member's new address is theirs when a link that was sent to it was opened. Until then the old one signs in.
create table email_changes (
  tenant_id uuid not null references tenants (id),
  id uuid not null,
  user_id uuid not null,
  email text not null check (email = lower(email)),
  token_hash bytea not null check (length(token_hash) = 32),
  asked_by uuid not null,
  asked_at timestamptz not null,
  expires_at timestamptz not null,
  -- Used, replaced by a newer one, or taken back.
  ended_at timestamptz,
  primary key (tenant_id, id),
  unique (tenant_id, token_hash),
  foreign key (tenant_id, user_id) references users (tenant_id, id),
  foreign key (tenant_id, asked_by) references users (tenant_id, id)
);
create unique index email_changes_open on email_changes (tenant_id, user_id) where ended_at is null;
create index email_changes_by_age on email_changes (tenant_id, expires_at);
call protect_tenant_table('email_changes', 'select, insert, update, delete');
