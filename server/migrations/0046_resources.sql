-- What adults of a school share with each other, with the school, or with everybody. See decision 50.

create table resources (
  tenant_id uuid not null references tenants (id),
  -- Made where it was begun, so that what is sent twice is there once.
  id uuid not null,
  title text not null check (title <> ''),
  description text not null default '',
  text text not null default '',
  level text check (level in ('first', 'early', 'growing', 'confident')),
  audience text not null check (audience in ('staff', 'community', 'public')),
  licence text not null check (licence in (
    'own', 'public_domain', 'cc_by', 'cc_by_sa', 'cc_by_nc', 'cc_by_nc_sa', 'permission', 'school_only'
  )),
  credit text not null default '',
  -- What it is found by: all its words without case and accents.
  search_text text not null collate "C",
  created_by uuid not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, created_by) references users (tenant_id, id),
  constraint resources_bought_for_the_school check (licence <> 'school_only' or audience <> 'public')
);
create index resources_by_age on resources (tenant_id, updated_at desc, id);
create index resources_of_person on resources (tenant_id, created_by);

-- Beside what lists read. A picture was made anew from its pixels; a PDF is as it came, and only ever handed out to be kept.
create table resource_files (
  tenant_id uuid not null,
  resource_id uuid not null,
  media_type text not null check (media_type in ('application/pdf', 'image/jpeg', 'image/png')),
  sha256 bytea not null check (length(sha256) = 32),
  content bytea not null check (length(content) between 1 and 20 * 1024 * 1024),
  primary key (tenant_id, resource_id),
  foreign key (tenant_id, resource_id) references resources (tenant_id, id) on delete cascade
);
alter table resource_files alter column content set storage external;

create table resource_categories (
  tenant_id uuid not null,
  resource_id uuid not null,
  category_id uuid not null,
  primary key (tenant_id, resource_id, category_id),
  foreign key (tenant_id, resource_id) references resources (tenant_id, id) on delete cascade,
  foreign key (tenant_id, category_id) references categories (tenant_id, id)
);
create index resource_categories_by_category on resource_categories (tenant_id, category_id);

call protect_tenant_table('resources', 'select, insert, update, delete');
call protect_tenant_table('resource_files', 'select, insert, update, delete');
call protect_tenant_table('resource_categories', 'select, insert, delete');
