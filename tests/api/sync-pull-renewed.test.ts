import { describe, expect, it } from 'vitest';
import { studentEndpoints } from '#contract/students/students.endpoints.ts';
import {
  scopeOf,
  tableVersions,
  type Cursor,
  type PullAnswer,
  type Scope,
} from '#contract/sync/sync.schema.ts';
import { SnapshotModel } from '../support/snapshot-model.ts';
import { pullsOfFile } from './sync-pull.support.ts';

const { world, greenfield, riverside, pull } = pullsOfFile();

const scopesOf = (answer: PullAnswer) => answer.scopes.map((each) => each.scope);

describe('a table whose rows a device has in another shape', () => {
  const olderStudents = (cursor: Cursor): Cursor => ({
    ...cursor,
    tables: { ...tableVersions, students: 0 },
  });

  it('comes whole for the scopes that it holds, and no other table does', async () => {
    const { cursor } = await pull(greenfield.schoolAdmin);
    const answer = await pull(greenfield.schoolAdmin, olderStudents(cursor));
    expect(answer).toMatchObject({ reset: false, drop_scopes: [], more: false });
    expect(answer.cursor).toEqual(cursor);
    expect(scopesOf(answer).toSorted()).toEqual(Object.keys(cursor.scopes).toSorted());
    for (const { scope, version, replace, tables } of answer.scopes) {
      expect({ version, replace }).toEqual({ version: cursor.scopes[scope], replace: false });
      expect(tables).toMatchObject({ students: { removed: [], replace: true } });
      expect(Object.keys(tables)).toEqual(['students']);
    }
    const own = answer.scopes.find(({ scope }) => scope === scopeOf.schoolClass(greenfield.ownClass.id));
    const children = own?.tables.students?.rows.map(({ id }) => id);
    expect(children).toEqual(expect.arrayContaining(greenfield.students.map(({ id }) => id)));
    expect((await pull(greenfield.schoolAdmin, answer.cursor)).scopes).toEqual([]);
  });

  it('comes with what changed meanwhile in others, and what the person lost goes', async () => {
    const { cursor } = await pull(greenfield.teacher);
    const foreign = scopeOf.schoolClass(riverside.ownClass.id);
    await world.call(await world.as(greenfield.teacher), studentEndpoints.rename, {
      params: { id: greenfield.students[0]?.id ?? '' },
      body: { first_name: 'Meanwhile', last_name: 'Renamed' },
    });
    const answer = await pull(greenfield.teacher, {
      ...olderStudents(cursor),
      scopes: { ...cursor.scopes, [foreign]: 1 },
    });
    expect(answer.drop_scopes).toEqual([foreign]);
    expect(scopesOf(answer)).not.toContain(foreign);
    const model = new SnapshotModel();
    model.store(await pull(greenfield.teacher));
    const before = model.contents();
    model.store(answer);
    expect(model.contents()).toEqual(before);
  });

  it('begins anew where a device was fetching another version of it', async () => {
    const { cursor } = await pull(greenfield.teacher);
    const { students: _students, ...tables } = tableVersions;
    const last = Object.keys(cursor.scopes).toSorted().at(-1) as Scope;
    const renewing = (students: number) => ({ tables: { students }, through: last });
    const other = await pull(greenfield.teacher, { ...cursor, tables, renewing: renewing(0) });
    expect(other.scopes).toHaveLength(2);
    const ours = await pull(greenfield.teacher, {
      ...cursor,
      tables,
      renewing: renewing(tableVersions.students),
    });
    expect(ours.scopes).toEqual([]);
    expect(ours.cursor).toEqual(cursor);
  });
});
