-- What schools use, and what the platform lets them use where that is other than usual. See docs/decisions/0163.
set lock_timeout = '2s';

-- What came on a day (UTC). Gathered by servers and written after the fact, so a server that is killed loses some seconds of it.
create table tenant_usage (
  tenant_id uuid not null references tenants (id) on delete cascade,
  day date not null,
  -- Of media, as they were sent.
  bytes bigint not null default 0,
  works bigint not null default 0,
  calls bigint not null default 0,
  mails bigint not null default 0,
  primary key (tenant_id, day)
);
call protect_tenant_table('tenant_usage', 'select, insert, update, delete');

-- Of tenants that have another ceiling than the usual one, or were told of theirs; a null is as usual.
create table tenant_ceilings (
  tenant_id uuid not null references tenants (id) on delete cascade,
  media_bytes bigint check (media_bytes >= 0),
  mails_a_day integer check (mails_a_day >= 0),
  -- When the office was told that four fifths are used; null once there is room again.
  told_at timestamptz,
  updated_at timestamptz not null,
  primary key (tenant_id)
);
call protect_tenant_table('tenant_ceilings', 'select, insert, update, delete');
