-- Authors write on their own devices, without a network, and two of them at once. See decision 41.

alter table works
  -- What the author wants to tell, before and while it is written.
  add column plan text not null default '';

alter table chapters
  -- The version of `work_revisions` that stands here; null while nobody has saved one.
  add column version uuid,
  -- One that was taken out comes back as soon as words for it arrive that were written elsewhere.
  add column removed_at timestamptz;

-- Versions that were written without knowing of the one that stands in the chapter. They stay until their author chose.
create table diverged_versions (
  tenant_id uuid not null,
  chapter_id uuid not null,
  version uuid not null,
  primary key (tenant_id, chapter_id, version),
  foreign key (tenant_id, chapter_id) references chapters (tenant_id, id) on delete cascade,
  foreign key (tenant_id, version) references work_revisions (tenant_id, id) on delete cascade
);
create index diverged_versions_by_version on diverged_versions (tenant_id, version);

-- What the staff said of a work that was handed in.
create table work_reviews (
  tenant_id uuid not null,
  id uuid not null,
  work_id uuid not null,
  action text not null check (action in ('returned', 'approved', 'published', 'withdrawn')),
  reason text not null default '' check (action not in ('returned', 'withdrawn') or reason <> ''),
  made_by uuid not null,
  made_at timestamptz not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, work_id) references works (tenant_id, id),
  foreign key (tenant_id, made_by) references users (tenant_id, id)
);
create index work_reviews_of_work on work_reviews (tenant_id, work_id, made_at desc);

create table review_comments (
  tenant_id uuid not null,
  id uuid not null,
  review_id uuid not null,
  chapter_id uuid not null,
  text text not null check (text <> ''),
  primary key (tenant_id, id),
  foreign key (tenant_id, review_id) references work_reviews (tenant_id, id),
  foreign key (tenant_id, chapter_id) references chapters (tenant_id, id) on delete cascade
);
create index review_comments_of_review on review_comments (tenant_id, review_id);
create index review_comments_of_chapter on review_comments (tenant_id, chapter_id);

create index works_waiting on works (tenant_id, submitted_at, id) where state = 'submitted';

call protect_tenant_table('diverged_versions', 'select, insert, delete');
call protect_tenant_table('work_reviews', 'select, insert');
call protect_tenant_table('review_comments', 'select, insert');
-- Of the versions of five minutes of typing the last one is kept.
grant delete on work_revisions to quillshelf_app;
