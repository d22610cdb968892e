set lock_timeout = '2s';

-- Where on a page a comment points, as parts of its width and height from the upper left corner; null where it points nowhere.
alter table review_comments
  add column at_x double precision,
  add column at_y double precision,
  add constraint review_comments_place
  check ((at_x is null) = (at_y is null) and at_x between 0 and 1 and at_y between 0 and 1) not valid;

-- What reviewers said aloud for a work. Its author hears one once a review names it.
create table review_voices (
  tenant_id uuid not null,
  work_id uuid not null,
  sha256 bytea not null,
  made_by uuid not null,
  made_at timestamptz not null,
  primary key (tenant_id, work_id, sha256),
  foreign key (tenant_id, work_id) references works (tenant_id, id),
  foreign key (tenant_id, sha256) references assets (tenant_id, sha256),
  foreign key (tenant_id, made_by) references users (tenant_id, id)
);
create index review_voices_by_content on review_voices (tenant_id, sha256);
call protect_tenant_table('review_voices', 'select, insert');

alter table work_reviews
  add column voice bytea,
  add column voice_seconds integer,
  add constraint work_reviews_voice
  check ((voice is null) = (voice_seconds is null) and (voice is null or reason <> '')) not valid,
  add constraint work_reviews_voice_sent
  foreign key (tenant_id, work_id, voice) references review_voices (tenant_id, work_id, sha256) not valid;
