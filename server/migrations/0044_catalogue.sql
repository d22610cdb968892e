-- The lists of books and stories of those who look after their authors: a page of them is read from an index, however many there are.
-- See decision 49.
create index works_of_kind_by_change on works (tenant_id, kind, updated_at desc, id desc) where state <> 'archived';
create index works_of_kind_by_title on works (tenant_id, kind, search_text, id) where state <> 'archived';

-- What the library shows first.
create index works_featured on works (tenant_id, featured_at desc, id) where featured_at is not null and state = 'published';
