-- Whether a work that was taken down is on the shelf again once it is let back: it was there, and nothing of it was written since.
-- Of those that were taken down before this was kept nobody knows: somebody looks at them first.

alter table works add column returns_to_shelf boolean not null default false;
alter table works add constraint works_returns_to_shelf check (taken_down_at is not null or not returns_to_shelf);
