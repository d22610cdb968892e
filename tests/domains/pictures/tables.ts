import type { Filling, Tables } from '../../support/every-table.ts';

export const tables: Tables = {
  assets: { rights: ['select', 'insert'] },
  removed_media: { rights: ['select', 'insert', 'update', 'delete'] },
  sent_pictures: { rights: ['select', 'insert'] },
  stored_files: { rights: ['select', 'insert', 'delete'] },
};

export async function fill({ id, administrator, story }: Filling): Promise<void> {
  await administrator.query(
    `insert into sent_pictures (tenant_id, work_id, sha256, sent_at)
     select tenant_id, $2, sha256, now() from assets where tenant_id = $1 limit 1`,
    [id, story.id],
  );
  await administrator.query(
    "insert into removed_media (tenant_id, sha256, removed_at) values ($1, sha256('gone'), now())",
    [id],
  );
  await administrator.query(
    `insert into stored_files (tenant_id, sha256, media_type, content)
     values ($1, decode(repeat('ab', 32), 'hex'), 'image/webp', 'picture')`,
    [id],
  );
}
