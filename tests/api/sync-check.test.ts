import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { studentEndpoints } from '#contract/students/students.endpoints.ts';
import { checkEndpoints } from '#contract/sync/check.endpoints.ts';
import { syncEndpoints } from '#contract/sync/sync.endpoints.ts';
import { digestTables } from '#contract/sync/sync.hash.ts';
import type { CheckRequest } from '#contract/sync/check.schema.ts';
import { scopeOf, snapshotTableNames, type Scope } from '#contract/sync/sync.schema.ts';
import type { Person } from '../support/api-world.ts';
import { SnapshotModel } from '../support/snapshot-model.ts';
import { worldOfFile } from '../support/world-of-file.ts';

const { world, greenfield, riverside } = worldOfFile();

/** A device that has pulled all that the person may see. */
async function pullAll(person: Person): Promise<SnapshotModel> {
  const caller = await world.as(person);
  const model = new SnapshotModel();
  for (;;) {
    const answer = await world.call(caller, syncEndpoints.pull, {
      body: { client_id: randomUUID(), cursor: model.cursor },
    });
    model.store(answer);
    if (!answer.more) return model;
  }
}

/** What a device with these rows asks. */
async function requestOf(person: Person, model: SnapshotModel): Promise<CheckRequest> {
  const { cursor } = model;
  if (!cursor) throw new Error('Nothing was pulled');
  const contents = model.contents();
  const scopes: CheckRequest['scopes'] = {};
  for (const [scope, version] of Object.entries(cursor.scopes)) {
    const tables = new Map(
      snapshotTableNames.map((table) => [table, contents[`${scope} ${table}`] ?? []] as const),
    );
    scopes[scope] = {
      version,
      tables: await digestTables(tables as never, (bytes) => crypto.subtle.digest('SHA-256', bytes)),
    };
  }
  const { epoch, schema, tables } = cursor;
  return { user_id: person.id, epoch, schema, tables, scopes };
}

async function differing(person: Person, request: CheckRequest): Promise<Scope[]> {
  return (await world.call(await world.as(person), checkEndpoints.check, { body: request })).differing;
}

const maple = () => scopeOf.schoolClass(greenfield.ownClass.id);
const birch = () => scopeOf.schoolClass(greenfield.otherClass.id);

/** The same request with one scope's students hashed otherwise. */
function wrongIn(request: CheckRequest, ...scopes: Scope[]): CheckRequest {
  const changed = { ...request.scopes };
  for (const scope of scopes) {
    changed[scope] = {
      version: changed[scope]?.version ?? 0,
      tables: { ...changed[scope]?.tables, students: { count: 1, hash: '0'.repeat(64) } },
    };
  }
  return { ...request, scopes: changed };
}

describe('comparing what a device holds', () => {
  it('finds nothing where it holds what was pulled, whoever pulled it', async () => {
    const { teacher, schoolAdmin, organizationAdmin, student, parent } = greenfield;
    for (const person of [teacher, schoolAdmin, organizationAdmin, student, parent]) {
      // Signing in changes a student's row, so that the person is signed in first.
      await world.as(person);
      const request = await requestOf(person, await pullAll(person));
      expect(Object.keys(request.scopes)).not.toEqual([]);
      expect(await differing(person, request)).toEqual([]);
    }
  });

  it('finds nothing where the rows came as changes instead of whole', async () => {
    const { schoolAdmin, students } = greenfield;
    const model = await pullAll(schoolAdmin);
    const caller = await world.as(schoolAdmin);
    await world.call(caller, studentEndpoints.rename, {
      params: { id: students[1]?.id ?? '' },
      body: { first_name: 'Changed', last_name: 'Later' },
    });
    await world.call(caller, studentEndpoints.addToClass, {
      params: { classId: greenfield.ownClass.id },
      body: { students: [{ first_name: 'New', last_name: 'Child' }] },
    });
    const answer = await world.call(caller, syncEndpoints.pull, {
      body: { client_id: randomUUID(), cursor: model.cursor },
    });
    expect(answer.scopes.map(({ replace }) => replace)).toEqual([false]);
    model.store(answer);
    expect(await differing(schoolAdmin, await requestOf(schoolAdmin, model))).toEqual([]);
  });

  it('names the scope in which a row is missing, one is too many, or one is another', async () => {
    const request = await requestOf(greenfield.schoolAdmin, await pullAll(greenfield.schoolAdmin));
    expect(await differing(greenfield.schoolAdmin, wrongIn(request, maple()))).toEqual([maple()]);
    const empty = {
      ...request,
      scopes: { [birch()]: { version: request.scopes[birch()]?.version ?? 0, tables: {} } },
    };
    expect(await differing(greenfield.schoolAdmin, empty)).toEqual([birch()]);
    const own = scopeOf.user(greenfield.schoolAdmin.id);
    expect(await differing(greenfield.schoolAdmin, wrongIn(request, own))).toEqual([own]);
  });

  it('does not compare a scope that has another version by now, nor another life of the data', async () => {
    const request = wrongIn(
      await requestOf(greenfield.schoolAdmin, await pullAll(greenfield.schoolAdmin)),
      maple(),
    );
    expect(await differing(greenfield.schoolAdmin, request)).toEqual([maple()]);
    expect(await differing(greenfield.schoolAdmin, { ...request, epoch: randomUUID() })).toEqual([]);
    const older = { ...request, tables: { ...request.tables, students: 0 } };
    expect(await differing(greenfield.schoolAdmin, older)).toEqual([]);
    const { tables: _tables, ...earlier } = request;
    expect(await differing(greenfield.schoolAdmin, { ...earlier, schema: request.schema + 1 })).toEqual([]);
    await world.call(await world.as(greenfield.schoolAdmin), studentEndpoints.rename, {
      params: { id: greenfield.students[1]?.id ?? '' },
      body: { first_name: 'Newer', last_name: 'Version' },
    });
    expect(await differing(greenfield.schoolAdmin, request)).toEqual([]);
  });

  it('says nothing of scopes that the person may not read', async () => {
    const ofAdmin = await requestOf(greenfield.schoolAdmin, await pullAll(greenfield.schoolAdmin));
    const ofRiverside = await requestOf(riverside.schoolAdmin, await pullAll(riverside.schoolAdmin));
    const wrong = wrongIn(
      { ...ofAdmin, scopes: { ...ofAdmin.scopes, ...ofRiverside.scopes } },
      ...(Object.keys({ ...ofAdmin.scopes, ...ofRiverside.scopes }) as Scope[]),
    );
    const asked = (person: Person) => differing(person, { ...wrong, user_id: person.id });
    expect(await asked(greenfield.otherTeacher)).toEqual([birch()]);
    expect(await asked(greenfield.student)).toEqual([]);
    expect((await asked(greenfield.schoolAdmin)).toSorted()).toEqual(Object.keys(ofAdmin.scopes).toSorted());
  });

  it('is refused for another person than the one who asks', async () => {
    const request = await requestOf(greenfield.teacher, await pullAll(greenfield.teacher));
    const caller = await world.as(greenfield.schoolAdmin);
    expect(await world.refusal(caller, checkEndpoints.check, { body: request })).toMatchObject({
      status: 409,
      code: 'sync.other_person',
    });
  });

  it('is refused for more scopes than are compared at a time', async () => {
    const request = await requestOf(greenfield.teacher, await pullAll(greenfield.teacher));
    const scopes = Object.fromEntries(
      Array.from({ length: 21 }, () => [scopeOf.schoolClass(randomUUID()), { version: 1, tables: {} }]),
    );
    const caller = await world.as(greenfield.teacher);
    expect(await world.refusal(caller, checkEndpoints.check, { body: { ...request, scopes } })).toMatchObject(
      {
        status: 400,
      },
    );
  });
});
