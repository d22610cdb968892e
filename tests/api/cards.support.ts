import { expect } from 'vitest';
import { cardEndpoints } from '#contract/cards/cards.endpoints.ts';
import type { NewLoginCard } from '#contract/cards/cards.schema.ts';
import { identityEndpoints } from '#contract/identity/identity.endpoints.ts';
import { type MadeClass, makeClass, makeStudents } from '#server/seeds/factories.ts';
import type { Person } from '../support/api-world.ts';
import { worldOfFile } from '../support/world-of-file.ts';

export const names = ['Zoë Fern', 'محمد علي', 'अनन्या शर्मा', 'Nguyễn Ánh', 'Łukasz Wójcik'];

export const wrongCredentials = {
  status: 401,
  code: 'identity.wrong_credentials',
  error: 'Login failed. Please check your credentials.',
};

/** Two schools, classes with children, and what is asked about their login cards. A world of its own for each test file. */
export function cardsOfFile() {
  const { world, greenfield, riverside } = worldOfFile();

  /** A class of the school's teacher with children for one test alone. */
  async function someClass(school = greenfield, fullNames: readonly string[] = names) {
    const schoolClass = await makeClass(world.context, school.tenant, { teachers: [school.teacher] });
    const students = await makeStudents(
      world.context,
      school.tenant,
      schoolClass,
      fullNames.map((name) => {
        const [first_name = '', ...rest] = name.split(' ');
        return { first_name, last_name: rest.join(' ') };
      }),
    );
    return { schoolClass, students, ids: students.map(({ id }) => id) };
  }

  async function print(
    { id: classId }: MadeClass,
    person: Person = greenfield.teacher,
  ): Promise<NewLoginCard[]> {
    const input = { params: { classId }, body: {} };
    return (await world.call(await world.as(person), cardEndpoints.issueForClass, input)).results;
  }

  async function printOne(studentId: string, person: Person = greenfield.teacher): Promise<NewLoginCard> {
    return await world.call(await world.as(person), cardEndpoints.issueForStudent, { params: { studentId } });
  }

  function signIn({ username, badge }: { username: string; badge: string }, host = greenfield.host) {
    return world.signIn(host, username, badge);
  }

  /** Status and words of a sign-in that is refused. */
  async function refusedSignIn(username: string, password: string, host = greenfield.host) {
    const { status, code, error } = await world.refusal({ host, access: null }, identityEndpoints.signIn, {
      body: { username, password },
    });
    return { status, code, error };
  }

  async function listed(studentId: string, person: Person = greenfield.teacher) {
    const answer = await world.call(await world.as(person), cardEndpoints.listOfStudent, {
      params: { studentId },
      query: {},
    });
    expect(answer.count).toBe(answer.results.length);
    return answer.results;
  }

  function sql<Row extends object>(text: string, values: unknown[] = []) {
    return world.testDatabase.administrator.query<Row>(text, values);
  }

  async function auditOf(subjectId: string, action: string) {
    const { rows } = await sql<{ actor_id: string; details: Record<string, unknown> }>(
      'select actor_id, details from audit_entries where subject_id = $1 and action = $2 order by id',
      [subjectId, action],
    );
    return rows;
  }

  return {
    world,
    greenfield,
    riverside,
    someClass,
    print,
    printOne,
    signIn,
    refusedSignIn,
    listed,
    sql,
    auditOf,
  };
}
