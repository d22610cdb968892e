import { randomUUID } from 'node:crypto';
import type { ApiWorld, Caller } from '../api-world.ts';
import { makeChampion } from '../champions.ts';
import { buyers } from '../shops.ts';
import type { CallerName, Part } from './names.ts';

/** `riverside_itself`: that there is such a school, and nothing of what is in it. Buyers: who bought at a school. */
type Shown = Part | 'riverside_itself' | 'buyer' | 'riverside_buyer';

/** Which parts of the data each may be shown in any answer. */
const visibleParts: Readonly<Record<CallerName, readonly Shown[]>> = {
  visitor: [],
  student: [],
  parent: [],
  teacher: ['maple'],
  teacher_of_birch: ['birch'],
  teacher_admin: ['maple', 'birch', 'no_class'],
  school_admin: ['maple', 'birch', 'no_class', 'buyer'],
  organization_admin: ['maple', 'birch', 'no_class', 'buyer'],
  organization_admin_on_own_host: [],
  platform_admin_on_own_host: ['riverside_itself', 'buyer', 'riverside_buyer'],
  anyone_signed_in_elsewhere: [],
  superpower_teacher: [],
  // Public works of all schools.
  superpower_parent: ['riverside_itself'],
};

/** Texts by which a row of a part is known wherever it turns up: ids, and names that nothing else has. */
function canaries(world: ApiWorld): Record<Shown, string[]> {
  const { greenfield, riverside } = world;
  const ids = (rows: readonly { id: string }[]) => rows.map((row) => row.id);
  return {
    maple: [greenfield.ownClass.id, ...ids(greenfield.students)],
    birch: [greenfield.otherClass.id, ...ids(greenfield.otherStudents)],
    no_class: [greenfield.studentWithoutClass.id],
    riverside_itself: [riverside.tenant.id, 'riverside'],
    buyer: Object.values(buyers.greenfield),
    riverside_buyer: Object.values(buyers.riverside),
    riverside: [
      riverside.ownClass.id,
      riverside.otherClass.id,
      ...ids(riverside.students),
      ...ids(riverside.otherStudents),
      riverside.studentWithoutClass.id,
      ...ids([riverside.teacher, riverside.otherTeacher, riverside.teacherAdmin, riverside.schoolAdmin]),
      ...ids([riverside.organizationAdmin, riverside.parent]),
    ],
  };
}

/** Canaries of what a caller may not see. The own id is no secret to a student. */
export function hiddenFrom(name: CallerName, userId: string, world: ApiWorld): string[] {
  const visible = visibleParts[name];
  return Object.entries(canaries(world))
    .filter(([part]) => !visible.includes(part as Shown))
    .flatMap(([, texts]) => texts)
    .filter((text) => text !== userId);
}

export interface MatrixCaller {
  name: CallerName;
  /** Which of several, where a name stands for more than one person. */
  who: string;
  user_id: string;
  caller: Caller;
}

/** All who call, signed in. */
export async function matrixCallers(world: ApiWorld): Promise<MatrixCaller[]> {
  const { greenfield, riverside, organization, platformAdmin } = world;
  const { host } = greenfield;
  const one = async (
    name: CallerName,
    person: Parameters<ApiWorld['as']>[0],
    onHost?: string,
  ): Promise<MatrixCaller> => ({
    name,
    who: person === 'visitor' ? name : (person.email ?? person.username ?? name),
    user_id: person === 'visitor' ? randomUUID() : person.id,
    caller: await world.as(person, onHost),
  });
  const callers = [
    await one('visitor', 'visitor'),
    await one('student', greenfield.student),
    await one('parent', greenfield.parent),
    await one('teacher', greenfield.teacher),
    await one('teacher_of_birch', greenfield.otherTeacher),
    await one('teacher_admin', greenfield.teacherAdmin),
    await one('school_admin', greenfield.schoolAdmin),
    await one('organization_admin', greenfield.organizationAdmin),
    await one('organization_admin_on_own_host', organization.admin),
    await one('platform_admin_on_own_host', platformAdmin),
    await one('superpower_teacher', await makeChampion(world, 'teacher')),
    await one('superpower_parent', await makeChampion(world, 'parent')),
  ];
  const strangers = [
    riverside.student,
    riverside.parent,
    riverside.teacher,
    riverside.otherTeacher,
    riverside.teacherAdmin,
    riverside.schoolAdmin,
    riverside.organizationAdmin,
    organization.admin,
    platformAdmin,
  ];
  for (const stranger of strangers) callers.push(await one('anyone_signed_in_elsewhere', stranger, host));
  return callers;
}
