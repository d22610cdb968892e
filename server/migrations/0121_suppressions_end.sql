-- The platform sees which addresses are not written to, and lifts that. See docs/decisions/0116.

alter table mail_suppressions
  -- Names the row in addresses of calls, where the HMAC of an address has no business.
  add column id uuid not null default gen_random_uuid(),
  -- Shortened: a…z@greenfield.test. Null of rows from before.
  add column listed_address text;
create unique index mail_suppressions_by_id on mail_suppressions (id);
create index mail_suppressions_newest on mail_suppressions (since desc, id desc);
create index mail_suppressions_by_domain on mail_suppressions (split_part(listed_address, '@', 2), since desc, id desc);
create index mail_suppressions_until on mail_suppressions (until) where until is not null;

create policy mail_suppressions_lifted on mail_suppressions for delete to quillshelf_app using (app_is_platform());
grant delete on mail_suppressions to quillshelf_app;

create policy mail_suppressions_panel on mail_suppressions for select to quillshelf_panel using (true);
grant select (id, address_mac, listed_address, reason, since, until, note) on mail_suppressions to quillshelf_panel;
