-- What children make and others read: books and stories with their pages, chapters and pictures. See decision 29.

-- For words that were typed almost right. Whoever owns the database may add it: PostgreSQL trusts it.
create extension if not exists pg_trgm;

create table categories (
  tenant_id uuid not null references tenants (id),
  id uuid not null,
  name text not null check (name <> ''),
  -- The name as it is compared: without case and accents.
  folded_name text not null,
  slug text not null,
  archived_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (tenant_id, id),
  unique (tenant_id, folded_name),
  unique (tenant_id, slug)
);

-- Content under its own hash: the same picture is kept once, and whoever sends it twice sends nothing new.
create table assets (
  tenant_id uuid not null references tenants (id),
  sha256 bytea not null check (length(sha256) = 32),
  media_type text not null check (media_type in ('image/webp', 'image/svg+xml')),
  content bytea not null check (length(content) between 1 and 5 * 1024 * 1024),
  -- Of a picture, in pixels or in the units of its drawing.
  width integer not null check (width > 0),
  height integer not null check (height > 0),
  created_by uuid,
  created_at timestamptz not null default now(),
  primary key (tenant_id, sha256),
  foreign key (tenant_id, created_by) references users (tenant_id, id)
);
alter table assets alter column content set storage external;

alter table works
  -- Null: of nobody here, such as a tale from a printed book that the school put on its shelf.
  alter column author_id drop not null,
  -- Part of its address. One that nobody named has one that says nothing.
  add column slug text not null default 'w' || replace(gen_random_uuid()::text, '-', ''),
  -- Who is said to have written it, in place of the author's first name.
  add column pen_name text,
  -- The class it was made in.
  add column school_class_id uuid,
  add column blurb text not null default '',
  add column about_author text not null default '',
  add column dedication text not null default '',
  -- BCP 47.
  add column language text not null default 'en',
  add column level text check (level in ('first', 'early', 'growing', 'confident')),
  -- Numbers of the sustainable development goals.
  add column sdgs smallint[] not null default '{}' check (sdgs <@ '{1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17}'),
  -- A mode of the tenant. Its table comes with the modes; the foreign key comes with it.
  add column mode_id uuid,
  add column orientation text not null default 'portrait'
    check (orientation in ('portrait', 'landscape', 'square')),
  add column cover_sha256 bytea,
  add column state text not null default 'draft'
    check (state in ('draft', 'submitted', 'returned', 'approved', 'published', 'withdrawn', 'archived')),
  -- What the author wishes. Who may see it indeed is the least of this, the author's privacy and the guardian's word.
  add column visibility text not null default 'private'
    check (visibility in ('private', 'community', 'public')),
  -- With what it was made.
  add column editor text not null default 'chapters' check (editor in ('chapters', 'pages', 'pdf', 'canva')),
  -- Of what was not made here: where it is from, whose it is, and on what terms it may be shown.
  add column source text,
  add column licence text,
  add column credit text,
  -- Counted up by every accepted change of these columns; chapters and pages have numbers of their own.
  add column revision integer not null default 1 check (revision > 0),
  add column submitted_at timestamptz,
  add column published_at timestamptz,
  -- Shown first, because somebody of the staff chose it.
  add column featured_at timestamptz,
  -- What it is found by: title and author without case and accents.
  add column search_text text not null default '' collate "C",
  add unique (tenant_id, slug),
  -- Such an address would be taken for an id.
  add constraint works_slug_is_no_id check (slug !~* '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'),
  add foreign key (tenant_id, school_class_id) references school_classes (tenant_id, id),
  add foreign key (tenant_id, cover_sha256) references assets (tenant_id, sha256);

-- The migration sees every tenant's rows for this one statement.
create policy works_of_the_migration on works to current_user using (tenant_id is not null);
update works set search_text = lower(title), state = case when archived_at is null then state else 'archived' end;
drop policy works_of_the_migration on works;
alter table works
  add constraint works_archived check ((state = 'archived') = (archived_at is not null)),
  add constraint works_published check (state <> 'published' or published_at is not null);

create index works_published on works (tenant_id, published_at desc, id desc) where state = 'published';
create index works_of_class on works (tenant_id, school_class_id) where school_class_id is not null;
create index works_with_cover on works (tenant_id, cover_sha256) where cover_sha256 is not null;

create table work_categories (
  tenant_id uuid not null,
  work_id uuid not null,
  category_id uuid not null,
  primary key (tenant_id, work_id, category_id),
  foreign key (tenant_id, work_id) references works (tenant_id, id),
  foreign key (tenant_id, category_id) references categories (tenant_id, id)
);
create index work_categories_by_category on work_categories (tenant_id, category_id, work_id);

-- The words of a whole work. Not with its other columns, which lists read.
create table work_texts (
  tenant_id uuid not null,
  work_id uuid not null,
  words tsvector not null,
  primary key (tenant_id, work_id),
  foreign key (tenant_id, work_id) references works (tenant_id, id)
);

-- Ids of both are made on the device that begins them.
create table chapters (
  tenant_id uuid not null,
  id uuid not null,
  work_id uuid not null,
  -- Places of a work rise; between two of them there is always another, so that moving one changes one row.
  place double precision not null,
  title text not null default '',
  -- The editor's document, in the closed form of contract/works/document.schema.ts.
  document jsonb not null,
  revision integer not null default 1 check (revision > 0),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (tenant_id, id),
  foreign key (tenant_id, work_id) references works (tenant_id, id)
);
create index chapters_of_work on chapters (tenant_id, work_id, place, id);

create table pages (
  tenant_id uuid not null,
  id uuid not null,
  work_id uuid not null,
  chapter_id uuid,
  place double precision not null,
  layout text not null default 'picture_above'
    check (layout in ('text', 'picture', 'picture_above', 'picture_below', 'picture_beside')),
  document jsonb not null,
  revision integer not null default 1 check (revision > 0),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (tenant_id, id),
  foreign key (tenant_id, work_id) references works (tenant_id, id),
  foreign key (tenant_id, chapter_id) references chapters (tenant_id, id)
);
create index pages_of_work on pages (tenant_id, work_id, place, id);
create index pages_of_chapter on pages (tenant_id, chapter_id) where chapter_id is not null;

-- Which pictures stand in which work. By this, and not by the documents, it is decided who may fetch one.
create table work_assets (
  tenant_id uuid not null,
  work_id uuid not null,
  sha256 bytea not null,
  -- What it shows, for whoever does not see it.
  alt text not null default '',
  credit text,
  licence text,
  primary key (tenant_id, work_id, sha256),
  foreign key (tenant_id, work_id) references works (tenant_id, id),
  foreign key (tenant_id, sha256) references assets (tenant_id, sha256)
);
create index work_assets_by_content on work_assets (tenant_id, sha256);

-- Every version that a device sent, of the work itself or of one of its parts. Two with the same `based_on` were written
-- without knowing of each other; both are here.
create table work_revisions (
  tenant_id uuid not null,
  id uuid not null,
  work_id uuid not null,
  part text not null check (part in ('work', 'chapter', 'page')),
  -- The id of the chapter or page, or the work's own.
  part_id uuid not null,
  revision integer not null check (revision > 0),
  based_on integer check (based_on < revision),
  content jsonb not null,
  made_by uuid,
  device_id uuid,
  made_at timestamptz not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, work_id) references works (tenant_id, id),
  foreign key (tenant_id, made_by) references users (tenant_id, id)
);
create index work_revisions_of_part on work_revisions (tenant_id, work_id, part_id, revision desc);

-- What a child's guardian allowed, as the school recorded it. Without one, no work of the child is public.
create table guardian_permissions (
  tenant_id uuid not null,
  id uuid not null,
  student_id uuid not null,
  purpose text not null check (purpose in ('public', 'sale')),
  recorded_by uuid,
  recorded_at timestamptz not null,
  ended_at timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, student_id) references students (tenant_id, id),
  foreign key (tenant_id, recorded_by) references users (tenant_id, id)
);
create unique index guardian_permissions_open on guardian_permissions (tenant_id, purpose, student_id)
  where ended_at is null;

-- A kind word: one from each person for each work.
create table reactions (
  tenant_id uuid not null,
  work_id uuid not null,
  user_id uuid not null,
  reaction text not null check (reaction in ('love', 'funny', 'wow', 'clever', 'thanks')),
  made_at timestamptz not null,
  primary key (tenant_id, work_id, user_id),
  foreign key (tenant_id, work_id) references works (tenant_id, id),
  foreign key (tenant_id, user_id) references users (tenant_id, id)
);
create index reactions_of_user on reactions (tenant_id, user_id);

call protect_tenant_table('categories', 'select, insert, update');
call protect_tenant_table('assets', 'select, insert');
call protect_tenant_table('work_categories', 'select, insert, delete');
call protect_tenant_table('work_texts', 'select, insert, update, delete');
call protect_tenant_table('chapters', 'select, insert, update, delete');
call protect_tenant_table('pages', 'select, insert, update, delete');
call protect_tenant_table('work_assets', 'select, insert, update, delete');
call protect_tenant_table('work_revisions', 'select, insert');
call protect_tenant_table('guardian_permissions', 'select, insert, update');
call protect_tenant_table('reactions', 'select, insert, update, delete');
