-- What people send by the forms of the public pages. See docs/decisions/0123.
create table requests (
  -- Where it came to: the school's office for its own contact form, otherwise the platform.
  tenant_id uuid not null references tenants (id),
  id uuid not null,
  kind text not null check (kind in ('contact', 'report-a-problem', 'request-a-tour', 'bulk-enrolment')),
  reference text not null,
  -- SHA-256 of what the device holds that sent it, of what the link in the e-mail carries, and of the form's ticket.
  secret_hash bytea not null check (length(secret_hash) = 32),
  token_hash bytea check (length(token_hash) = 32),
  ticket_hash bytea not null check (length(ticket_hash) = 32),
  state text not null check (state in ('new', 'open', 'answered', 'closed', 'spam')),
  name text not null,
  email text check (email = lower(email)),
  -- What was filled in, by the names of the form.
  fields jsonb not null,
  -- Of the message, to see the same one again.
  words_hash bytea not null check (length(words_hash) = 32),
  from_tenant uuid references tenants (id) on delete set null,
  doubt smallint not null default 0 check (doubt >= 0),
  assigned_to uuid,
  answer text,
  answered_by uuid,
  answered_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- When it is swept away.
  ends_at timestamptz not null,
  primary key (tenant_id, id),
  unique (tenant_id, reference),
  unique (tenant_id, ticket_hash),
  unique (tenant_id, token_hash),
  foreign key (tenant_id, assigned_to) references users (tenant_id, id),
  foreign key (tenant_id, answered_by) references users (tenant_id, id),
  constraint requests_answered check ((answer is null) = (answered_at is null))
);
create index requests_waiting on requests (tenant_id, state, doubt, created_at, id);
create index requests_of_address on requests (tenant_id, email);
create index requests_by_words on requests (tenant_id, words_hash, created_at);
create index requests_by_end on requests (tenant_id, ends_at);

call protect_tenant_table('requests', 'select, insert, update, delete');
