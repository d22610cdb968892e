import { beforeAll } from 'vitest';
import { studentEndpoints } from '#contract/students/students.endpoints.ts';
import { syncEndpoints } from '#contract/sync/sync.endpoints.ts';
import type { QueuedCall } from '#contract/sync/sync.schema.ts';
import { type Fingerprint, fingerprinter } from '../support/fingerprint.ts';
import { TestOutbox } from '../support/queued-calls.ts';
import { worldOfFile } from '../support/world-of-file.ts';

export const calls = {
  archive: studentEndpoints.archive,
  restore: studentEndpoints.restore,
  privacy: studentEndpoints.updatePrivacyInBulk,
};

/** Two schools, and what is changed for several students at once. A world of its own for each test file. */
export function bulkOfFile() {
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

  /** What becomes of queued calls that a new device of the teacher sends. */
  async function push(...queued: Omit<QueuedCall, 'seq'>[]) {
    const outbox = new TestOutbox();
    const body = {
      client_id: outbox.client_id,
      user_id: greenfield.teacher.id,
      calls: outbox.number(...queued),
    };
    return (await world.call(await world.as(greenfield.teacher), syncEndpoints.push, { body })).results;
  }

  function sql<Row extends object>(text: string, values: unknown[]) {
    return world.testDatabase.administrator.query<Row>(text, values);
  }

  return { world, greenfield, riverside, fingerprint: () => fingerprint(), push, sql };
}
