-- Whether the login cards that a school prints show the pupils' passwords beside the code.
set lock_timeout = '2s';

alter table tenants add column passwords_on_cards boolean not null default false;
