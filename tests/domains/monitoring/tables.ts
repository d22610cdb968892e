import type { AcrossSchools, Filling, Tables } from '../../support/every-table.ts';

export const tables: Tables = {
  work_copies: { rights: ['select', 'insert', 'update', 'delete'] },
  work_watch: { rights: ['select', 'insert', 'update'] },
};

export const acrossSchools: AcrossSchools = {
  'the platform’s list of reported works (decision 115)': [
    'work_watch_asked',
    'work_watch_decided',
    'work_watch_waiting',
  ],
};

export async function fill({ id, administrator, story }: Filling): Promise<void> {
  await administrator.query(
    `with copy as (
        insert into work_copies (tenant_id, client_id, work_id) values ($1, gen_random_uuid(), $2)
      )
     insert into work_watch (tenant_id, work_id, kind, state, reasons, readers, risk, since)
     values ($1, $2, 'story', 'waiting', '{other}', 1, 10, now())`,
    [id, story.id],
  );
}
