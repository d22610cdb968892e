import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { limits } from '#contract/kit/limits.ts';
import { studentEndpoints } from '#contract/students/students.endpoints.ts';
import { parkedEndpoints } from '#contract/sync/grants.endpoints.ts';
import type { TutorialKey } from '#contract/identity/identity.schema.ts';
import { makeStudent } from '#server/seeds/factories.ts';
import { markTutorialSeen, markTutorialSeenInput } from '#src/features/identity/tutorials.mutations.ts';
import { GrantKeeper, readGrants } from '#src/sync/grants.ts';
import { OthersDrain } from '#src/sync/others-drain.ts';
import { openApiWorld, type ApiWorld, type Person, type TestSchool } from '../support/api-world.ts';
import { rawStorage } from '../support/raw-storage.ts';
import { shownRows, signInOnDevice, type SignedInDevice } from '../support/sync-device.ts';
import { openTab, TestDevice, TestTime } from '../support/sync-environment.ts';

let world: ApiWorld;
let greenfield: TestSchool;
let time: TestTime;
let opened: { close(): void }[] = [];
let children = 0;

beforeAll(async () => {
  world = await openApiWorld();
  ({ greenfield } = world);
  time = new TestTime();
});

afterEach(() => {
  for (const each of opened) each.close();
  opened = [];
});

afterAll(() => world.close());

function onFailure(error: unknown): void {
  throw error;
}

async function newChild(): Promise<Person> {
  children += 1;
  const account = { username: `ida-otter-${children}`, password: 'quiet-otter-11' };
  const { id } = await makeStudent(world.context, greenfield.tenant, greenfield.ownClass, {
    first_name: 'Ida',
    last_name: 'Alder',
    ...account,
  });
  return { id, tenant_id: greenfield.tenant.id, ...account };
}

async function signIn(person: Person, device: TestDevice): Promise<SignedInDevice> {
  const session = await signInOnDevice(world, time, person, device);
  opened.push(session.replica);
  return session;
}

/** Signs a child in, which gives the tablet its grant. */
async function signInChild(child: Person, device: TestDevice): Promise<SignedInDevice> {
  const session = await signIn(child, device);
  const { environment } = session.tab;
  const keeper = new GrantKeeper({ environment, api: session.api, replica: session.replica, onFailure });
  opened.push(keeper);
  keeper.start();
  await session.sync();
  await expect
    .poll(() => readGrants(environment))
    .toContainEqual(expect.objectContaining({ user_id: child.id }));
  return session;
}

/** The network goes, the child does something all the same, and signs out. */
async function workAndLeave(session: SignedInDevice, ...keys: readonly TutorialKey[]): Promise<void> {
  session.network.cut = 'before';
  for (const key of keys) await session.replica.enqueue(markTutorialSeen, markTutorialSeenInput(key));
  await session.sync();
  expect(session.replica.changes()).toHaveLength(keys.length);
  await session.replica.forgetSnapshot();
  session.replica.close();
}

/** What the app does beside whoever is signed in: it sends what the others left. */
function drainOthers({ tab, api, apiWith, replica }: SignedInDevice): void {
  const { environment } = tab;
  const drain = new OthersDrain({ environment, api, apiWith, signedIn: replica.user_id, onFailure });
  opened.push(drain);
  drain.start();
}

async function tutorialsOf(child: Person): Promise<string[]> {
  const { rows } = await world.testDatabase.administrator.query<{ key: string }>(
    'select key from tutorials_seen where user_id = $1 order by key',
    [child.id],
  );
  return rows.map((row) => row.key);
}

async function parkedOf(child: Person) {
  const { results } = await world.call(await world.as(greenfield.teacher), parkedEndpoints.listParked, {
    query: {},
  });
  return results.filter((row) => row.made_by.id === child.id);
}

describe('a child’s work on a shared tablet', () => {
  it('arrives at school after the child has left, while the next person uses the tablet', async () => {
    const device = new TestDevice();
    const child = await newChild();
    await workAndLeave(await signInChild(child, device), 'stories', 'books');
    expect(await tutorialsOf(child)).toEqual([]);

    const teacher = await signIn(greenfield.teacher, device);
    await teacher.sync();
    expect(await tutorialsOf(child)).toEqual([]);
    drainOthers(teacher);
    await expect.poll(() => tutorialsOf(child)).toEqual(['books', 'stories']);
    expect(teacher.replica.changes()).toEqual([]);
    const [shown] = await shownRows(() => teacher.replica.readAll('profile'));
    expect(shown).toMatchObject({ id: greenfield.teacher.id, tutorials: [] });

    const again = await signIn(child, device);
    expect(again.replica.changes()).toEqual([]);
    await again.sync();
    const [own] = await shownRows(() => again.replica.readAll('profile'));
    expect(own).toMatchObject({ id: child.id, tutorials: ['books', 'stories'] });
  });

  it('arrives with nobody signed in, and leaves no name and no word of the child on the tablet', async () => {
    const device = new TestDevice();
    const child = await newChild();
    const session = await signInChild(child, device);
    await workAndLeave(session, 'classes');
    const left = await rawStorage(device);
    for (const secret of ['Ida', 'Alder', 'ida-otter', 'classes', 'guided tour'])
      expect(left).not.toContain(secret);

    session.network.cut = 'no';
    const drain = new OthersDrain({
      environment: openTab(device, time).environment,
      api: session.api,
      apiWith: session.apiWith,
      signedIn: null,
      onFailure,
    });
    opened.push(drain);
    drain.start();
    await expect.poll(() => tutorialsOf(child)).toEqual(['classes']);
  });

  it('arrives once, also where the answer was lost and the child sends it too', async () => {
    const device = new TestDevice();
    const child = await newChild();
    await workAndLeave(await signInChild(child, device), 'stories');
    const teacher = await signIn(greenfield.teacher, device);
    teacher.network.cut = 'after';
    drainOthers(teacher);
    await expect.poll(() => tutorialsOf(child)).toEqual(['stories']);

    const again = await signIn(child, device);
    expect(again.replica.changes()).toMatchObject([{ state: 'waiting' }]);
    await again.sync();
    expect(again.replica.changes()).toEqual([]);
    const { rows } = await world.testDatabase.administrator.query(
      'select mutation_id from sync_calls where user_id = $1',
      [child.id],
    );
    expect(rows).toHaveLength(1);
  });

  it('is kept at school for a teacher once the child was archived, and made when the teacher says so', async () => {
    const device = new TestDevice();
    const child = await newChild();
    await workAndLeave(await signInChild(child, device), 'stories', 'books');
    const teacher = await signIn(greenfield.teacher, device);
    const caller = await world.as(greenfield.teacher);
    await world.call(caller, studentEndpoints.archive, { body: { user_ids: [child.id] } });
    drainOthers(teacher);
    await expect.poll(async () => (await parkedOf(child)).length).toBe(2);
    expect(await tutorialsOf(child)).toEqual([]);

    const [first, second] = await parkedOf(child);
    await world.call(caller, parkedEndpoints.applyParked, { params: { id: first?.id ?? '' } });
    await world.call(caller, parkedEndpoints.dismissParked, { params: { id: second?.id ?? '' } });
    expect(await tutorialsOf(child)).toEqual(['stories']);
    expect(await parkedOf(child)).toEqual([]);

    // Back in the list: the grant that was taken back stays so, and the child sees what became of it.
    await world.call(caller, studentEndpoints.restore, { body: { user_ids: [child.id] } });
    // The session from before is over, and the test signs in again.
    world.clock.advance(limits.accessTokenSeconds * 1000);
    const again = await signIn(child, device);
    await again.sync();
    const answered = again.replica.changes();
    expect(answered).toMatchObject([{ state: 'let_through' }, { state: 'dismissed' }]);
    expect(again.replica.status()).toMatchObject({ state: 'looked_at', waiting: 0, refused: 0 });
    // Told once: who has read it does not read it again, on no day and in no tab.
    for (const { mutation_id } of answered) await again.replica.discard(mutation_id);
    await again.sync();
    expect(again.replica.changes()).toEqual([]);
    expect((await signIn(child, device)).replica.status()).toMatchObject({ state: 'all_sent' });
  });

  it('waits for the child where the school does not know the grant any more', async () => {
    const device = new TestDevice();
    const child = await newChild();
    await workAndLeave(await signInChild(child, device), 'stories');
    await world.testDatabase.administrator.query('delete from push_grants where user_id = $1', [child.id]);
    const teacher = await signIn(greenfield.teacher, device);
    drainOthers(teacher);
    await expect.poll(() => readGrants(teacher.tab.environment)).toEqual([]);
    expect(await tutorialsOf(child)).toEqual([]);
    await (await signInChild(child, device)).sync();
    await expect.poll(() => tutorialsOf(child)).toEqual(['stories']);
  });
});
