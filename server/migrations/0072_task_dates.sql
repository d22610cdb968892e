-- When `due_at` was written. A date that lies ahead shows that the clock had jumped, so its task does not wait.
alter table tasks add column dated_at timestamptz;
update tasks set dated_at = created_at;
alter table tasks alter column dated_at set not null;
create index tasks_dated on tasks (kind, dated_at) where state = 'waiting';
