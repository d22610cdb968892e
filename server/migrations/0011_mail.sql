-- E-mail that the program sends, and the links with which people choose a new password.

create table email_messages (
  tenant_id uuid not null references tenants (id),
  -- Its Message-ID is made of it, so that one that had to be sent twice is known as the same.
  id uuid not null,
  kind text not null,
  to_address text not null,
  to_name text not null,
  subject text not null,
  -- What stands in it may open an account, so it is sealed, and gone when nothing has to be sent any more.
  sealed_content bytea,
  state text not null default 'waiting' check (state in ('waiting', 'sent', 'failed')),
  attempts integer not null default 0 check (attempts >= 0),
  due_at timestamptz not null,
  give_up_at timestamptz not null,
  last_error text,
  created_at timestamptz not null default now(),
  finished_at timestamptz,
  primary key (tenant_id, id),
  check ((state = 'waiting') = (sealed_content is not null)),
  check ((state = 'waiting') = (finished_at is null))
);
create index email_messages_due on email_messages (due_at) where state = 'waiting';
create index email_messages_recent on email_messages (tenant_id, created_at desc);

call protect_tenant_table('email_messages', 'select, insert, update, delete');

-- The mail scope finds what has to be sent, whosever it is. It reads what waits, and writes nothing.
create function app_is_mail() returns boolean language sql stable parallel safe
  as $$ select coalesce(current_setting('app.scope', true), '') = 'mail' $$;
create policy email_messages_waiting on email_messages for select to quillshelf_app
  using (app_is_mail() and state = 'waiting');

-- Every time that somebody asked, whether or not the address is anybody's: the limits count them all.
create table password_resets (
  tenant_id uuid not null references tenants (id),
  id uuid not null,
  -- As it was typed, in lower case.
  email text not null,
  -- Null where the address is nobody's. Then no link was sent.
  user_id uuid,
  -- SHA-256 of what the link carries.
  token_hash bytea not null,
  -- A keyed hash of the network address.
  asked_from bytea not null,
  asked_at timestamptz not null,
  expires_at timestamptz not null,
  -- Used, or replaced by a newer one.
  ended_at timestamptz,
  primary key (tenant_id, id),
  unique (tenant_id, token_hash),
  foreign key (tenant_id, user_id) references users (tenant_id, id)
);
create index password_resets_of_email on password_resets (tenant_id, email, asked_at);
create index password_resets_by_address on password_resets (tenant_id, asked_from, asked_at);
create index password_resets_of_user on password_resets (tenant_id, user_id) where ended_at is null;

call protect_tenant_table('password_resets', 'select, insert, update, delete');
