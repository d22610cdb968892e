set lock_timeout = '2s';
alter table assets validate constraint assets_kept;
alter table stored_files validate constraint stored_files_kept;
alter table resource_files validate constraint resource_files_kept;
alter table book_offer_pages validate constraint book_offer_pages_kept;
