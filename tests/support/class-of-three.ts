import { makeClass, makeStudents, type MadeClass, type MadeMember } from '#server/seeds/factories.ts';
import type { ApiWorld, TestSchool } from './api-world.ts';

export interface ClassOfThree {
  schoolClass: MadeClass;
  ids: string[];
}

/** A class with three children, for one test alone; of the school's teacher, where nobody else is named. */
export async function classOfThree(
  { context }: ApiWorld,
  { tenant, teacher }: TestSchool,
  teachers: readonly MadeMember[] = [teacher],
): Promise<ClassOfThree> {
  const schoolClass = await makeClass(context, tenant, { teachers });
  const names = ['Ada', 'Bo', 'Cy'].map((first_name) => ({ first_name, last_name: 'Fern' }));
  const students = await makeStudents(context, tenant, schoolClass, names);
  return { schoolClass, ids: students.map(({ id }) => id) };
}
