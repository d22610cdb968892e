-- Login cards: each holds a badge that opens one child's account, until the card is voided.

create table login_cards (
  tenant_id uuid not null,
  id uuid not null,
  student_id uuid not null,
  -- SHA-256 of the badge, which itself is on the printed card and nowhere else.
  badge_hash bytea not null check (length(badge_hash) = 32),
  printed_at timestamptz not null,
  printed_by uuid not null,
  last_used_at timestamptz,
  revoked_at timestamptz,
  reason text check (reason in ('card_replaced', 'class_replaced', 'school_replaced', 'not_printed')),
  primary key (tenant_id, id),
  unique (tenant_id, badge_hash),
  foreign key (tenant_id, student_id) references students (tenant_id, id),
  foreign key (tenant_id, printed_by) references users (tenant_id, id),
  check ((revoked_at is null) = (reason is null))
);
create index login_cards_of_student on login_cards (tenant_id, student_id, printed_at desc);

call protect_tenant_table('login_cards', 'select, insert, update');

-- What was opened with a card closes with it.
alter table sessions
  add column login_card_id uuid,
  add foreign key (tenant_id, login_card_id) references login_cards (tenant_id, id);
create index sessions_of_login_card on sessions (tenant_id, login_card_id) where login_card_id is not null;

-- How many pupils' passwords a person was shown in an hour. Who they were stands in audit_entries.
create table password_reveals (
  tenant_id uuid not null,
  actor_id uuid not null,
  hour timestamptz not null,
  pupils integer not null check (pupils > 0),
  primary key (tenant_id, actor_id, hour),
  foreign key (tenant_id, actor_id) references users (tenant_id, id)
);

call protect_tenant_table('password_reveals', 'select, insert, update');
