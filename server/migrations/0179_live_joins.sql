-- Where the staff join a live event. It is sealed, is no part of the page, and is read one by one while the event can be joined.
set lock_timeout = '2s';

create table live_joins (
  tenant_id uuid not null,
  page_id uuid not null,
  -- Of the platform, for the staff of all schools.
  shared boolean not null,
  sealed_link bytea not null,
  set_by uuid not null,
  set_at timestamptz not null,
  primary key (tenant_id, page_id),
  foreign key (tenant_id, page_id) references content_pages (tenant_id, id),
  foreign key (tenant_id, set_by) references users (tenant_id, id)
);
create index live_joins_by_person on live_joins (tenant_id, set_by);

call protect_tenant_table('live_joins', 'select, insert, update, delete');

create policy live_joins_shared on live_joins for select to quillshelf_app
  using (shared and app_tenant_id() is not null);
-- The platform's tenant alone shares.
create policy live_joins_share on live_joins as restrictive for insert to quillshelf_app
  with check (not shared or app_tenant_is_platform());
create policy live_joins_share_change on live_joins as restrictive for update to quillshelf_app
  using (true) with check (not shared or app_tenant_is_platform());
