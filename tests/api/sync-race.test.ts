import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { studentEndpoints } from '#contract/students/students.endpoints.ts';
import { syncEndpoints } from '#contract/sync/sync.endpoints.ts';
import { scopeOf, type Cursor } from '#contract/sync/sync.schema.ts';
import { makeClass, makeMember, makeStudents } from '#server/seeds/factories.ts';
import type { ApiWorld, Caller, Person } from '../support/api-world.ts';
import { queue, TestOutbox } from '../support/queued-calls.ts';
import { SnapshotModel } from '../support/snapshot-model.ts';
import { cheapHasher } from '../support/test-database.ts';
import { worldOfFile } from '../support/world-of-file.ts';

const writers = 16;
const writesEach = 8;

const { world, greenfield, riverside } = worldOfFile({ connections: writers + 6 });
/** As many people, for one person's pushes come one after the other. */
let admins: Person[];

beforeAll(async () => {
  // A connection for each writer, and some for those who pull in between.
  const password = 'Many-writers-1';
  const password_hash = await cheapHasher.hash(password);
  admins = await Promise.all(
    Array.from({ length: writers }, async () => {
      const made = await makeMember(world.context, greenfield.tenant, {
        role: 'school_admin',
        password_hash,
      });
      return { ...made, password };
    }),
  );
  for (const admin of admins) await world.as(admin);
});

async function pullInto(model: SnapshotModel, caller: Caller): Promise<void> {
  for (;;) {
    const before = model.cursor;
    const answer = await world.call(caller, syncEndpoints.pull, {
      body: { client_id: randomUUID(), cursor: before },
    });
    model.store(answer);
    expectNoStepBack(before, model.cursor);
    if (!answer.more) return;
  }
}

function expectNoStepBack(before: Cursor | null, after: Cursor | null): void {
  const back = Object.entries(before?.scopes ?? {}).filter(
    ([scope, version]) => (after?.scopes[scope] ?? 0) < version,
  );
  expect(back).toEqual([]);
}

describe('while sixteen people write at the same moment', () => {
  it('no device that pulls in between misses a row', async () => {
    const { teacher, otherTeacher, schoolAdmin, ownClass, otherClass, students, otherStudents } = greenfield;
    const admin = await world.as(schoolAdmin);
    const work = { isDone: false };

    const write = async (person: Person, writer: number) => {
      const caller = await world.as(person);
      const outbox = new TestOutbox();
      for (let round = 0; round < writesEach; round += 1) {
        const own = (writer + round) % 2 === 0;
        const id = (own ? students : otherStudents)[round % 3]?.id ?? '';
        const name = { first_name: `Writer ${writer}`, last_name: `Round ${round}` };
        if (round % 4 === 0) {
          await world.call(caller, studentEndpoints.rename, { params: { id }, body: name });
        } else {
          const call =
            round % 4 === 1
              ? queue.add((own ? ownClass : otherClass).id, [name])
              : queue.updatePrivacy(id, round % 4 === 2 ? 'community' : 'public');
          const { results } = await world.call(caller, syncEndpoints.push, {
            body: { client_id: outbox.client_id, user_id: person.id, calls: outbox.number(call) },
          });
          expect(results).toMatchObject([{ outcome: 'applied' }]);
        }
      }
    };

    // The other school goes on as well; what happens here is none of its business.
    const writeNextDoor = async () => {
      const caller = await world.as(riverside.teacher);
      const outbox = new TestOutbox();
      for (let round = 0; !work.isDone; round += 1) {
        const id = riverside.students[round % 3]?.id ?? '';
        const call = queue.updatePrivacy(id, round % 2 === 0 ? 'community' : 'public');
        const { results } = await world.call(caller, syncEndpoints.push, {
          body: { client_id: outbox.client_id, user_id: riverside.teacher.id, calls: outbox.number(call) },
        });
        expect(results).toMatchObject([{ outcome: 'applied' }]);
      }
    };

    const devices = [schoolAdmin, teacher, otherTeacher, riverside.teacher].map((person) => ({
      person,
      model: new SnapshotModel(),
    }));
    const pulls = devices.map(async ({ person, model }) => {
      const caller = await world.as(person);
      let count = 0;
      while (!work.isDone) {
        await pullInto(model, caller);
        count += 1;
      }
      return count;
    });
    const nextDoor = writeNextDoor();
    await Promise.all(admins.map(write));
    work.isDone = true;
    await nextDoor;
    for (const count of await Promise.all(pulls)) expect(count).toBeGreaterThan(1);

    for (const { person, model } of devices) {
      const caller = await world.as(person);
      await pullInto(model, caller);
      const fresh = new SnapshotModel();
      await pullInto(fresh, caller);
      expect(model.contents()).toEqual(fresh.contents());
    }
    const added = writers * (writesEach / 4);
    const { count } = await world.call(admin, studentEndpoints.listInClass, {
      params: { classCode: ownClass.class_id },
      query: { limit: 0 },
    });
    const other = await world.call(admin, studentEndpoints.listInClass, {
      params: { classCode: otherClass.class_id },
      query: { limit: 0 },
    });
    expect(count + other.count).toBe(added + students.length + otherStudents.length);
  });

  it('a cursor on updated_at would miss rows in the very history in which ours misses none', async () => {
    const studentsEach = 25;
    const { administrator } = world.testDatabase;
    // The test's clock stands still. This is the best that updated_at can be: the moment of the write itself.
    await administrator.query(`
      create function stamp() returns trigger language plpgsql as $$
      begin
        new.updated_at = clock_timestamp();
        return new;
      end $$`);
    await administrator.query(
      'create trigger stamp before update on students for each row execute function stamp()',
    );
    const schoolClass = await makeClass(world.context, greenfield.tenant);
    const made = await makeStudents(
      world.context,
      greenfield.tenant,
      schoolClass,
      Array.from({ length: writers * studentsEach }, () => ({ first_name: 'Raced' })),
    );
    const shares = admins.map((person, writer) => ({
      person,
      outbox: new TestOutbox(),
      ids: made.slice(writer * studentsEach, (writer + 1) * studentsEach).map((student) => student.id),
    }));
    const wanted = (round: number) => (round % 2 === 0 ? 'community' : 'public');

    const caller = await world.as(greenfield.schoolAdmin);
    const ours = new SnapshotModel();
    const theirs = new UpdatedAtModel(administrator, schoolClass.id);
    const ourContents = () => ours.contents()[`${scopeOf.schoolClass(schoolClass.id)} students`];
    await pullInto(ours, caller);
    await theirs.pull();

    // One round is nearly always enough; that many without a single stale row would say that nobody ever overlapped.
    const rounds = 40;
    let stale = 0;
    for (let round = 0; round < rounds && stale === 0; round += 1) {
      const work = { isDone: false };
      const ourPulls = (async () => {
        while (!work.isDone) await pullInto(ours, caller);
      })();
      const theirPulls = (async () => {
        while (!work.isDone) await theirs.pull();
      })();
      await Promise.all(
        shares.map(async ({ person, outbox, ids }) => {
          const calls = outbox.number(...ids.map((id) => queue.updatePrivacy(id, wanted(round))));
          const { results } = await world.call(await world.as(person), syncEndpoints.push, {
            body: { client_id: outbox.client_id, user_id: person.id, calls },
          });
          expect(new Set(results.map((result) => result.outcome))).toEqual(new Set(['applied']));
        }),
      );
      work.isDone = true;
      await Promise.all([ourPulls, theirPulls]);

      await pullInto(ours, caller);
      const fresh = new SnapshotModel();
      await pullInto(fresh, caller);
      expect(ours.contents()).toEqual(fresh.contents());
      expect(ourContents()).toHaveLength(made.length);

      await theirs.pull();
      stale = await theirs.countStale();
    }
    expect(stale).toBeGreaterThan(0);
    await administrator.query('drop trigger stamp on students');
  });
});

/** What a device would hold that asked for rows changed since the newest `updated_at` that it has. */
class UpdatedAtModel {
  readonly #preferences = new Map<string, string>();
  /** As text: a Date would lose the microseconds, and with them rows that no cursor of this kind has to lose. */
  #cursor = '-infinity';

  constructor(
    private readonly administrator: ApiWorld['testDatabase']['administrator'],
    private readonly classId: string,
  ) {}

  async pull(): Promise<void> {
    for (const row of await this.#rowsSince(this.#cursor)) {
      this.#preferences.set(row.id, row.privacy_preference);
      this.#cursor = row.updated_at;
    }
  }

  async countStale(): Promise<number> {
    const rows = await this.#rowsSince('-infinity');
    return rows.filter((row) => this.#preferences.get(row.id) !== row.privacy_preference).length;
  }

  async #rowsSince(cursor: string) {
    const { rows } = await this.administrator.query<{
      id: string;
      privacy_preference: string;
      updated_at: string;
    }>(
      `select id, privacy_preference, updated_at::text
       from students join enrollments on enrollments.tenant_id = students.tenant_id and student_id = id
       where school_class_id = $1 and students.updated_at > $2::timestamptz order by students.updated_at`,
      [this.classId, cursor],
    );
    return rows;
  }
}
