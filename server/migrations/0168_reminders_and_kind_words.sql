-- Who of the staff wants a letter before an event begins: a day before, and an hour.

create table live_reminders (
  tenant_id uuid not null references tenants (id),
  user_id uuid not null,
  -- Of the school or of the platform, so of any tenant.
  page_id uuid not null,
  set_at timestamptz not null,
  -- About which beginning each letter was written: an event that was moved is told again.
  day_told timestamptz,
  hour_told timestamptz,
  primary key (tenant_id, user_id, page_id),
  foreign key (tenant_id, user_id) references users (tenant_id, id)
);
create index live_reminders_of_page on live_reminders (tenant_id, page_id);

call protect_tenant_table('live_reminders', 'select, insert, update, delete');

-- Kind words under works that everybody may read.
alter table tenant_numbers add column kind_words integer not null default 0;
grant select (kind_words) on tenant_numbers to quillshelf_panel;
