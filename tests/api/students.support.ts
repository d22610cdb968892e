import { beforeAll } from 'vitest';
import { studentEndpoints } from '#contract/students/students.endpoints.ts';
import { fullName } from '#contract/students/students.rules.ts';
import type { PrivacyPreference, Student } from '#contract/students/students.schema.ts';
import { type MadeClass, makeClass } from '#server/seeds/factories.ts';
import type { Person } from '../support/api-world.ts';
import { asStudents } from '../support/class-rows.ts';
import { type Fingerprint, fingerprinter } from '../support/fingerprint.ts';
import { worldOfFile } from '../support/world-of-file.ts';

export type ListQuery = { limit?: number; offset?: number; search?: string };

export const namesOf = ({ results }: { results: { students: Student[] } }) => results.students.map(fullName);

export type NewStudents = { id?: string; first_name: string; last_name?: string }[];

/** Two schools, and what staff ask about the students of a class. A world of its own for each test file. */
export function studentsOfFile() {
  const { world, greenfield, riverside } = worldOfFile();
  let fingerprint: () => Promise<Fingerprint>;

  beforeAll(async () => {
    // Whoever signs in here for the first time does so before the fingerprints are compared.
    for (const school of [greenfield, riverside]) {
      for (const who of ['teacher', 'otherTeacher', 'teacherAdmin', 'schoolAdmin', 'student'] as const) {
        await world.as(school[who]);
      }
    }
    fingerprint = await fingerprinter(world.testDatabase.administrator);
  });

  async function list(person: Person, classCode: string, query: ListQuery = {}) {
    const { results, ...page } = await world.call(await world.as(person), studentEndpoints.listInClass, {
      params: { classCode },
      query,
    });
    return { ...page, results: { students: asStudents(results.students) } };
  }

  async function setPrivacy(person: Person, id: string, privacy_preference: PrivacyPreference) {
    const body = { privacy_preference };
    return await world.call(await world.as(person), studentEndpoints.updatePrivacy, { params: { id }, body });
  }

  /** A class of greenfield's teacher for one test alone. */
  function newClass(): Promise<MadeClass> {
    return makeClass(world.context, greenfield.tenant, { teachers: [greenfield.teacher] });
  }

  function sql<Row extends object>(text: string, values: unknown[]) {
    return world.testDatabase.administrator.query<Row>(text, values);
  }

  return { world, greenfield, riverside, fingerprint: () => fingerprint(), list, setPrivacy, newClass, sql };
}
