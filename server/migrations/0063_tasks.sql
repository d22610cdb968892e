-- Work that is due at a time, of every kind: one loop takes it (server/platform/due-work.ts).

create table tasks (
  tenant_id uuid not null references tenants (id),
  id uuid not null,
  -- `domain.verb_noun`
  kind text not null,
  -- What it is about. Of one kind and subject at most one task waits; null: any number.
  subject text,
  payload jsonb not null default '{}',
  state text not null default 'waiting' check (state in ('waiting', 'done', 'failed')),
  -- Attempts that were begun.
  attempts integer not null default 0 check (attempts >= 0),
  due_at timestamptz not null,
  -- After it no attempt is made; null: never.
  give_up_at timestamptz,
  last_error text,
  created_at timestamptz not null default now(),
  finished_at timestamptz,
  primary key (tenant_id, id),
  check ((state = 'waiting') = (finished_at is null))
);
create index tasks_due on tasks (kind, due_at) where state = 'waiting';
create index tasks_recent on tasks (tenant_id, created_at desc);
create unique index tasks_one_for_subject on tasks (tenant_id, kind, subject) where state = 'waiting';

call protect_tenant_table('tasks', 'select, insert, update, delete');

-- The work scope finds what is due, whosever it is. It reads what waits, and writes nothing.
create function app_is_work() returns boolean language sql stable parallel safe
  as $$ select coalesce(current_setting('app.scope', true), '') = 'work' $$;
create policy tasks_waiting on tasks for select to quillshelf_app
  using (app_is_work() and state = 'waiting');

-- E-mail is the first kind. A message keeps what was sent to whom; its task has the same id.
insert into tasks (tenant_id, id, kind, attempts, due_at, give_up_at, last_error, created_at)
  select tenant_id, id, 'mail.send', attempts, due_at, give_up_at, last_error, created_at
  from email_messages where state = 'waiting';

drop policy email_messages_waiting on email_messages;
drop function app_is_mail();
drop index email_messages_due;
alter table email_messages drop column attempts, drop column due_at, drop column give_up_at;
