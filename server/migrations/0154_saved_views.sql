-- Search, filters and order of a list of the platform's panel under a name, each of one person.
create table saved_views (
  tenant_id uuid not null references tenants (id) on delete cascade,
  user_id uuid not null,
  id uuid not null,
  name text not null check (length(name) between 1 and 60),
  path text not null check (path like '/admin-panel/%'),
  query text not null check (length(query) <= 1000),
  created_at timestamptz not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, user_id) references users (tenant_id, id) on delete cascade
);
create index saved_views_of_person on saved_views (tenant_id, user_id);

call protect_tenant_table('saved_views', 'select, insert, update, delete');
