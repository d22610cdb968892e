import type { Module, OptionsOf, Platform } from '#server/platform/module.ts';
import type { StudentHandles } from '../identity/student-handles.ts';
import type { SnapshotSource } from '../sync/snapshot-source.ts';
import { createClassPicker } from './class-picker.ts';
import { profileRoutes } from './profiles.routes.ts';
import { createProfileService } from './profiles.service.ts';
import { createPupilTiles, type PupilTiles } from './pupil-tiles.ts';
import { createStudentAccounts, type StudentAccounts } from './student-accounts.ts';
import { studentRoutes } from './students.routes.ts';
import { createStudentService, type StudentService } from './students.service.ts';
import { studentSnapshot } from './students.snapshot.ts';

export interface Students extends Module<SnapshotSource> {
  readonly students: StudentService;
  readonly accounts: StudentAccounts;
  readonly tiles: PupilTiles;
}

/** Children, how they sign in, and their profiles. */
export function createStudents(
  deps: Platform & Omit<OptionsOf<typeof createStudentService>, 'accounts'> & { handles: StudentHandles },
): Students {
  const accounts = createStudentAccounts(deps.secretKey);
  const tiles = createPupilTiles(deps.handles);
  const students = createStudentService({ ...deps, accounts });
  return {
    students,
    accounts,
    tiles,
    routes: [
      ...profileRoutes(createProfileService({ accounts })),
      ...studentRoutes({ ...deps, students, picker: createClassPicker({ ...deps, tiles }) }),
    ],
    snapshots: [studentSnapshot],
  };
}
