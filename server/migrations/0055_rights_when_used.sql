-- A right is asked when it is used, so each thing that somebody gave says who gave it.

-- Whose right it is that the tablet knows the whole school, or a class: null for who made the preparation. Others take it over.
alter table device_preparations
  add column given_by uuid,
  add foreign key (tenant_id, given_by) references users (tenant_id, id);
alter table device_preparation_classes
  add column given_by uuid,
  add foreign key (tenant_id, given_by) references users (tenant_id, id);
create index device_preparations_live_by on device_preparations (tenant_id, made_by) where revoked_at is null;
grant update (given_by) on device_preparation_classes to quillshelf_app;

-- Another person's address changes only while the old one can stop it.
alter table email_changes
  -- The address that the person had when the change was asked for.
  add column old_email text check (old_email = lower(old_email)),
  -- SHA-256 of what the link to the old address carries; null where the person asked.
  add column stop_hash bytea check (length(stop_hash) = 32),
  add column confirmed_at timestamptz,
  add column stopped_at timestamptz,
  add constraint email_changes_stop_hash unique (tenant_id, stop_hash);
create index email_changes_by on email_changes (tenant_id, asked_by) where ended_at is null;
