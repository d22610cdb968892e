-- A newer text that came with the program waits until an editor took or left it. See docs/decisions/0124.
alter table content_versions add column settled_at timestamptz;
grant update (settled_at) on content_versions to quillshelf_app;
