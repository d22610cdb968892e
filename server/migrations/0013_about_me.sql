-- What people say of themselves. Null until they wrote something; empty where they took it back.

alter table users add column about_me text check (char_length(about_me) <= 160);
