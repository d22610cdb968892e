import type { Filling, Tables } from '../../support/every-table.ts';

export const tables: Tables = {
  content_choices: { rights: ['select', 'insert', 'update', 'delete'] },
  content_drafts: { rights: ['select', 'insert', 'update', 'delete'] },
  content_film_parts: { rights: ['select', 'insert', 'update', 'delete'] },
  content_films: { rights: ['select', 'insert', 'update', 'delete'] },
  content_pages: { rights: ['select', 'insert', 'update'] },
  content_versions: { rights: ['select', 'insert'] },
  live_joins: { rights: ['select', 'insert', 'update', 'delete'] },
};

export async function fill({ school, id, administrator }: Filling): Promise<void> {
  await administrator.query(
    `with page as (
        insert into content_pages (tenant_id, id, kind, slug, shared, created_at)
        values ($1, gen_random_uuid(), 'page', 'about', false, now()) returning *
      ), version as (
        insert into content_versions (tenant_id, page_id, language, n, shared, head, blocks, words, made_at, live_from)
        select tenant_id, id, 'en', 1, false, '{}', '[]', '', now(), now() from page
      ), draft as (
        insert into content_drafts (tenant_id, page_id, language, head, blocks, updated_by, updated_at)
        select tenant_id, id, 'en', '{}', '[]', $2, now() from page
      ), film as (
        insert into content_films (tenant_id, id, page_id, bytes, first_part, made_by, created_at)
        select tenant_id, gen_random_uuid(), id, 1, sha256('x'), $2, now() from page returning *
      ), part as (
        insert into content_film_parts (tenant_id, film_id, n, sha256, content, bytes)
        select tenant_id, id, 0, sha256('x'), 'x', 1 from film
      ), joined as (
        insert into live_joins (tenant_id, page_id, shared, sealed_link, set_by, set_at)
        select tenant_id, id, false, 'sealed', $2, now() from page
      )
     insert into content_choices (tenant_id, page_id, choice) values ($1, gen_random_uuid(), 'hidden')`,
    [id, school.teacher.id],
  );
}
