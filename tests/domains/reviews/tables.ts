import type { Filling, Tables } from '../../support/every-table.ts';

export const tables: Tables = {
  review_comments: { rights: ['select', 'insert'] },
  review_voices: { rights: ['select', 'insert'] },
  work_reviews: { rights: ['select', 'insert'] },
};

export async function fill({ school, id, administrator, story }: Filling): Promise<void> {
  await administrator.query(
    `with chapter as (select * from chapters where tenant_id = $1 and work_id = $2),
      version as (
        insert into work_revisions (tenant_id, id, work_id, part, part_id, revision, content, made_at)
        select tenant_id, gen_random_uuid(), work_id, 'chapter', id, 2, '{}', now() from chapter returning *
      ), beside as (
        insert into diverged_versions (tenant_id, chapter_id, version) select tenant_id, part_id, id from version
      ), review as (
        insert into work_reviews (tenant_id, id, work_id, action, made_by, made_at)
        values ($1, gen_random_uuid(), $2, 'approved', $3, now()) returning *
      )
     insert into review_comments (tenant_id, id, review_id, chapter_id, text)
     select $1, gen_random_uuid(), review.id, chapter.id, 'Well done' from review, chapter`,
    [id, story.id, school.teacher.id],
  );
  await administrator.query(
    `insert into review_voices (tenant_id, work_id, sha256, made_by, made_at)
     select tenant_id, $2, sha256, $3, now() from assets where tenant_id = $1 limit 1`,
    [id, story.id, school.teacher.id],
  );
}
