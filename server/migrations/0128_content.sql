-- Public pages: a page has versions in languages, and which one is live is a question about moments. See docs/decisions/0120.

create table content_pages (
  tenant_id uuid not null references tenants (id),
  id uuid not null,
  kind text not null check (kind in ('page', 'legal', 'course', 'lesson', 'hub', 'challenge', 'event', 'goal', 'film')),
  slug text not null check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and length(slug) <= 80),
  -- The course of a lesson, and the lesson's place in it.
  parent_id uuid,
  place integer check (place between 1 and 1000),
  owner_id uuid,
  -- Of the platform, for all schools to show.
  shared boolean not null,
  archived_at timestamptz,
  created_at timestamptz not null,
  primary key (tenant_id, id),
  unique (tenant_id, kind, slug),
  foreign key (tenant_id, parent_id) references content_pages (tenant_id, id),
  foreign key (tenant_id, owner_id) references users (tenant_id, id),
  check ((kind = 'lesson') = (parent_id is not null))
);

create table content_versions (
  tenant_id uuid not null references tenants (id),
  page_id uuid not null,
  -- BCP 47.
  language text not null check (language ~ '^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$'),
  n integer not null check (n > 0),
  shared boolean not null,
  head jsonb not null,
  blocks jsonb not null,
  -- What it is found by: all that a visitor may read of it, folded.
  words text not null,
  -- Null for a text that came with the program.
  made_by uuid,
  made_at timestamptz not null,
  -- Null: never published.
  live_from timestamptz,
  live_until timestamptz,
  -- SHA-256 of a text that came with the program.
  shipped bytea,
  primary key (tenant_id, page_id, language, n),
  foreign key (tenant_id, page_id) references content_pages (tenant_id, id),
  foreign key (tenant_id, made_by) references users (tenant_id, id),
  check (live_until is null or live_until > live_from)
);
create index content_versions_live on content_versions (tenant_id, page_id, live_from desc) where live_from is not null;

create table content_drafts (
  tenant_id uuid not null references tenants (id),
  page_id uuid not null,
  language text not null check (language ~ '^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$'),
  -- The version that it was begun from; null for the first one.
  base_n integer,
  head jsonb not null,
  blocks jsonb not null,
  updated_by uuid not null,
  updated_at timestamptz not null,
  primary key (tenant_id, page_id, language),
  foreign key (tenant_id, page_id) references content_pages (tenant_id, id),
  foreign key (tenant_id, updated_by) references users (tenant_id, id)
);

-- What a school does with a page of the platform.
create table content_choices (
  tenant_id uuid not null references tenants (id),
  -- Of the platform, so of another tenant.
  page_id uuid not null,
  choice text not null check (choice in ('hidden', 'replaced')),
  by_page_id uuid,
  primary key (tenant_id, page_id),
  foreign key (tenant_id, by_page_id) references content_pages (tenant_id, id),
  check ((choice = 'replaced') = (by_page_id is not null))
);

call protect_tenant_table('content_pages', 'select, insert, update');
call protect_tenant_table('content_versions', 'select, insert');
call protect_tenant_table('content_drafts', 'select, insert, update, delete');
call protect_tenant_table('content_choices', 'select, insert, update, delete');
-- A version is never changed: it begins and it ends.
grant update (live_from, live_until) on content_versions to quillshelf_app;

-- A version of the platform is everybody's from the moment at which it is live; until then no school's database session sees it.
create policy content_versions_shared on content_versions for select to quillshelf_app
  using (shared and app_tenant_id() is not null and live_from <= now());
-- The subquery sees what the policies of its table let see.
create policy content_pages_shared on content_pages for select to quillshelf_app
  using (shared and app_tenant_id() is not null and exists (
    select from content_versions as version where version.tenant_id = content_pages.tenant_id and version.page_id = content_pages.id));
-- The platform's tenant alone shares.
create function app_tenant_is_platform() returns boolean language sql stable parallel safe
  as $$ select exists (select from tenants where id = app_tenant_id() and is_platform) $$;
create policy content_pages_share on content_pages as restrictive for insert to quillshelf_app
  with check (not shared or app_tenant_is_platform());
create policy content_pages_share_change on content_pages as restrictive for update to quillshelf_app
  using (true) with check (not shared or app_tenant_is_platform());
create policy content_versions_share on content_versions as restrictive for insert to quillshelf_app
  with check (not shared or app_tenant_is_platform());
