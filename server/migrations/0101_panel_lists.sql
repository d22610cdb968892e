-- Indexes of the platform's lists: by key in each order, and for what a search finds first. See server/modules/panel.

-- The words of a listed text, so that the beginning of each is found whatever its script: in the C locale trigrams know ASCII alone.
create function listed_words(listed text) returns tsvector language sql immutable strict parallel safe
  as $$ select array_to_tsvector(array_remove(string_to_array(listed, ' '), '')) $$;

create index tenants_listed on tenants (listed_search, id) where not is_platform;
create index tenants_newest on tenants (created_at desc, id desc) where not is_platform;
create index tenants_found on tenants using gin (listed_search gin_trgm_ops);
create index tenants_words on tenants using gin (listed_words(listed_search));

create index users_staff_listed on users (listed_search, tenant_id, id) where role <> 'student';
create index users_staff_by_role on users (role, listed_search, tenant_id, id) where role <> 'student';
create index users_staff_newest on users (date_joined desc, tenant_id desc, id desc) where role <> 'student';
create index users_students_newest on users (date_joined desc, tenant_id desc, id desc)
  where role = 'student' and archived_at is null;
create index users_listed_of_tenant on users (tenant_id, listed_search, id);
create index users_listed_email on users (listed_email) where listed_email is not null;
create index users_listed_domain on users (split_part(listed_email, '@', 2)) where listed_email is not null;
create index users_found on users using gin (listed_search gin_trgm_ops);
create index users_words on users using gin (listed_words(listed_search));

create index works_public on works (tenant_id, author_id) where is_public;
