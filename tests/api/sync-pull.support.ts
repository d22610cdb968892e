import { randomUUID } from 'node:crypto';
import { beforeAll } from 'vitest';
import { syncEndpoints } from '#contract/sync/sync.endpoints.ts';
import { advance } from '#contract/sync/sync.rules.ts';
import type { Cursor, PullAnswer } from '#contract/sync/sync.schema.ts';
import type { Caller, Person } from '../support/api-world.ts';
import { SnapshotModel } from '../support/snapshot-model.ts';
import { worldOfFile } from '../support/world-of-file.ts';

/** Two schools, and what a device pulls from them. A world of its own for each test file. */
export function pullsOfFile() {
  const { world, greenfield, riverside } = worldOfFile();

  beforeAll(async () => {
    // Signing in changes a student's row; the two who can do so before anything is compared.
    await world.as(greenfield.student);
    await world.as(riverside.student);
  });

  const client_id = randomUUID();

  async function pull(person: Person, cursor: Cursor | null = null): Promise<PullAnswer> {
    return await pullAs(await world.as(person), cursor);
  }

  async function pullAs(caller: Caller, cursor: Cursor | null = null): Promise<PullAnswer> {
    const answer = await world.call(caller, syncEndpoints.pull, { body: { client_id, cursor } });
    return { ...answer, cursor: advance(cursor, answer) };
  }

  /** Pulls until nothing is left, as a device does. */
  async function pullAll(caller: Caller, model = new SnapshotModel()): Promise<SnapshotModel> {
    for (let page = 0; page < 50; page += 1) {
      const answer = await pullAs(caller, model.cursor);
      model.store(answer);
      if (!answer.more) return model;
    }
    throw new Error('The pull came to no end');
  }

  function sql(text: string, values: unknown[]) {
    return world.testDatabase.administrator.query(text, values);
  }

  return { world, greenfield, riverside, client_id, pull, pullAs, pullAll, sql };
}
