-- Pictures that authors make on their own devices, sent under the hash that they have there. See decision 44.

-- As a device makes them: photographs, and what was drawn on a screen.
alter table assets drop constraint assets_media_type_check;
alter table assets add constraint assets_media_type_check
  check (media_type in ('image/webp', 'image/svg+xml', 'image/jpeg', 'image/png'));

-- What an author sent for a story. It stands in the story, and others see it, once a chapter says so: `work_assets`.
create table sent_pictures (
  tenant_id uuid not null,
  work_id uuid not null,
  sha256 bytea not null,
  sent_at timestamptz not null,
  primary key (tenant_id, work_id, sha256),
  foreign key (tenant_id, work_id) references works (tenant_id, id),
  foreign key (tenant_id, sha256) references assets (tenant_id, sha256)
);
create index sent_pictures_by_content on sent_pictures (tenant_id, sha256);

call protect_tenant_table('sent_pictures', 'select, insert');
