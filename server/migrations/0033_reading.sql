-- How people read: how far they came, their bookmarks, and how pages look to them. See decision 45.

create table readings (
  tenant_id uuid not null,
  user_id uuid not null,
  work_id uuid not null,
  -- Which time the work is being read, and the furthest page or chapter of that time.
  round integer not null check (round > 0),
  reached integer not null check (reached > 0),
  -- Pages or chapters, the latest bookmark last. No foreign keys: one that was taken out of the work marks nothing.
  bookmarks uuid[] not null default '{}',
  read_at timestamptz not null,
  primary key (tenant_id, user_id, work_id),
  foreign key (tenant_id, user_id) references users (tenant_id, id),
  foreign key (tenant_id, work_id) references works (tenant_id, id)
);
create index readings_of_work on readings (tenant_id, work_id);

create table reader_settings (
  tenant_id uuid not null,
  user_id uuid not null,
  -- In the form of contract/works/reading.schema.ts.
  settings jsonb not null,
  updated_at timestamptz not null,
  primary key (tenant_id, user_id),
  foreign key (tenant_id, user_id) references users (tenant_id, id)
);

call protect_tenant_table('readings', 'select, insert, update');
call protect_tenant_table('reader_settings', 'select, insert, update');
