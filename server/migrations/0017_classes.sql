-- Who leads a class, and classes that ended.

alter table class_teachers add column is_lead boolean not null default false;
-- Where nobody is the lead, whoever had the class first is.
create unique index class_teachers_one_lead on class_teachers (tenant_id, school_class_id) where is_lead;

alter table school_classes
  add column archived_by uuid,
  -- How many children and books there were when it was archived. They go on, each somewhere else.
  add column archived_students integer,
  add column archived_books integer,
  add foreign key (tenant_id, archived_by) references users (tenant_id, id);

-- A place that ended because its class did. Such a child comes back with the class, unless it has got another place since.
alter table enrollments add column ended_with_class boolean not null default false;
