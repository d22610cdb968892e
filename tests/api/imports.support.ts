import { uuidv7 } from 'uuidv7';
import { beforeAll, beforeEach } from 'vitest';
import { importEndpoints } from '#contract/imports/imports.endpoints.ts';
import type { ImportJob } from '#contract/imports/imports.schema.ts';
import { syncEndpoints } from '#contract/sync/sync.endpoints.ts';
import { scopeOf, type SnapshotRow } from '#contract/sync/sync.schema.ts';
import { type MadeClass, makeClass } from '#server/seeds/factories.ts';
import type { Person } from '../support/api-world.ts';
import { type Fingerprint, fingerprinter } from '../support/fingerprint.ts';
import { worldOfFile } from '../support/world-of-file.ts';

export interface Row {
  id: string;
  row: number;
  first_name: string;
  last_name: string;
}

export function rowsOf(...names: readonly string[]): Row[] {
  return names.map((name, place) => {
    const [first_name = '', last_name = ''] = name.split(' ');
    return { id: uuidv7(), row: place + 2, first_name, last_name };
  });
}

export const list = { file_name: 'Maple 2026.csv', row_count: 3 };

export const namesOf = (students: readonly { first_name: string }[]) =>
  students.map(({ first_name }) => first_name);

/** Two schools, a class for each test, and lists that are imported into it. A world of its own for each test file. */
export function importsOfFile() {
  const { world, greenfield, riverside } = worldOfFile();
  /** Filled by the set-up. */
  const fresh = {} as { schoolClass: MadeClass };
  let fingerprint: () => Promise<Fingerprint>;

  beforeAll(async () => {
    // Whoever signs in here for the first time does so before the fingerprints are compared.
    for (const school of [greenfield, riverside])
      for (const who of ['teacher', 'otherTeacher', 'schoolAdmin', 'student'] as const)
        await world.as(school[who]);
    fingerprint = await fingerprinter(world.testDatabase.administrator);
  });

  beforeEach(async () => {
    fresh.schoolClass = await makeClass(world.context, greenfield.tenant, { teachers: [greenfield.teacher] });
  });

  async function add(person: Person, importId: string, rows: Row[], classId = fresh.schoolClass.id) {
    return await world.call(await world.as(person), importEndpoints.addRows, {
      params: { classId, importId },
      body: { ...list, rows },
    });
  }

  /** What a new device of the person is told of the class. */
  async function pulled(person: Person) {
    const answer = await world.call(await world.as(person), syncEndpoints.pull, {
      body: { client_id: uuidv7(), cursor: null },
    });
    const scope = answer.scopes.find((each) => each.scope === scopeOf.schoolClass(fresh.schoolClass.id));
    const imports: readonly ImportJob[] = scope?.tables.imports?.rows ?? [];
    const students: readonly SnapshotRow<'students'>[] = scope?.tables.students?.rows ?? [];
    return { imports, students, active: students.filter(({ archived_at }) => archived_at === null) };
  }

  return { world, greenfield, riverside, fresh, fingerprint: () => fingerprint(), add, pulled };
}
