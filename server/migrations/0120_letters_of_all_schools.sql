-- The platform's panel lists the letters of all schools by its own role. See docs/decisions/0116.

alter table email_messages
  -- As maskedAddress of contract/mail/mail.kinds.ts has it: a…z@greenfield.test
  add column listed_to text not null generated always as (
    left(regexp_replace(to_address, '@[^@]*$', ''), 1) || '…'
    || case when length(regexp_replace(to_address, '@[^@]*$', '')) > 2
      then right(regexp_replace(to_address, '@[^@]*$', ''), 1) else '' end
    || coalesce(substring(to_address from '@[^@]*$'), '')
  ) stored,
  -- What stands after the @, in lower case.
  add column to_domain text generated always as (lower(substring(to_address from '@([^@]*)$'))) stored;

-- The state is asked of all letters of a day, by the index alone.
create index email_messages_newest on email_messages (created_at desc, tenant_id desc, id desc) include (state);
create index email_messages_by_state on email_messages (state, created_at desc, tenant_id desc, id desc);
create index email_messages_by_kind on email_messages (kind, created_at desc, tenant_id desc, id desc);
create index email_messages_by_domain on email_messages (to_domain, created_at desc, tenant_id desc, id desc);

create policy email_messages_panel on email_messages for select to quillshelf_panel using (true);
create policy tasks_panel on tasks for select to quillshelf_panel using (true);
grant select (tenant_id, id, kind, listed_to, to_domain, state, cause, created_at, finished_at)
  on email_messages to quillshelf_panel;
grant select (tenant_id, id, attempts) on tasks to quillshelf_panel;
