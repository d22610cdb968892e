-- Works that the platform looks at, each with why. Written in the school's transaction of report, publish, appeal or offer.
-- See docs/decisions/0115.

-- Who took a work down reinstates it. It says nothing of what is not taken down.
alter table works add column taken_down_by text not null default 'school' check (taken_down_by in ('school', 'platform'));

create table work_watch (
  tenant_id uuid not null,
  work_id uuid not null,
  kind text not null check (kind in ('book', 'story')),
  state text not null check (state in ('waiting', 'asked', 'taken_down', 'done')),
  -- As contract/monitoring weighs them.
  reasons text[] not null,
  -- Reports that nobody has decided about.
  readers integer not null check (readers >= 0),
  risk integer not null check (risk >= 0),
  -- The highest risk first.
  rank integer not null generated always as (-risk) stored,
  since timestamptz not null,
  from_visitor boolean not null default false,
  -- Names the text as it was when somebody of the platform decided last, and that text.
  revision text,
  seen jsonb,
  -- Somebody of the platform's own tenant.
  claimed_by uuid,
  claimed_until timestamptz,
  asked_at timestamptz,
  asked_words text,
  answered_at timestamptz,
  answer_words text,
  appealed_at timestamptz,
  appeal_words text,
  appeal_answered_at timestamptz,
  decided_at timestamptz,
  decision text check (decision in ('kept', 'asked', 'taken_down', 'reinstated', 'school')),
  primary key (tenant_id, work_id),
  foreign key (tenant_id, work_id) references works (tenant_id, id),
  check ((claimed_by is null) = (claimed_until is null)),
  check (asked_at is null or asked_words is not null),
  check ((answered_at is null) = (answer_words is null)),
  check ((appealed_at is null) = (appeal_words is null)),
  check ((revision is null) = (seen is null))
);
call protect_tenant_table('work_watch', 'select, insert, update');

create index work_watch_waiting on work_watch (rank, since, tenant_id, work_id) where state = 'waiting';
create index work_watch_asked on work_watch (rank, since, tenant_id, work_id) where state = 'asked';
create index work_watch_decided on work_watch (state, decided_at desc, tenant_id desc, work_id desc)
  where state in ('taken_down', 'done');

create policy work_watch_panel on work_watch for select to quillshelf_panel using (true);
grant select (
  tenant_id, work_id, kind, state, reasons, readers, risk, rank, since, from_visitor, claimed_by, claimed_until, asked_at,
  answered_at, appealed_at, decided_at, decision
) on work_watch to quillshelf_panel;

-- Earlier decisions about a work.
create index audit_entries_of_watched on audit_entries (tenant_id, subject_id, created_at desc) where action like 'monitoring.%';

-- Copies that devices keep for reading without a network, as they say at a pull.
create table work_copies (
  tenant_id uuid not null,
  client_id uuid not null,
  work_id uuid not null,
  -- When it was told that the work is gone, or said that it keeps it no more.
  gone_at timestamptz,
  primary key (tenant_id, client_id, work_id),
  foreign key (tenant_id, work_id) references works (tenant_id, id)
);
call protect_tenant_table('work_copies', 'select, insert, update, delete');
create index work_copies_of_work on work_copies (tenant_id, work_id);
create index work_copies_gone on work_copies (tenant_id, gone_at) where gone_at is not null;
