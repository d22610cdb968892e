-- Sessions and lines of the audit go once they are old (decision 160), and never before: what the settings say cannot go below this.
set lock_timeout = '2s';

drop policy audit_entries_at_end on audit_entries;
create policy audit_entries_at_end on audit_entries as restrictive for delete to quillshelf_app
  using (created_at <= now() - interval '400 days' or (select is_past_closing(app_tenant_id())));
drop policy sessions_at_end on sessions;
create policy sessions_at_end on sessions as restrictive for delete to quillshelf_app
  using (expires_at <= now() - interval '90 days' or (select is_past_closing(app_tenant_id())));
