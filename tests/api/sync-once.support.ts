import { afterAll, beforeAll } from 'vitest';
import { studentEndpoints } from '#contract/students/students.endpoints.ts';
import { syncEndpoints } from '#contract/sync/sync.endpoints.ts';
import type { CallResult, QueuedCall } from '#contract/sync/sync.schema.ts';
import { createApp } from '#server/app.ts';
import { type Database, openDatabase } from '#server/platform/database.ts';
import { type MadeClass, makeClass } from '#server/seeds/factories.ts';
import type { ApiWorld, Person } from '../support/api-world.ts';
import { type Fingerprint, fingerprinter } from '../support/fingerprint.ts';
import { testSecretKey } from '../support/test-database.ts';
import { worldOfFile } from '../support/world-of-file.ts';

export type Calls = readonly QueuedCall[];

export const outcomes = (results: readonly CallResult[]) => results.map((result) => result.outcome);
/** Calls as another client numbers them. */
export const renumbered = (calls: Calls, first: number): QueuedCall[] =>
  calls.map((call, place) => ({ ...call, seq: first + place }));

/** Two schools, and a second server on the same database. A world of its own for each test file. */
export function twoServersOfFile() {
  const { world, greenfield, riverside } = worldOfFile();
  /** A second server process, as far as the database can tell: another pool, another program. */
  const other = {} as { app: ApiWorld['app']; database: Database };
  let everythingButTheLedger: () => Promise<Fingerprint>;

  beforeAll(async () => {
    const database = openDatabase(world.testDatabase.url, { connections: 8 });
    const app = await createApp({
      database,
      databaseUrl: world.testDatabase.url,
      secretKey: testSecretKey,
      baseDomain: 'localhost',
      trustProxy: false,
      webRoot: null,
      clock: world.clock,
      logLevel: 'silent',
    });
    Object.assign(other, { app, database });
    for (const person of [greenfield.teacher, greenfield.schoolAdmin, riverside.teacher])
      await world.as(person);
    everythingButTheLedger = await fingerprinter(world.testDatabase.administrator, {
      except: ['sync_calls', 'sync_clients'],
    });
  });

  afterAll(async () => {
    await other.app.close();
    await other.database.destroy();
  });

  async function push(
    client: { client_id: string },
    calls: Calls,
    person: Person = greenfield.teacher,
  ): Promise<CallResult[]> {
    const { results } = await world.call(await world.as(person), syncEndpoints.push, {
      body: { client_id: client.client_id, user_id: person.id, calls: [...calls] },
    });
    return results;
  }

  async function confirmedSeq(client: { client_id: string }): Promise<number> {
    const { confirmed_seq } = await world.call(await world.as(greenfield.teacher), syncEndpoints.pull, {
      body: { client_id: client.client_id, cursor: null },
    });
    return confirmed_seq;
  }

  async function namesIn(schoolClass: MadeClass): Promise<string[]> {
    const { results } = await world.call(await world.as(greenfield.teacher), studentEndpoints.listInClass, {
      params: { classCode: schoolClass.class_id },
      query: { limit: 1000 },
    });
    return results.students.map((student) => student.first_name);
  }

  const newClass = () => makeClass(world.context, greenfield.tenant, { teachers: [greenfield.teacher] });

  return {
    world,
    greenfield,
    riverside,
    other,
    everythingButTheLedger: () => everythingButTheLedger(),
    push,
    confirmedSeq,
    namesIn,
    newClass,
  };
}
