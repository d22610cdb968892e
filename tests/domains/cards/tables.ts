import { expect } from 'vitest';
import type { Filling, Tables } from '../../support/every-table.ts';

export const tables: Tables = {
  login_cards: { rights: ['select', 'insert', 'update'] },
  password_reveals: { rights: ['select', 'insert', 'update', 'delete'] },
};

export async function fill({ world, school }: Filling): Promise<void> {
  const teacher = await world.as(school.teacher);
  const card = await world.request(teacher, 'POST', `/api/student/${school.student.id}/login-cards/`);
  const shown = await world.request(
    teacher,
    'GET',
    `/api/v1/teacher/student-login-info/${school.ownClass.id}/`,
  );
  expect([card.status, shown.status]).toEqual([200, 200]);
}
