-- Bytes may be kept in a store of media beside the database (decision 148). A row without bytes in it has them there, under its hash.
set lock_timeout = '2s';

alter table assets
  add column bytes integer,
  add column kept_in text not null default 'row',
  alter column content drop not null,
  add constraint assets_kept check (kept_in in ('row', 'store') and (kept_in = 'row') = (content is not null)) not valid;
alter table stored_files
  add column bytes integer,
  add column kept_in text not null default 'row',
  alter column content drop not null,
  add constraint stored_files_kept check (kept_in in ('row', 'store') and (kept_in = 'row') = (content is not null)) not valid;
alter table resource_files
  add column bytes integer,
  add column kept_in text not null default 'row',
  alter column content drop not null,
  add constraint resource_files_kept check (kept_in in ('row', 'store') and (kept_in = 'row') = (content is not null)) not valid;
alter table book_offer_pages
  add column bytes integer,
  add column kept_in text not null default 'row',
  alter column content drop not null,
  add constraint book_offer_pages_kept check (kept_in in ('row', 'store') and (kept_in = 'row') = (content is not null)) not valid;

grant update (content, bytes, kept_in) on assets to quillshelf_app;
grant update (content, bytes, kept_in) on stored_files to quillshelf_app;

-- What was in the store and is of no row any more, or was when it was noted.
create table removed_media (
  tenant_id uuid not null references tenants (id) on delete cascade,
  sha256 bytea not null check (length(sha256) = 32),
  removed_at timestamptz not null,
  primary key (tenant_id, sha256)
);
call protect_tenant_table('removed_media', 'select, insert, update, delete');

-- On every way by which a row goes, one that others take along among them.
create function note_removed_media() returns trigger language plpgsql as $$
begin
  insert into removed_media (tenant_id, sha256, removed_at) values (old.tenant_id, old.sha256, now())
  on conflict (tenant_id, sha256) do nothing;
  return null;
end $$;
create trigger assets_removed after delete on assets
  for each row when (old.kept_in = 'store') execute function note_removed_media();
create trigger assets_taken_back after update of kept_in on assets
  for each row when (old.kept_in = 'store' and new.kept_in = 'row') execute function note_removed_media();
create trigger stored_files_removed after delete on stored_files
  for each row when (old.kept_in = 'store') execute function note_removed_media();
create trigger stored_files_taken_back after update of kept_in on stored_files
  for each row when (old.kept_in = 'store' and new.kept_in = 'row') execute function note_removed_media();
create trigger resource_files_removed after delete on resource_files
  for each row when (old.kept_in = 'store') execute function note_removed_media();
create trigger resource_files_taken_back after update of kept_in on resource_files
  for each row when (old.kept_in = 'store' and new.kept_in = 'row') execute function note_removed_media();
create trigger book_offer_pages_removed after delete on book_offer_pages
  for each row when (old.kept_in = 'store') execute function note_removed_media();
create trigger book_offer_pages_taken_back after update of kept_in on book_offer_pages
  for each row when (old.kept_in = 'store' and new.kept_in = 'row') execute function note_removed_media();
