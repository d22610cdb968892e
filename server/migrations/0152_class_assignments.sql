-- Which pages a class is to learn from, and by when. The last one who says so stands. See docs/decisions/0127.

create table class_assignments (
  tenant_id uuid not null references tenants (id),
  school_class_id uuid not null,
  -- Of the school or of the platform, so of any tenant.
  page_id uuid not null,
  due date,
  primary key (tenant_id, school_class_id, page_id),
  foreign key (tenant_id, school_class_id) references school_classes (tenant_id, id)
);

call protect_tenant_table('class_assignments', 'select, insert, update, delete');
