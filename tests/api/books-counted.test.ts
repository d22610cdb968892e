import { randomUUID } from 'node:crypto';
import { uuidv7 } from 'uuidv7';
import { describe, expect, it } from 'vitest';
import { classEndpoints } from '#contract/classes/classes.endpoints.ts';
import { studentEndpoints } from '#contract/students/students.endpoints.ts';
import { syncEndpoints } from '#contract/sync/sync.endpoints.ts';
import { scopeOf, type Cursor, type PullAnswer, type Scope } from '#contract/sync/sync.schema.ts';
import { documentOf } from '#contract/works/document.rules.ts';
import { reviewEndpoints } from '#contract/writing/reviews.endpoints.ts';
import { writingEndpoints } from '#contract/writing/writing.endpoints.ts';
import type { Caller } from '../support/api-world.ts';
import { beginWork, getApproved, type BegunWork } from '../support/authors.ts';
import { classOfThree } from '../support/class-of-three.ts';
import { untilWaiting } from '../support/lock-waits.ts';
import { worldOfFile } from '../support/world-of-file.ts';

const { world, greenfield, riverside } = worldOfFile();

/** Numbers as a device of staff holds them, which pulls what changed since it pulled last. */
async function deviceOf(caller: Caller, scope: Scope, child: string) {
  let cursor: Cursor | null = null;
  const held: { class?: number; child?: number } = {};
  async function pull() {
    for (;;) {
      const answer: PullAnswer = await world.call(caller, syncEndpoints.pull, {
        body: { client_id: randomUUID(), cursor },
      });
      cursor = answer.cursor;
      for (const { scope: where, tables } of answer.scopes) {
        const student = tables.students?.rows.find(({ id }) => id === child);
        if (student) held.child = student.no_of_books;
        const [row] = tables.classes?.rows ?? [];
        if (where === scope && row) held.class = row.no_of_books;
      }
      if (!answer.more) return { ...held };
    }
  }
  await pull();
  return { pull };
}

/** A child of a class of its own, and what its teacher's device holds of both. */
async function scene() {
  const { schoolClass, ids } = await classOfThree(world, greenfield);
  const [id = ''] = ids;
  const author = await world.as({ id, tenant_id: greenfield.tenant.id });
  const staff = await world.as(greenfield.teacher);
  const device = await deviceOf(staff, scopeOf.schoolClass(schoolClass.id), id);
  return { schoolClass, id, author, staff, device };
}

const discard = (author: Caller, { id }: BegunWork) =>
  world.call(author, writingEndpoints.discard, { params: { workId: id } });

const writeInto = (author: Caller, { id, chapterId }: BegunWork) =>
  world.call(author, writingEndpoints.saveChapter, {
    params: { workId: id, chapterId },
    body: { version: uuidv7(), based_on: null, title: '', document: documentOf('A fox.') },
  });

describe('the books of a child and of its class on the teacher’s device', () => {
  it('are counted as books begin, are put away, and come back with words', async () => {
    const { author, device } = await scene();
    const book = await beginWork(world, author, { kind: 'book' });
    expect(await device.pull()).toEqual({ class: 1, child: 1 });
    await beginWork(world, author, { kind: 'book' });
    expect(await device.pull()).toEqual({ class: 2, child: 2 });
    await discard(author, book);
    expect(await device.pull()).toEqual({ class: 1, child: 1 });
    await writeInto(author, book);
    expect(await device.pull()).toEqual({ class: 2, child: 2 });
  });

  it('stay as many when a book is published and withdrawn', async () => {
    const { author, staff, device } = await scene();
    const book = await beginWork(world, author, { kind: 'book' });
    await getApproved(world, { author, staff }, book);
    const of = { params: { workId: book.id } };
    await world.call(staff, reviewEndpoints.publish, { ...of, body: { reason: '' } });
    expect(await device.pull()).toEqual({ class: 1, child: 1 });
    await world.call(staff, reviewEndpoints.withdraw, { ...of, body: { reason: 'Not yet.' } });
    expect(await device.pull()).toEqual({ class: 1, child: 1 });
  });

  it('are no news where a child begins a story, or somebody of another school a book', async () => {
    const { author, staff, schoolClass } = await scene();
    const scope = scopeOf.schoolClass(schoolClass.id);
    const versionOf = async () => {
      const { cursor } = await world.call(staff, syncEndpoints.pull, {
        body: { client_id: randomUUID(), cursor: null },
      });
      return cursor.scopes[scope];
    };
    const before = await versionOf();
    await beginWork(world, author);
    await beginWork(world, await world.as(riverside.student), { kind: 'book' });
    await beginWork(world, staff, { kind: 'book' });
    expect(await versionOf()).toBe(before);
  });

  const moves: Record<string, (staff: Caller, classId: string, id: string) => Promise<unknown>> = {
    'goes to another class': async (staff, _classId, id) => {
      const { schoolClass } = await classOfThree(world, greenfield);
      const body = { user_ids: [id], school_class_id: schoolClass.id };
      return await world.call(staff, studentEndpoints.move, { body });
    },
    'loses its class': (staff, classId) =>
      world.call(staff, classEndpoints.archive, { params: { id: classId } }),
  };

  it.each(Object.keys(moves))('are right for a child who begins one while it %s', async (how) => {
    const { author, id, schoolClass } = await scene();
    const admin = await world.as(greenfield.schoolAdmin);
    const device = await deviceOf(admin, scopeOf.schoolClass(schoolClass.id), id);
    const { administrator } = world.testDatabase;
    await administrator.query('begin');
    await administrator.query('select from scope_versions where scope = $1 for update', [
      scopeOf.schoolClass(schoolClass.id),
    ]);
    const moving = moves[how]?.(admin, schoolClass.id, id);
    await untilWaiting(administrator, 1);
    const beginning = beginWork(world, author, { kind: 'book' });
    await untilWaiting(administrator, 2);
    await administrator.query('commit');
    await Promise.all([moving, beginning]);
    expect(await device.pull()).toMatchObject({ child: 1 });
  });
});
