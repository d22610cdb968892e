-- What the list of all students needs, and how a student comes back to a class.

-- What a student is found by: name and username without case and accents, as the program folds them. In the order of the
-- code points, which is the same in every database.
alter table users add column search_text text collate "C";

-- The program folds better than a database whose locale is C, which knows no capitals but those of ASCII.
do $$
declare
  folding text := case
    when exists (select from pg_collation where collname = 'und-x-icu') then 'lower(%s collate "und-x-icu")'
    else 'lower(%s)'
  end;
begin
  execute 'update users set search_text = ' || format(
    folding,
    $text$regexp_replace(
      normalize(first_name || ' ' || last_name || ' ' || coalesce(username, ''), NFD),
      '[\u0300-\u036f]', '', 'g')$text$) || ' where role = ''student''';
end $$;

alter table users add constraint students_are_found check (role <> 'student' or search_text is not null);
create index users_students on users (tenant_id, search_text, id) where role = 'student';

-- Each stay of a student in a class is a row of its own, from and to: one who comes back begins another.
alter table enrollments drop constraint enrollments_pkey;
alter table enrollments add primary key (tenant_id, school_class_id, student_id, position);
create unique index enrollments_one_open on enrollments (tenant_id, school_class_id, student_id)
  where ended_at is null;
