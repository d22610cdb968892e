-- How much one student sends in a week, and ceilings of it. See docs/decisions/0186.
set lock_timeout = '2s';

alter table tenant_ceilings
  -- Of one student in a week; a null is as usual.
  add column student_week_bytes bigint,
  add column student_week_pieces integer,
  -- When the office was told last that four fifths of the streams of a server are open.
  add column streams_told_at timestamptz;

create table student_media_weeks (
  tenant_id uuid not null references tenants (id),
  student_id uuid not null,
  -- Its Monday (UTC).
  week date not null,
  -- Of pictures and recordings that were new to the school, and how many they were.
  bytes bigint not null default 0,
  pieces integer not null default 0,
  -- How often a teacher allowed as much again.
  extra integer not null default 0 check (extra >= 0),
  -- Since when something waits on a tablet; null: nothing, as far as the school knows.
  held_at timestamptz,
  primary key (tenant_id, student_id, week),
  foreign key (tenant_id, student_id) references students (tenant_id, id)
);
create index student_media_weeks_by_week on student_media_weeks (tenant_id, week);
call protect_tenant_table('student_media_weeks', 'select, insert, update, delete');
