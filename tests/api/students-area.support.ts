import { studentOfficeEndpoints } from '#contract/students/student-office.endpoints.ts';
import type { Person } from '../support/api-world.ts';
import { worldOfFile } from '../support/world-of-file.ts';

export interface Query {
  limit?: number;
  offset?: number;
  search?: string;
  class_id?: string;
  is_archived?: 'true' | 'false';
  student_privacy?: 'public' | 'private' | 'community';
  not_signed_in_since?: string;
  never_signed_in?: 'true' | 'false';
  no_work?: 'true' | 'false';
}

/** Two schools, and what the office asks about students. A world of its own for each test file. */
export function studentsAreaOfFile() {
  const { world, greenfield, riverside } = worldOfFile();

  function sql<Row extends object>(text: string, values: unknown[]) {
    return world.testDatabase.administrator.query<Row>(text, values);
  }

  async function search(query: Query, person: Person = greenfield.schoolAdmin) {
    return await world.call(await world.as(person), studentOfficeEndpoints.search, { query });
  }

  async function found(query: Query, person?: Person): Promise<string[]> {
    return (await search(query, person)).results.map(({ first_name }) => first_name);
  }

  const auditOf = async (id: string) =>
    (
      await sql<{ action: string; details: object }>(
        'select action, details from audit_entries where subject_id = $1 order by created_at, id',
        [id],
      )
    ).rows;

  return { world, greenfield, riverside, sql, search, found, auditOf };
}
