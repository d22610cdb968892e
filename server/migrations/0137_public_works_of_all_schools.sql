-- Works that strangers may see, in one list of all schools. Of a private work the panel's role knows no word. See docs/decisions/0128.
alter table works
  -- What it is found by, as long as its author and the school would show it to everybody.
  add column public_search text collate "C" generated always as (
    case when state = 'published' and visibility = 'public' then search_text end
  ) stored;

create index works_public_newest on works (published_at desc, tenant_id desc, id desc) where is_public;
create index works_public_of_tenant on works (tenant_id, published_at desc, id desc) where is_public;
create index works_public_found on works using gin (public_search gin_trgm_ops) where is_public;
create index works_public_words on works using gin (listed_words(public_search)) where is_public;

grant select (kind, language, level, sdgs, published_at, public_search) on works to quillshelf_panel;
