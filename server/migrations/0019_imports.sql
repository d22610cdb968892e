-- Files of students that were imported into a class, and what became of each of their rows.

create table import_jobs (
  tenant_id uuid not null,
  -- Made by the device; all calls with the rows of one file have the same.
  id uuid not null,
  school_class_id uuid not null,
  file_name text not null,
  -- How many rows all calls have together.
  row_count integer not null check (row_count > 0),
  made_by uuid not null,
  made_at timestamptz not null,
  undo_until timestamptz not null,
  undone_at timestamptz,
  undone_by uuid,
  primary key (tenant_id, id),
  foreign key (tenant_id, school_class_id) references school_classes (tenant_id, id),
  foreign key (tenant_id, made_by) references users (tenant_id, id),
  foreign key (tenant_id, undone_by) references users (tenant_id, id)
);
create index import_jobs_of_class on import_jobs (tenant_id, school_class_id, made_at);

create table import_rows (
  tenant_id uuid not null,
  import_id uuid not null,
  -- Of the child that the row makes; of nobody where it was refused.
  student_id uuid not null,
  row_number integer not null,
  -- What the file says, kept only where it was refused.
  first_name text,
  last_name text,
  refused_because text,
  -- Why the child stayed when the import was undone.
  kept_because text check (kept_because in ('signed_in', 'made_something', 'moved')),
  primary key (tenant_id, import_id, student_id),
  foreign key (tenant_id, import_id) references import_jobs (tenant_id, id),
  check ((refused_because is null) = (first_name is null and last_name is null))
);

call protect_tenant_table('import_jobs', 'select, insert, update');
call protect_tenant_table('import_rows', 'select, insert, update');
