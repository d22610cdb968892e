-- A language that somebody chose is not proposed away by the letters of the text.
set lock_timeout = '2s';
alter table works add column language_chosen boolean not null default false;
