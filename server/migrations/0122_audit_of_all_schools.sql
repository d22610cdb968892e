-- The platform's panel lists who did what in all schools, without the details. See docs/decisions/0117.

create index audit_entries_newest on audit_entries (created_at desc, tenant_id desc, id desc);
create index audit_entries_by_action on audit_entries (action, created_at desc, tenant_id desc, id desc);
create index audit_entries_by_actor on audit_entries (actor_id, created_at desc, tenant_id desc, id desc);

create policy audit_entries_panel on audit_entries for select to quillshelf_panel using (true);
grant select (tenant_id, id, actor_id, action, subject_id, created_at) on audit_entries to quillshelf_panel;
