-- Who closed a school gets the receipt by e-mail. Emptied when that is written, or the school is kept.
alter table closings
  add column receipt_name text,
  add column receipt_to text;
grant insert (receipt_name, receipt_to), update (receipt_name, receipt_to) on closings to quillshelf_app;
