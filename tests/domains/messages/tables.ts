import type { AcrossSchools, Filling, Tables } from '../../support/every-table.ts';

export const tables: Tables = {
  message_picks: { rights: ['select', 'insert', 'update', 'delete'] },
};

export const acrossSchools: AcrossSchools = {
  'the platform’s lists of public works and of categories (decisions 128, 129 and 143)': [
    'message_picks_of_school',
  ],
};

export async function fill({ id, administrator, story }: Filling): Promise<void> {
  await administrator.query(
    `insert into message_picks (tenant_id, school_id, work_id, year, picked_at) values ($1, $1, $2, 2026, now())`,
    [id, story.id],
  );
}
