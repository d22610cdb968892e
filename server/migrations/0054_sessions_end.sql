-- Each session has an absolute age. One that was opened before is good for the longest that its kind may be.
create policy sessions_of_the_migration on sessions to current_user using (tenant_id is not null);
update sessions set expires_at = created_at + interval '90 days' where expires_at is null;
drop policy sessions_of_the_migration on sessions;
alter table sessions
  alter column expires_at set default now() + interval '16 hours',
  alter column expires_at set not null,
  -- The tablet on which it was opened, where the tablet said so. No foreign key: a tablet is taken off the list.
  add column device_id uuid;
create index sessions_of_device on sessions (tenant_id, device_id) where device_id is not null;
