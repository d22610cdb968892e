import type { AcrossSchools, Filling, Tables } from '../../support/every-table.ts';
import { makeEmailLinks } from '../../support/member-links.ts';

export const tables: Tables = {
  email_changes: { rights: ['select', 'insert', 'update', 'delete'] },
  users: { rights: ['select', 'insert', 'update', 'delete'] },
};

export const acrossSchools: AcrossSchools = {
  'the platform’s lists and searches of people of all schools (decisions 101 and 118)': [
    'users_by_id',
    'users_found',
    'users_listed_domain',
    'users_listed_email',
    'users_staff_by_role',
    'users_staff_listed',
    'users_staff_newest',
    'users_students_newest',
    'users_words',
  ],
};

export async function fill({ world, school }: Filling): Promise<void> {
  await makeEmailLinks(world, school, 1);
}
