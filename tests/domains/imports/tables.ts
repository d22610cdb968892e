import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import type { Filling, Tables } from '../../support/every-table.ts';

export const tables: Tables = {
  import_jobs: { rights: ['select', 'insert', 'update'] },
  import_rows: { rights: ['select', 'insert', 'update'] },
};

export async function fill({ world, school }: Filling): Promise<void> {
  const teacher = await world.as(school.teacher);
  const imported = await world.request(
    teacher,
    'POST',
    `/api/class/${school.ownClass.id}/imports/${randomUUID()}/rows/`,
    {
      body: {
        file_name: 'list.csv',
        row_count: 1,
        rows: [{ id: randomUUID(), row: 2, first_name: 'Ada', last_name: 'Hill' }],
      },
    },
  );
  expect(imported.status).toBe(200);
}
