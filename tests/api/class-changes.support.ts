import { randomUUID } from 'node:crypto';
import { beforeAll } from 'vitest';
import { classEndpoints } from '#contract/classes/classes.endpoints.ts';
import type { SchoolClass } from '#contract/classes/classes.schema.ts';
import type { Endpoint, EndpointInput } from '#contract/kit/endpoint.ts';
import { syncEndpoints } from '#contract/sync/sync.endpoints.ts';
import { type QueuedCall, scopeOf } from '#contract/sync/sync.schema.ts';
import type { Person } from '../support/api-world.ts';
import { type Fingerprint, fingerprinter } from '../support/fingerprint.ts';
import { queue, TestOutbox } from '../support/queued-calls.ts';
import { SnapshotModel } from '../support/snapshot-model.ts';
import { worldOfFile } from '../support/world-of-file.ts';

export const bodies = {
  rename: () => ({ name: `Class ${randomUUID()}` }),
  recolour: () => ({ class_theme: '#2a8c94' }),
  assignTeachers: () => ({ lead_teacher_id: null, co_teacher_ids: [] }),
  archive: () => undefined,
  restore: () => undefined,
  replaceCode: () => undefined,
};

export type Change = keyof typeof bodies;

export function queued<E extends Endpoint>({ name }: E, input: EndpointInput<E>) {
  return queue.anything(name, input);
}

export const classScope = ({ id }: { id: string }) => scopeOf.schoolClass(id);

/** Two schools, and what staff change about their classes. A world of its own for each test file. */
export function classChangesOfFile() {
  const { world, greenfield, riverside } = worldOfFile();
  let fingerprint: () => Promise<Fingerprint>;

  beforeAll(async () => {
    // Whoever signs in here for the first time does so before the fingerprints are compared.
    for (const school of [greenfield, riverside]) {
      for (const who of [
        'teacher',
        'otherTeacher',
        'teacherAdmin',
        'schoolAdmin',
        'organizationAdmin',
      ] as const)
        await world.as(school[who]);
    }
    fingerprint = await fingerprinter(world.testDatabase.administrator);
  });

  function inputOf(name: Change, id: string) {
    const body = bodies[name]();
    return body === undefined ? { params: { id } } : { params: { id }, body };
  }

  async function change(person: Person, name: Change, id: string): Promise<SchoolClass> {
    return await world.call(await world.as(person), classEndpoints[name], inputOf(name, id) as never);
  }

  async function readAs(person: Person, id: string) {
    return await world.call(await world.as(person), classEndpoints.read, { params: { id } });
  }

  /** What becomes of queued calls that a new device of the person sends. */
  async function push(person: Person, ...calls: Omit<QueuedCall, 'seq'>[]) {
    const outbox = new TestOutbox();
    const body = { client_id: outbox.client_id, user_id: person.id, calls: outbox.number(...calls) };
    return (await world.call(await world.as(person), syncEndpoints.push, { body })).results;
  }

  /** A device of the person, as it is after the pulls so far. */
  async function pull(person: Person, model = new SnapshotModel()): Promise<SnapshotModel> {
    for (;;) {
      const answer = await world.call(await world.as(person), syncEndpoints.pull, {
        body: { client_id: randomUUID(), cursor: model.cursor },
      });
      model.store(answer);
      if (!answer.more) return model;
    }
  }

  async function versionOf(scope: string): Promise<number> {
    const { rows } = await world.testDatabase.administrator.query<{ version: string }>(
      'select version from scope_versions where scope = $1',
      [scope],
    );
    return Number(rows[0]?.version ?? 0);
  }

  async function audited(id: string) {
    const { rows } = await world.testDatabase.administrator.query<{
      actor_id: string;
      action: string;
      details: unknown;
    }>('select actor_id, action, details from audit_entries where subject_id = $1 order by id', [id]);
    return rows;
  }

  async function tilesOf(code: string) {
    const visitor = await world.as('visitor', greenfield.host);
    return await world.request(visitor, 'GET', `/api/list-student-in-class/${code}/`);
  }

  return {
    world,
    greenfield,
    riverside,
    fingerprint: () => fingerprint(),
    inputOf,
    change,
    readAs,
    push,
    pull,
    versionOf,
    audited,
    tilesOf,
  };
}
