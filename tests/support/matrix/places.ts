import { uuidv7 } from 'uuidv7';
import type { ApiWorld, TestSchool } from '../api-world.ts';
import type { CellInput } from './entry.ts';
import type { SharedRows, StoryState } from './rows.ts';

/** The school and the class of a target; maple and birch are greenfield's, riverside's Maple has the same code. */
export function place(
  target: string,
  world: ApiWorld,
): { school: TestSchool; classId: string; classCode: string; studentId: string } {
  const { greenfield, riverside } = world;
  const of = (
    school: TestSchool,
    { id, class_id }: { id: string; class_id: string },
    student: { id: string } | undefined,
  ) => ({
    school,
    classId: id,
    classCode: class_id,
    studentId: student?.id ?? '',
  });
  if (target === 'maple') return of(greenfield, greenfield.ownClass, greenfield.students[1]);
  if (target === 'birch') return of(greenfield, greenfield.otherClass, greenfield.otherStudents[1]);
  if (target === 'no_class') return of(greenfield, greenfield.ownClass, greenfield.studentWithoutClass);
  return of(riverside, riverside.ownClass, riverside.students[1]);
}

export const classes = ['maple', 'birch', 'riverside'] as const;

export const students = ['maple', 'birch', 'no_class', 'riverside'] as const;

export const bothSchools = ['greenfield', 'riverside'] as const;

export const longAgo = '2020-01-01T00:00:00.000Z';

export const tenantOf = (target: string, world: ApiWorld) => ({
  tenantId: world[target as 'greenfield' | 'riverside'].tenant.id,
});

/** Of the modes that every installation begins with. */
export const firstMode = '019aa700-0000-7000-8000-000000000001';

export const byNewId = (body?: () => unknown) => () => ({
  params: { id: uuidv7() },
  ...(body && { body: body() }),
});

export const helps = { reason: 'Helps with the texts' };

export const noSuchPage = (more: CellInput = {}) => ({ params: { id: uuidv7() }, ...more });

/** A story of which this was done already; with a body where it wants one. */
export const storyOf =
  (state: StoryState, body?: unknown) =>
  (target: string, _world: ApiWorld, { stories }: SharedRows): CellInput => ({
    params: { workId: stories[state][target as 'maple'] },
    ...(body !== undefined && { body }),
  });
