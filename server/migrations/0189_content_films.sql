-- Films of public pages: an MP4 in parts, each of which is checked by its hash, kept and read by itself. See docs/decisions/0184.
set lock_timeout = '2s';

create table content_films (
  tenant_id uuid not null,
  id uuid not null,
  page_id uuid not null,
  -- Of a page of the platform, once a version with it was published: for all schools to show.
  shared boolean not null default false,
  bytes integer not null check (bytes between 1 and 209715200),
  -- SHA-256 of the first part, by which a transfer that stopped is found again.
  first_part bytea not null check (length(first_part) = 32),
  seconds integer check (seconds between 1 and 7200),
  width integer check (width between 1 and 4096),
  height integer check (height between 1 and 4096),
  made_by uuid not null,
  created_at timestamptz not null,
  -- Null until all parts arrived and the film was looked at.
  ready_at timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, page_id) references content_pages (tenant_id, id),
  foreign key (tenant_id, made_by) references users (tenant_id, id),
  check (ready_at is null or (seconds is not null and width is not null and height is not null))
);
create index content_films_by_page on content_films (tenant_id, page_id);
create index content_films_by_person on content_films (tenant_id, made_by);
create index content_films_by_age on content_films (tenant_id, created_at);

create table content_film_parts (
  tenant_id uuid not null,
  film_id uuid not null,
  n integer not null check (n between 0 and 49),
  shared boolean not null default false,
  media_type text not null default 'application/octet-stream' check (media_type = 'application/octet-stream'),
  sha256 bytea not null check (length(sha256) = 32),
  content bytea,
  bytes integer not null check (bytes between 1 and 4194304),
  kept_in text not null default 'row',
  primary key (tenant_id, film_id, n),
  foreign key (tenant_id, film_id) references content_films (tenant_id, id) on delete cascade,
  constraint content_film_parts_kept
    check (kept_in in ('row', 'both', 'store') and (kept_in = 'store') = (content is null))
);
-- So that a slice of a part is read without the rest of it.
alter table content_film_parts alter column content set storage external;
create index content_film_parts_by_hash on content_film_parts (tenant_id, sha256);

call protect_tenant_table('content_films', 'select, insert, update, delete');
call protect_tenant_table('content_film_parts', 'select, insert, update, delete');

create trigger content_film_parts_removed after delete on content_film_parts
  for each row when (old.kept_in <> 'row') execute function note_removed_media();
create trigger content_film_parts_taken_back after update of kept_in on content_film_parts
  for each row when (old.kept_in <> 'row' and new.kept_in = 'row') execute function note_removed_media();

create policy content_films_shared on content_films for select to quillshelf_app
  using (shared and app_tenant_id() is not null);
create policy content_film_parts_shared on content_film_parts for select to quillshelf_app
  using (shared and app_tenant_id() is not null);
-- The platform's tenant alone shares.
create policy content_films_share on content_films as restrictive for insert to quillshelf_app
  with check (not shared or app_tenant_is_platform());
create policy content_films_share_change on content_films as restrictive for update to quillshelf_app
  using (true) with check (not shared or app_tenant_is_platform());
create policy content_film_parts_share on content_film_parts as restrictive for insert to quillshelf_app
  with check (not shared or app_tenant_is_platform());
create policy content_film_parts_share_change on content_film_parts as restrictive for update to quillshelf_app
  using (true) with check (not shared or app_tenant_is_platform());
