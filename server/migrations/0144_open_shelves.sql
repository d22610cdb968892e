-- Schools that show their public books to visitors of the platform's site, and the country that a school gives as its own.

alter table tenants
  -- ISO 3166-1 alpha-2.
  add column country text check (country ~ '^[A-Z]{2}$'),
  -- Null while the shelf is closed, as it is at first.
  add column shelf_opened_at timestamptz,
  add constraint tenants_shelf_of_a_school check (shelf_opened_at is null or not (is_platform or is_organization));
create index tenants_with_open_shelf on tenants (lower(school_name), id) where shelf_opened_at is not null;

-- The list of open shelves says how many works each has. There are sums in this table and nothing else.
create policy tenant_numbers_of_platform on tenant_numbers for select to quillshelf_app using (app_is_platform());

grant select (country) on tenants to quillshelf_panel;
