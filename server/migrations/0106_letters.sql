-- What became of each letter, and which addresses are not written to. See docs/decisions/0106.

alter table email_messages
  -- What its link opens, such as an invitation. A newer letter of the same kind about it takes the place of one that waits.
  add column subject_id uuid,
  -- Why it ended as it did: a name of contract/mail/mail.rules.ts.
  add column cause text,
  -- What is shown of it later, sealed. Made when it was written, without its link and its codes.
  add column shown_letter bytea;
alter table email_messages drop constraint email_messages_state_check;
alter table email_messages add constraint email_messages_state_check
  check (state in ('waiting', 'sent', 'bounced', 'complained', 'failed', 'suppressed', 'replaced'));
create index email_messages_of_subject on email_messages (tenant_id, kind, subject_id) where subject_id is not null;
create index email_messages_by_id on email_messages (id);

-- What happened to a letter after it was written. It goes with the letter.
create table email_events (
  tenant_id uuid not null references tenants (id),
  message_id uuid not null,
  id uuid not null,
  at timestamptz not null,
  kind text not null check (kind in
    ('deferred', 'sent', 'failed', 'suppressed', 'replaced', 'delayed', 'bounced', 'complained')),
  -- What a mail server said.
  detail text not null default '',
  primary key (tenant_id, message_id, id),
  foreign key (tenant_id, message_id) references email_messages (tenant_id, id) on delete cascade
);
call protect_tenant_table('email_events', 'select, insert');

-- A return names its letter alone. Whose letter that is is seen by this question and no other.
create policy email_messages_returned on email_messages for select to quillshelf_app
  using (id = nullif(current_setting('app.returned_letter', true), '')::uuid);
create function tenant_of_letter(letter uuid) returns uuid language plpgsql as $$
declare
  found_id uuid;
begin
  perform set_config('app.returned_letter', letter::text, true);
  select message.tenant_id into found_id from email_messages as message where message.id = letter;
  perform set_config('app.returned_letter', '', true);
  return found_id;
end $$;

-- Addresses that are not written to, whichever school writes. A mail server that is asked often for people that it does not have takes
-- nothing more of anybody.
create table mail_suppressions (
  -- HMAC of the address in lower case: nobody can tell from here whose it is.
  address_mac bytea primary key,
  -- refused: by the mail server, at once. returned: for good. deferred: returned for now, twice in a week.
  reason text not null check (reason in ('refused', 'returned', 'deferred', 'complaint', 'manual')),
  since timestamptz not null,
  -- Null: until it is lifted. The same as `since`: a letter was returned for now, once.
  until timestamptz check (until >= since),
  note text not null default '' check (length(note) <= 500)
);
alter table mail_suppressions enable row level security;
alter table mail_suppressions force row level security;
create policy mail_suppressions_everybody on mail_suppressions for select to quillshelf_app using (true);
-- A letter of any school brings it about.
create policy mail_suppressions_new on mail_suppressions for insert to quillshelf_app with check (true);
create policy mail_suppressions_longer on mail_suppressions for update to quillshelf_app using (true) with check (true);
grant select, insert, update on mail_suppressions to quillshelf_app;
