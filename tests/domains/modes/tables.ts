import type { Filling, Tables } from '../../support/every-table.ts';

export const tables: Tables = {
  mode_locks: { rights: ['select', 'insert', 'delete'] },
};

export async function fill({ id, administrator }: Filling): Promise<void> {
  await administrator.query(
    'insert into mode_locks (tenant_id, mode_id, locked_at) select $1, id, now() from modes limit 1',
    [id],
  );
}
