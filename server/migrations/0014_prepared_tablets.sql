-- Tablets on which children sign in without a network: each was prepared for some classes or for the whole school, knows
-- itself by a token, and is told by it who those children are.

create table device_preparations (
  tenant_id uuid not null,
  id uuid not null,
  -- Made by the tablet. No foreign key: what was done stays known when a tablet is taken off the list.
  device_id uuid not null,
  whole_school boolean not null,
  -- SHA-256 of the token, which itself is on the tablet and nowhere else.
  token_hash bytea not null check (length(token_hash) = 32),
  made_at timestamptz not null,
  made_by uuid not null,
  -- When the tablet asked last whether anything is new.
  last_pack_at timestamptz not null,
  revoked_at timestamptz,
  revoked_by uuid,
  primary key (tenant_id, id),
  unique (tenant_id, token_hash),
  foreign key (tenant_id, made_by) references users (tenant_id, id),
  foreign key (tenant_id, revoked_by) references users (tenant_id, id),
  check ((revoked_at is null) = (revoked_by is null))
);
create unique index device_preparations_one_live on device_preparations (tenant_id, device_id) where revoked_at is null;

-- The classes that a tablet is prepared for; none where it is for the whole school.
create table device_preparation_classes (
  tenant_id uuid not null,
  preparation_id uuid not null,
  school_class_id uuid not null,
  primary key (tenant_id, preparation_id, school_class_id),
  foreign key (tenant_id, preparation_id) references device_preparations (tenant_id, id),
  foreign key (tenant_id, school_class_id) references school_classes (tenant_id, id)
);
create index device_preparation_classes_of_class on device_preparation_classes (tenant_id, school_class_id);

call protect_tenant_table('device_preparations', 'select, insert, update');
call protect_tenant_table('device_preparation_classes', 'select, insert');
