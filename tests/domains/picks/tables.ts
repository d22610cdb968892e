import type { AcrossSchools, Filling, Tables } from '../../support/every-table.ts';

export const tables: Tables = {
  pick_suggestions: { rights: ['select', 'insert', 'update'] },
  work_picks: { rights: ['select', 'insert', 'delete'] },
};

export const acrossSchools: AcrossSchools = {
  'the platform’s lists of public works and of categories (decisions 128, 129 and 143)': [
    'pick_suggestions_of_school',
    'work_picks_of_school',
  ],
};

export async function fill({ id, administrator, story }: Filling): Promise<void> {
  await administrator.query(
    'insert into work_picks (tenant_id, school_id, work_id, picked_at) values ($1, $1, $2, now())',
    [id, story.id],
  );
}
