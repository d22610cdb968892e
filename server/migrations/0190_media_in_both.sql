-- While bytes move they are in their rows and in the store of media. See docs/decisions/0185.
set lock_timeout = '2s';

alter table assets
  drop constraint assets_kept,
  add constraint assets_kept_places check (
    kept_in in ('row', 'both', 'store') and (kept_in = 'store') = (content is null)) not valid;
alter table stored_files
  drop constraint stored_files_kept,
  add constraint stored_files_kept_places check (
    kept_in in ('row', 'both', 'store') and (kept_in = 'store') = (content is null)) not valid;
alter table resource_files
  drop constraint resource_files_kept,
  add constraint resource_files_kept_places check (
    kept_in in ('row', 'both', 'store') and (kept_in = 'store') = (content is null)) not valid;
alter table book_offer_pages
  drop constraint book_offer_pages_kept,
  add constraint book_offer_pages_kept_places check (
    kept_in in ('row', 'both', 'store') and (kept_in = 'store') = (content is null)) not valid;
create or replace trigger assets_removed after delete on assets
  for each row when (old.kept_in <> 'row') execute function note_removed_media();
create or replace trigger assets_taken_back after update of kept_in on assets
  for each row when (old.kept_in <> 'row' and new.kept_in = 'row') execute function note_removed_media();
create or replace trigger stored_files_removed after delete on stored_files
  for each row when (old.kept_in <> 'row') execute function note_removed_media();
create or replace trigger stored_files_taken_back after update of kept_in on stored_files
  for each row when (old.kept_in <> 'row' and new.kept_in = 'row') execute function note_removed_media();
create or replace trigger resource_files_removed after delete on resource_files
  for each row when (old.kept_in <> 'row') execute function note_removed_media();
create or replace trigger resource_files_taken_back after update of kept_in on resource_files
  for each row when (old.kept_in <> 'row' and new.kept_in = 'row') execute function note_removed_media();
create or replace trigger book_offer_pages_removed after delete on book_offer_pages
  for each row when (old.kept_in <> 'row') execute function note_removed_media();
create or replace trigger book_offer_pages_taken_back after update of kept_in on book_offer_pages
  for each row when (old.kept_in <> 'row' and new.kept_in = 'row') execute function note_removed_media();
