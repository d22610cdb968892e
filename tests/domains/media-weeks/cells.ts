import type { CellsOf } from '../../support/matrix/entry.ts';
import { place } from '../../support/matrix/places.ts';
import { changeStudent, ok } from '../../support/matrix/who-may.ts';

export const cells: CellsOf<'mediaWeeks'> = {
  'mediaWeeks.listHeld': {
    cells: {
      teacher: [ok],
      teacher_of_birch: [ok],
      teacher_admin: [ok],
      school_admin: [ok],
      organization_admin: [ok],
      organization_admin_on_own_host: [ok],
    },
  },
  'mediaWeeks.allowMore': {
    ...changeStudent,
    input: (target, world) => ({ params: { studentId: place(target, world).studentId } }),
  },
};
