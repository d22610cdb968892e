set lock_timeout = '2s';
alter table assets validate constraint assets_kept_places;
alter table stored_files validate constraint stored_files_kept_places;
alter table resource_files validate constraint resource_files_kept_places;
alter table book_offer_pages validate constraint book_offer_pages_kept_places;
