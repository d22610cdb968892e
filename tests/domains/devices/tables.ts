import { expect } from 'vitest';
import { deviceReport } from '../../support/device-reports.ts';
import type { Filling, Tables } from '../../support/every-table.ts';

export const tables: Tables = {
  device_preparation_classes: { rights: ['select', 'insert'] },
  device_preparations: { rights: ['select', 'insert', 'update'] },
  devices: { rights: ['select', 'insert', 'update', 'delete'] },
};

export async function fill({ world, school }: Filling): Promise<void> {
  const teacher = await world.as(school.teacher);
  const report = deviceReport();
  const reported = await world.request(teacher, 'POST', '/api/sync/device-report/', { body: report });
  const prepared = await world.request(teacher, 'POST', '/api/devices/prepare/', {
    body: { device_id: report.device_id, school_class_ids: [school.ownClass.id] },
  });
  expect([reported.status, prepared.status]).toEqual([200, 200]);
}
