-- Works that are begun for a challenge, and certificates of challenges and courses. See docs/decisions/0142.

-- Which page a work was begun for: of the platform or of its school, so that no key can say so.
alter table works add column challenge_id uuid;
create index works_of_challenge on works (tenant_id, challenge_id) where challenge_id is not null;

alter table certificates
  -- The challenge, or the course.
  add column page_id uuid,
  -- Who finished a course.
  add column user_id uuid,
  add foreign key (tenant_id, user_id) references users (tenant_id, id),
  add check (kind <> 'challenge' or (work_id is not null and page_id is not null)),
  add check (kind <> 'course' or (user_id is not null and page_id is not null));
-- An entry has one that is valid; a course, once finished, has one whatever became of it.
create unique index certificates_one_of_entry on certificates (tenant_id, work_id)
  where kind = 'challenge' and withdrawn_at is null;
create unique index certificates_one_of_course on certificates (tenant_id, user_id, page_id) where kind = 'course';
