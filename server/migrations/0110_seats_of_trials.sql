-- More seats in a trial cost nothing and have no order, so the calls that added them are kept here: seats by id of the call.
alter table subscriptions add column added_seats jsonb not null default '{}';
