import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import type { Filling, Tables } from '../../support/every-table.ts';
import { SigningTablet } from '../../support/grants.ts';
import { queue, TestOutbox } from '../../support/queued-calls.ts';

export const tables: Tables = {
  idempotency_keys: { rights: ['select', 'insert', 'update', 'delete'] },
  parked_calls: { rights: ['select', 'insert', 'delete'] },
  push_grants: { rights: ['select', 'insert', 'update', 'delete'] },
  scope_changes: { rights: ['select', 'insert', 'update'] },
  scope_versions: { rights: ['select', 'insert', 'update'] },
  sync_calls: { rights: ['select', 'insert', 'delete'] },
  sync_clients: { rights: ['select', 'insert', 'update'] },
};

export async function fill({ world, school, id, administrator }: Filling): Promise<void> {
  const teacher = await world.as(school.teacher);
  const outbox = new TestOutbox();
  const { status } = await world.request(teacher, 'POST', '/api/sync/push/', {
    body: {
      client_id: outbox.client_id,
      user_id: school.teacher.id,
      calls: outbox.number(queue.updatePrivacy(school.student.id, 'community')),
    },
  });
  const keyed = await world.request(teacher, 'PUT', `/api/student-privacy-update/${school.student.id}/`, {
    body: { privacy_preference: 'public' },
    headers: { 'idempotency-key': randomUUID() },
  });
  await new SigningTablet().grantFor(world, school.student);
  await administrator.query(
    `insert into parked_calls (tenant_id, id, user_id, device_id, mutation_id, seq, name, call, reason)
     values ($1, gen_random_uuid(), $2, gen_random_uuid(), gen_random_uuid(), 1, 'students.rename', '{}', 'archived')`,
    [id, school.student.id],
  );
  expect([status, keyed.status]).toEqual([200, 200]);
}
