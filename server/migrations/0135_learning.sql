-- What somebody has done of pages that one learns from: a row a step. What was done is never undone. See docs/decisions/0126.

create table learning_steps (
  tenant_id uuid not null references tenants (id),
  user_id uuid not null,
  -- Of the school or of the platform, so of any tenant. A page that is gone takes no progress away.
  page_id uuid not null,
  step_id text not null check (length(step_id) <= 161),
  -- Null: only tried.
  done_at timestamptz,
  answer jsonb,
  primary key (tenant_id, user_id, page_id, step_id),
  foreign key (tenant_id, user_id) references users (tenant_id, id)
);
-- Who of a class is how far in a page.
create index learning_steps_of_page on learning_steps (tenant_id, page_id, user_id) where done_at is not null;

call protect_tenant_table('learning_steps', 'select, insert, update');
