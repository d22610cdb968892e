import type { Filling, Tables } from '../../support/every-table.ts';

export const tables: Tables = {
  export_chunks: { rights: ['select', 'insert', 'delete'] },
  export_links: { rights: ['select', 'insert', 'update', 'delete'] },
  export_parts: { rights: ['select', 'insert', 'delete'] },
  exports: { rights: ['select', 'insert', 'update', 'delete'] },
};

export async function fill({ school, id, administrator }: Filling): Promise<void> {
  await administrator.query(
    `with made as (
        insert into exports (tenant_id, id, asked_by, is_by_platform, asked_at, ready_at, expires_at)
        values ($1, gen_random_uuid(), $2, false, now(), now(), now() + interval '7 days') returning *
      ), part as (
        insert into export_parts (tenant_id, export_id, part, bytes, sha256)
        select tenant_id, id, 1, 1, sha256('x') from made returning *
      ), chunk as (
        insert into export_chunks (tenant_id, export_id, part, place, content) select tenant_id, id, 1, 0, 'x' from made
      )
     insert into export_links (tenant_id, token_hash, export_id, part, made_at, expires_at)
     select tenant_id, sha256('x'), export_id, part, now(), now() from part`,
    [id, school.schoolAdmin.id],
  );
}
