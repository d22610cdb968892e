import { beforeAll } from 'vitest';
import { studentEndpoints } from '#contract/students/students.endpoints.ts';
import type { PrivacyPreference } from '#contract/students/students.schema.ts';
import { syncEndpoints } from '#contract/sync/sync.endpoints.ts';
import type { PushAnswer, QueuedCall } from '#contract/sync/sync.schema.ts';
import { type MadeClass, makeClass, makeStudent } from '#server/seeds/factories.ts';
import type { Person } from '../support/api-world.ts';
import { type Fingerprint, fingerprinter } from '../support/fingerprint.ts';
import type { TestOutbox } from '../support/queued-calls.ts';
import { worldOfFile } from '../support/world-of-file.ts';

export type Calls = readonly QueuedCall[];

export const outcomes = ({ results }: PushAnswer) => results.map((result) => result.outcome);

/** Two schools, and what a device pushes to them. A world of its own for each test file. */
export function pushesOfFile() {
  const { world, greenfield, riverside } = worldOfFile();
  let everythingButTheLedger: () => Promise<Fingerprint>;
  let everything: () => Promise<Fingerprint>;

  beforeAll(async () => {
    for (const who of ['teacher', 'otherTeacher', 'schoolAdmin', 'student', 'parent'] as const) {
      await world.as(greenfield[who]);
    }
    await world.as(riverside.teacher);
    const { administrator } = world.testDatabase;
    everythingButTheLedger = await fingerprinter(administrator, { except: ['sync_calls', 'sync_clients'] });
    everything = await fingerprinter(administrator);
  });

  async function push(person: Person, outbox: TestOutbox, calls: Calls): Promise<PushAnswer> {
    const body = { client_id: outbox.client_id, user_id: person.id, calls: [...calls] };
    return await world.call(await world.as(person), syncEndpoints.push, { body });
  }

  /** A student of a class of the teacher, as it stands in the database. */
  async function stored(id: string) {
    const { rows } = await world.testDatabase.administrator.query<{
      first_name: string;
      last_name: string;
      privacy_preference: PrivacyPreference;
    }>(
      `select first_name, last_name, privacy_preference from users join students using (tenant_id, id)
     where id = $1 and tenant_id = $2`,
      [id, greenfield.tenant.id],
    );
    return rows[0];
  }

  async function namesIn(schoolClass: MadeClass): Promise<string[]> {
    const { results } = await world.call(await world.as(greenfield.teacher), studentEndpoints.listInClass, {
      params: { classCode: schoolClass.class_id },
      query: { limit: 1000 },
    });
    return results.students.map((student) => student.first_name);
  }

  const newClass = () => makeClass(world.context, greenfield.tenant, { teachers: [greenfield.teacher] });
  const newStudent = (name: { first_name?: string; last_name?: string } = {}) =>
    makeStudent(world.context, greenfield.tenant, greenfield.ownClass, name);

  async function setPrivacy(id: string, privacy: PrivacyPreference): Promise<void> {
    await world.testDatabase.administrator.query(
      'update students set privacy_preference = $2 where id = $1',
      [id, privacy],
    );
  }

  return {
    world,
    greenfield,
    riverside,
    everythingButTheLedger: () => everythingButTheLedger(),
    everything: () => everything(),
    push,
    stored,
    namesIn,
    newClass,
    newStudent,
    setPrivacy,
  };
}
