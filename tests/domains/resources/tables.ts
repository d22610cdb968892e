import type { Filling, Tables } from '../../support/every-table.ts';

export const tables: Tables = {
  resource_categories: { rights: ['select', 'insert', 'delete'] },
  resource_files: { rights: ['select', 'insert', 'update', 'delete'] },
  resource_offers: { rights: ['select', 'insert', 'update'] },
  resources: { rights: ['select', 'insert', 'update', 'delete'] },
};

export async function fill({ school, id, administrator }: Filling): Promise<void> {
  await administrator.query(
    `with resource as (
        insert into resources (tenant_id, id, title, audience, licence, search_text, created_by, created_at, updated_at)
        values ($1, gen_random_uuid(), 'Fractions', 'staff', 'own', 'fractions', $2, now(), now()) returning *
      ), file as (
        insert into resource_files (tenant_id, resource_id, media_type, sha256, content)
        select tenant_id, id, 'application/pdf', sha256('x'), 'x' from resource
      ), offer as (
        insert into resource_offers (tenant_id, resource_id, state, offered_at)
        select tenant_id, id, 'open', now() from resource
      )
     insert into resource_categories (tenant_id, resource_id, category_id)
     select $1, resource.id, category.id from resource, categories as category
     where category.tenant_id = $1 limit 1`,
    [id, school.teacher.id],
  );
}
