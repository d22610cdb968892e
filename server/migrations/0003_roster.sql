-- Classes, who teaches them, who is in them, and the works that are counted for them.

create table school_classes (
  tenant_id uuid not null references tenants (id),
  id uuid not null,
  -- The class code that children type; upper case, without look-alike characters where we make it.
  class_id text not null check (class_id = upper(class_id)),
  name text not null,
  class_theme text not null check (class_theme ~* '^#[0-9a-f]{6}$'),
  archived_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (tenant_id, id),
  unique (tenant_id, class_id)
);

create table class_teachers (
  tenant_id uuid not null,
  school_class_id uuid not null,
  teacher_id uuid not null,
  created_at timestamptz not null default now(),
  primary key (tenant_id, school_class_id, teacher_id),
  foreign key (tenant_id, school_class_id) references school_classes (tenant_id, id),
  foreign key (tenant_id, teacher_id) references users (tenant_id, id)
);
create index class_teachers_of_teacher on class_teachers (tenant_id, teacher_id, school_class_id);

create table students (
  tenant_id uuid not null,
  id uuid not null,
  privacy_preference text not null default 'private'
    check (privacy_preference in ('public', 'private', 'community')),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (tenant_id, id),
  foreign key (tenant_id, id) references users (tenant_id, id)
);

create table enrollments (
  tenant_id uuid not null,
  school_class_id uuid not null,
  student_id uuid not null,
  -- Keeps the order in which a class list was given.
  position bigint generated always as identity,
  enrolled_at timestamptz not null default now(),
  ended_at timestamptz,
  primary key (tenant_id, school_class_id, student_id),
  foreign key (tenant_id, school_class_id) references school_classes (tenant_id, id),
  foreign key (tenant_id, student_id) references students (tenant_id, id)
);
create index enrollments_of_student on enrollments (tenant_id, student_id) where ended_at is null;

create table works (
  tenant_id uuid not null,
  id uuid not null,
  kind text not null check (kind in ('book', 'story')),
  author_id uuid not null,
  title text not null,
  archived_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (tenant_id, id),
  foreign key (tenant_id, author_id) references users (tenant_id, id)
);
create index works_of_author on works (tenant_id, author_id) where archived_at is null;

call protect_tenant_table('school_classes', 'select, insert, update');
call protect_tenant_table('class_teachers', 'select, insert, update, delete');
call protect_tenant_table('students', 'select, insert, update');
call protect_tenant_table('enrollments', 'select, insert, update');
call protect_tenant_table('works', 'select, insert, update');
