import { beforeEach, afterEach, describe, expect, it } from 'vitest';
import { snapshotSchemaVersion, type ScopeChanges } from '#contract/sync/sync.schema.ts';
import { renameClass, renameClassInput } from '#src/features/classes/classes.mutations.ts';
import {
  addStudents,
  moveStudents,
  moveStudentsInput,
  updatePrivacy,
  updatePrivacyInBulk,
  updatePrivacyInBulkInput,
  updatePrivacyInput,
} from '#src/features/students/students.mutations.ts';
import { gate } from '#tests/support/gate.ts';
import { ourShapes } from '#tests/support/our-shapes.ts';
import { ready, ScriptedReplicas, sync } from '#tests/support/scripted-replicas.ts';
import { sampleClass } from '#tests/support/screen-samples.ts';
import { openTab, settled, type TestDevice, type TestTime } from '#tests/support/sync-environment.ts';
import {
  cedar,
  ids,
  maple,
  problem,
  student,
  type ScriptedServer,
} from '#tests/support/sync-scripted-server.ts';
import { NoNetworkError, type ApiClient } from './api-client.ts';
import type { Replica } from './replica.ts';

let replicas: ScriptedReplicas;
let device: TestDevice;
let time: TestTime;
let server: ScriptedServer;
let open: ScriptedReplicas['open'];

beforeEach(() => {
  replicas = new ScriptedReplicas();
  ({ device, time, server, open } = replicas);
});

afterEach(() => replicas.close());

const fresh = '01900000-0000-7000-8000-0000000000f1';
const fresh2 = '01900000-0000-7000-8000-0000000000f2';
const add = (id: string) => ({
  params: { classId: ids.maple },
  body: { students: [{ id, first_name: 'Neu', last_name: 'X' }] },
});
const deadApi: ApiClient = {
  call: async () => {
    throw new NoNetworkError('cut', false);
  },
};

/** The next pull brings a class with two children, and one without any. */
function tellOfTwoClasses(): void {
  const classes = [sampleClass({ id: ids.maple }), sampleClass({ id: ids.cedar, name: 'Cedar' })];
  const tables = [
    { scope: maple, classes, students: [student(ids.zoe, 'Zoë'), student(ids.max, 'Max')] },
    { scope: cedar, classes: [], students: [] },
  ];
  server.pages.push(
    replicas.page({
      reset: true,
      scopes: tables.map(({ scope, classes: rows, students }) => ({
        scope,
        version: 1,
        replace: true,
        tables: { classes: { rows, removed: [] }, students: { rows: students, removed: [] } },
      })),
      cursor: { epoch: ids.epoch, ...ourShapes, scopes: { [maple]: 1, [cedar]: 1 } },
    }),
  );
}

describe('what one tab does behind another one’s back', () => {
  it('keeps a change of a killed tab when one behind it is held back (law 1)', async () => {
    const a = await open();
    await sync(a);
    await ready(a);
    const answer = gate();
    server.gate = answer.passed;
    server.decide = ({ seq }) => (seq === 1 ? 'refused' : 'applied');
    await a.enqueue(addStudents, add(fresh));
    await settled();
    const b = await open(replicas.deafTab(), deadApi);
    await b.enqueue(updatePrivacy, updatePrivacyInput(ids.zoe, 'public'));
    b.close();
    await a.enqueue(updatePrivacy, updatePrivacyInput(fresh, 'public'));
    answer.open();
    server.gate = null;
    await settled();
    await settled();
    await sync(a);
    const sent = server.pushes.flatMap((p) => p.calls.map((c) => c.seq));
    expect([sent, a.changes().map((c) => [c.seq, c.state])]).toEqual([
      [1, 2],
      [
        [1, 'refused'],
        [3, 'held'],
      ],
    ]);
  });

  it.each<[string, (a: Replica) => Promise<unknown>, object, Pick<ScopeChanges, 'scope' | 'tables'>]>([
    [
      'changed of it',
      (a: Replica) => a.enqueue(updatePrivacy, updatePrivacyInput(ids.zoe, 'community')),
      { privacy_preference: 'community', stu_class: { name: 'Cedar' } },
      {
        scope: maple,
        tables: {
          students: { rows: [{ ...student(ids.zoe, 'Zoë'), privacy_preference: 'community' }], removed: [] },
        },
      },
    ],
    [
      'called its new class',
      (a: Replica) => a.enqueue(renameClass, renameClassInput(ids.cedar, 'Oak')),
      { stu_class: { name: 'Oak' } },
      {
        scope: cedar,
        tables: { classes: { rows: [sampleClass({ id: ids.cedar, name: 'Oak' })], removed: [] } },
      },
    ],
  ])(
    'shows a child that is moved with what the other tab %s just before, waiting or confirmed (law 8)',
    async (_what, change, as, confirmed) => {
      tellOfTwoClasses();
      const a = await open();
      a.start();
      await settled();
      const b = await open(openTab(device, time), deadApi);
      b.start();
      const shown = async () => {
        b.readAll('classes');
        b.readAll('students');
        await settled();
        return b.readAll('students').rows;
      };
      expect(await shown()).toHaveLength(2);
      const answer = gate();
      server.gate = answer.passed;
      await change(a);
      // The other tab has not heard of it yet: a message takes a turn.
      await b.enqueue(moveStudents, moveStudentsInput([ids.zoe], ids.cedar));
      await settled();
      const zoe = async () => (await shown()).find(({ id }) => id === ids.zoe);
      expect(await zoe()).toMatchObject({ id: ids.zoe, ...as });

      // The school has done the one, says so, and has not come to the other.
      server.decide = ({ seq }) => (seq === 1 ? 'applied' : 'missing');
      const cursor = { epoch: ids.epoch, ...ourShapes, scopes: { [maple]: 2, [cedar]: 2 } };
      const scopes = [{ ...confirmed, version: 2, replace: false }];
      server.pages.push(replicas.page({ scopes, confirmed_seq: 1, cursor }));
      answer.open();
      server.gate = null;
      await settled();
      expect(b.changes()).toMatchObject([{ seq: 2, state: 'waiting' }]);
      expect(await zoe()).toMatchObject({ id: ids.zoe, ...as });
    },
  );

  it('shows who is added in their class, though the class came into memory after its children (law 8)', async () => {
    tellOfTwoClasses();
    const before = await open();
    await sync(before);
    server.refuseWhole = () => problem(500);
    await before.enqueue(addStudents, add(fresh));
    before.close();
    const a = await open(openTab(device, time), deadApi);
    const added = () => a.readAll('students').rows.find(({ id }) => id === fresh);
    added();
    await settled();
    expect(added()).toBeDefined();
    a.readAll('classes');
    await settled();
    expect(added()?.stu_class?.id).toBe(ids.maple);
  });

  it('shows a child that is moved with what somebody else changed of it since, though nothing else waits', async () => {
    tellOfTwoClasses();
    const a = await open();
    await sync(a);
    a.readAll('classes');
    a.readAll('students');
    await settled();
    server.refuseWhole = () => problem(500);
    await a.enqueue(moveStudents, moveStudentsInput([ids.zoe], ids.cedar));
    const shown = () => a.readAll('students').rows.find(({ id }) => id === ids.zoe);
    expect(shown()).toMatchObject({ privacy_preference: 'private' });
    server.students.set(maple, [{ ...student(ids.zoe, 'Zoë'), privacy_preference: 'community' }]);
    server.version += 1;
    await sync(a);
    expect(shown()).toMatchObject({ privacy_preference: 'community' });
  });

  it('goes on with a change that builds on two refused ones when both are tried again (law 6)', async () => {
    const a = await open();
    await sync(a);
    await ready(a);
    const refused = new Set<string>();
    let school = 'closed';
    server.decide = ({ mutation_id, name, depends_on = [] }) => {
      if (refused.has(mutation_id)) return 'refused';
      if (depends_on.some((id) => refused.has(id))) return 'held';
      if (name.includes('add') && school === 'closed') {
        refused.add(mutation_id);
        return 'refused';
      }
      return 'applied';
    };
    server.failures = [new NoNetworkError('cut', false)];
    await a.enqueue(addStudents, add(fresh));
    await a.enqueue(addStudents, add(fresh2));
    await a.enqueue(updatePrivacyInBulk, updatePrivacyInBulkInput([fresh, fresh2], 'public'));
    await sync(a);
    await sync(a);
    expect(a.changes().map((c) => c.state)).toEqual(['refused', 'refused', 'held']);
    school = 'open';
    const [one, two] = a.changes();
    await a.retry(one!.mutation_id);
    await sync(a);
    await a.retry(two!.mutation_id);
    await sync(a);
    expect(
      a
        .changes()
        .map((c) => c.state)
        .filter((s) => s !== 'applied'),
    ).toEqual([]);
  });

  it('stores no rows of a shape that it does not know (law 4)', async () => {
    const a = await open();
    server.pages = [
      replicas.page({
        reset: true,
        scopes: [
          {
            scope: maple,
            version: 1,
            replace: true,
            tables: { students: { rows: [student(ids.zoe, 'Z')], removed: [] } },
          },
        ],
        cursor: { epoch: ids.epoch, schema: snapshotSchemaVersion + 1, scopes: { [maple]: 1 } },
      }),
    ];
    await sync(a);
    expect(a.isPopulated()).toBe(false);
  });

  it('sends a small change over a network that is too slow for the rows (law 7)', async () => {
    const slow: ApiClient = {
      call: async (endpoint, input, options) => {
        const { body } = input as unknown as { body: { cursor?: unknown } };
        if (endpoint.name === 'sync.pull' || body.cursor !== undefined)
          throw new NoNetworkError('too slow', true);
        return await server.call(endpoint, input, options);
      },
    };
    const a = await open(openTab(device, time), slow);
    await a.enqueue(updatePrivacy, updatePrivacyInput(ids.zoe, 'public'));
    a.start();
    await time.advance(10 * 60_000);
    expect(server.pushes).toHaveLength(1);
  });

  it('is not held up by a call on which a plain server always fails (law 7)', async () => {
    const applied: string[] = [];
    const plain: ApiClient = {
      call: async (endpoint, input, options) => {
        if (endpoint.name === 'sync.push') throw problem(404, 'request.not_found');
        if (endpoint.name === 'sync.pull' || endpoint.name === 'sync.check')
          return await server.call(endpoint, input, options);
        const { params } = input as unknown as { params: { id: string } };
        if (params.id === ids.zoe) throw problem(500);
        applied.push(params.id);
        return {} as never;
      },
    };
    const a = await open(openTab(device, time), plain);
    await a.enqueue(updatePrivacy, updatePrivacyInput(ids.zoe, 'public'));
    await a.enqueue(updatePrivacy, updatePrivacyInput(ids.max, 'public'));
    a.start();
    await time.advance(30 * 60_000);
    expect(applied).toEqual([ids.max]);
  });

  it('holds back what another tab built on a call that the server does not know (law 3)', async () => {
    const a = await open();
    await sync(a);
    await ready(a);
    const answer = gate();
    server.gate = answer.passed;
    server.decide = ({ seq }) => (seq === 1 ? 'needs_update' : 'applied');
    await a.enqueue(addStudents, add(fresh));
    await settled();
    const b = await open(replicas.deafTab(), deadApi);
    await b.enqueue(updatePrivacy, updatePrivacyInput(fresh, 'public'));
    b.close();
    answer.open();
    server.gate = null;
    await settled();
    await settled();
    await sync(a);
    expect([
      server.pushes.flatMap((p) => p.calls.map((c) => c.seq)),
      a.changes().map((c) => c.state),
    ]).toEqual([[1], ['needs_update', 'held']]);
  });

  it('sends again after a restore what was applied, though its owner signed out between (law 2)', async () => {
    const a = await open();
    await sync(a);
    await ready(a);
    server.pages = [
      replicas.page({ confirmed_seq: 0 }),
      replicas.page({ confirmed_seq: 0 }),
      replicas.page({ confirmed_seq: 0 }),
    ];
    await a.enqueue(updatePrivacy, updatePrivacyInput(ids.zoe, 'public'));
    await settled();
    expect(a.changes().map((c) => c.state)).toEqual(['applied']);
    await a.forgetSnapshot();
    server.pages = [];
    server.epoch = ids.cedar;
    server.confirmed = 0;
    server.students.set(maple, [student(ids.zoe, 'Z'), student(ids.max, 'M')]);
    await sync(a);
    await a.enqueue(updatePrivacy, updatePrivacyInput(ids.max, 'public'));
    await settled();
    await sync(a);
    expect([a.changes(), server.students.get(maple)?.map((s) => s.privacy_preference)]).toEqual([
      [],
      ['public', 'public'],
    ]);
  });

  it('leaves what another tab fetched as it is when it stores a change of the same class (law 4)', async () => {
    const a = await open(replicas.deafTab());
    await sync(a);
    await ready(a);
    const changed = (version: number, row: ReturnType<typeof student>) =>
      replicas.page({
        scopes: [
          { scope: maple, version, replace: false, tables: { students: { rows: [row], removed: [] } } },
        ],
        cursor: { epoch: ids.epoch, ...ourShapes, scopes: { [maple]: version } },
      });
    const b = await open(replicas.deafTab());
    server.pages.push(changed(101, student(ids.max, 'Maximilian')));
    await sync(b);
    server.pages.push(changed(102, student(ids.zoe, 'Zora')));
    await sync(a);
    server.pages.push(changed(103, student(ids.zoe, 'Zoraya')));
    await sync(a);
    const later = await open(replicas.deafTab(), deadApi);
    const names = [await ready(a), await ready(later)].map((rows) => rows.map((row) => row.first_name));
    expect(names).toEqual([
      ['Zoraya', 'Maximilian'],
      ['Zoraya', 'Maximilian'],
    ]);
  });
});
