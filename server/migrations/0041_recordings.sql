-- Voices that authors record, beside pictures; and what a guardian allows of them. See decision 48.

alter table assets drop constraint assets_media_type_check;
alter table assets add constraint assets_media_type_check check (media_type in (
  'image/webp', 'image/svg+xml', 'image/jpeg', 'image/png', 'audio/webm', 'audio/mp4', 'audio/ogg'
));
-- A voice has no shape.
alter table assets alter column width drop not null, alter column height drop not null;
alter table assets add constraint assets_shape
  check ((media_type like 'audio/%') = (width is null) and (width is null) = (height is null));

-- Besides that a work is public at all: that a voice and photographs are in it.
alter table guardian_permissions drop constraint guardian_permissions_purpose_check;
alter table guardian_permissions add constraint guardian_permissions_purpose_check
  check (purpose in ('public', 'voice', 'picture', 'sale'));
alter table guardian_permissions
  -- From where the school knows it.
  add column note text not null default '',
  add column ended_by uuid,
  add foreign key (tenant_id, ended_by) references users (tenant_id, id);
create index guardian_permissions_of_student on guardian_permissions (tenant_id, student_id, recorded_at desc);
