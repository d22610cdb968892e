-- A sticker that a teacher gives with what they say of a work. Its name is one of contract/writing/stickers.schema.ts.
alter table work_reviews
  add column sticker text check (sticker is null or (sticker ~ '^[a-z]{1,20}$' and reason <> ''));
