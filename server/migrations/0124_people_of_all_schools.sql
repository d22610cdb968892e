-- The platform finds a person by the id alone, and says what it saw of them when it changes something. See docs/decisions/0118.
create index users_by_id on users (id);

grant select (updated_at) on users to quillshelf_panel;
