-- Words that the platform looks for in what strangers may read. See docs/decisions/0150.

create table watched_words (
  id uuid primary key,
  words text not null check (length(words) between 1 and 60),
  -- As texts are searched: contract/monitoring/watched-words.rules.ts.
  folded text not null unique check (folded <> ''),
  added_at timestamptz not null,
  -- Somebody of the platform's own tenant.
  added_by uuid not null
);
alter table watched_words enable row level security;
alter table watched_words force row level security;
-- Looked for in the school's own transaction.
create policy watched_words_everybody on watched_words for select to quillshelf_app using (true);
create policy watched_words_new on watched_words for insert to quillshelf_app with check (app_is_platform());
create policy watched_words_removed on watched_words for delete to quillshelf_app using (app_is_platform());
grant select, insert, delete on watched_words to quillshelf_app;
