-- People, how they sign in, and their sessions.

create table users (
  tenant_id uuid not null references tenants (id),
  id uuid not null,
  role text not null,
  first_name text not null,
  last_name text not null,
  -- Stored in lower case. Students have a username; everyone else has an e-mail address.
  email text check (email = lower(email)),
  username text check (username = lower(username) and length(username) <= 20),
  country text,
  avatar text,
  date_joined timestamptz not null default now(),
  last_login timestamptz,
  archived_at timestamptz,
  updated_at timestamptz not null default now(),
  primary key (tenant_id, id),
  check (email is not null or username is not null)
);
create unique index users_email on users (tenant_id, email);
create unique index users_username on users (tenant_id, username);

-- A password is either hashed (argon2id), or sealed with the tenant's key where staff must be able to show it.
create table credentials (
  tenant_id uuid not null,
  user_id uuid not null,
  password_hash text,
  password_sealed bytea,
  updated_at timestamptz not null default now(),
  primary key (tenant_id, user_id),
  foreign key (tenant_id, user_id) references users (tenant_id, id),
  check ((password_hash is null) <> (password_sealed is null))
);

-- A session is a family of refresh tokens, each replaced by the next when it is used.
create table sessions (
  tenant_id uuid not null,
  id uuid not null,
  user_id uuid not null,
  created_at timestamptz not null default now(),
  revoked_at timestamptz,
  revoked_reason text,
  primary key (tenant_id, id),
  foreign key (tenant_id, user_id) references users (tenant_id, id)
);
create index sessions_of_user on sessions (tenant_id, user_id);

create table refresh_tokens (
  tenant_id uuid not null,
  token_hash bytea not null,
  session_id uuid not null,
  parent_hash bytea,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz,
  primary key (tenant_id, token_hash),
  foreign key (tenant_id, session_id) references sessions (tenant_id, id)
);
create index refresh_tokens_of_session on refresh_tokens (tenant_id, session_id);

call protect_tenant_table('users', 'select, insert, update');
call protect_tenant_table('credentials', 'select, insert, update');
call protect_tenant_table('sessions', 'select, insert, update');
call protect_tenant_table('refresh_tokens', 'select, insert, update, delete');
