import type { AcrossSchools, Filling, Tables } from '../../support/every-table.ts';

export const tables: Tables = {
  email_events: { rights: ['select', 'insert'] },
  email_messages: { rights: ['select', 'insert', 'update', 'delete'] },
};

export const acrossSchools: AcrossSchools = {
  'the platform’s lists of letters of all schools (decision 106)': [
    'email_messages_by_domain',
    'email_messages_by_id',
    'email_messages_by_kind',
    'email_messages_by_state',
    'email_messages_newest',
  ],
};

export const after = ['passwords'];

export async function fill({ id, administrator }: Filling): Promise<void> {
  await administrator.query(
    `insert into email_events (tenant_id, message_id, id, at, kind)
     select tenant_id, id, gen_random_uuid(), now(), 'deferred' from email_messages where tenant_id = $1 limit 1`,
    [id],
  );
}
