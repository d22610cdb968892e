import { expect, it } from 'vitest';
import { classroomRowsAt } from './classroom-rows.ts';

const tenant = '01985b4e-0000-7000-8000-000000000001';
const maple = '01985b4e-0000-7000-8000-000000000002';

function expectedAt(address: string) {
  return classroomRowsAt(new URL(address, 'http://greenfield.localhost'), tenant);
}

it.each(['/dashboard?option=Teacher%20Dashboard', '/admin-school/classes'])(
  'a list of classes at %s reads all classes first',
  (address) => {
    expect(expectedAt(address)).toEqual({ places: [], tables: ['classes'] });
  },
);

it.each([`/dashboard?option=Teacher%20Dashboard&id=${maple}`, `/admin-school/classdetails?id=${maple}`])(
  'a class at %s reads itself and its students first, and what has ended',
  (address) => {
    expect(expectedAt(address)).toEqual({
      places: [
        { scope: `class:${maple}`, table: 'classes' },
        { scope: `class:${maple}`, table: 'students' },
        { scope: `school:${tenant}`, table: 'classes' },
      ],
      tables: [],
    });
  },
);

it.each(['/', '/library', '/dashboard', `/dashboard?option=Stories&id=${maple}`])(
  'nothing is expected at %s',
  (address) => {
    expect(expectedAt(address)).toEqual({ places: [], tables: [] });
  },
);
