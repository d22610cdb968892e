-- What the platform's dashboards show over time, a number for each day (UTC). Written by the task that counts tenants, read by the
-- panel. See docs/decisions/0119.
create table platform_days (
  -- The platform.
  tenant_id uuid not null references tenants (id) on delete cascade,
  metric text not null,
  day date not null,
  value bigint not null,
  primary key (tenant_id, metric, day)
);
call protect_tenant_table('platform_days', 'select, insert, update, delete');
create policy platform_days_panel on platform_days for select to quillshelf_panel using (true);
grant select (tenant_id, metric, day, value) on platform_days to quillshelf_panel;

create index tenant_days_by_day on tenant_days (day);

-- How many letters of which state, and nothing of what stands in them.
create index email_messages_by_day on email_messages (created_at, state);
create policy email_messages_panel_days on email_messages for select to quillshelf_panel using (true);
grant select (tenant_id, state, created_at) on email_messages to quillshelf_panel;
