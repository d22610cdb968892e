import { uuidv7 } from 'uuidv7';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { assetPath } from '#contract/works/works.rules.ts';
import type { WorkDocument } from '#contract/works/document.schema.ts';
import { makeStudent } from '#server/seeds/factories.ts';
import { beginStory, beginStoryInput, saveChapter } from '#src/desk/writing.mutations.ts';
import { GrantKeeper, readGrants } from '#src/sync/grants.ts';
import { OthersDrain } from '#src/sync/others-drain.ts';
import type { Replica } from '#src/sync/replica.ts';
import { unsentOnThisDevice } from '#src/sync/unsent.ts';
import { openApiWorld, type ApiWorld, type Person } from '../support/api-world.ts';
import { photograph, type TestPicture } from '../support/pictures.ts';
import { voice, type TestRecording } from '../support/recordings.ts';
import { rawStorage } from '../support/raw-storage.ts';
import { signInOnDevice, until, type SignedInDevice } from '../support/sync-device.ts';
import { TestDevice, TestTime } from '../support/sync-environment.ts';

let world: ApiWorld;
let time: TestTime;
let opened: { close(): void }[] = [];
let children = 0;

beforeAll(async () => {
  world = await openApiWorld();
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
  const account = { username: `ada-otter-${children}`, password: 'quiet-otter-11' };
  const { tenant, ownClass } = world.greenfield;
  const { id } = await makeStudent(world.context, tenant, ownClass, account);
  return { id, tenant_id: tenant.id, ...account };
}

async function signIn(person: Person, device: TestDevice): Promise<SignedInDevice> {
  const session = await signInOnDevice(world, time, person, device);
  opened.push(session.replica);
  return session;
}

/** A story with pictures in its chapter, and maybe a voice, as somebody writes it on this device. */
async function illustrate(
  replica: Replica,
  pictures: readonly TestPicture[],
  recording?: TestRecording,
): Promise<string> {
  const story = beginStoryInput('The kite', 'en');
  const { id: workId, chapter_id: chapterId } = story.body;
  await replica.enqueue(beginStory, story);
  const sha256s: string[] = [];
  for (const { bytes } of pictures)
    sha256s.push(await replica.keepPicture({ workId, media_type: 'image/jpeg', bytes }));
  const content: WorkDocument['content'] = sha256s.map((sha256) => ({
    type: 'picture',
    attrs: { sha256, alt: 'A kite', width: 'full' },
  }));
  if (recording) {
    const { bytes } = recording;
    const sha256 = await replica.keepPicture({ workId, media_type: 'audio/webm', bytes });
    content.push({ type: 'recording', attrs: { sha256, alt: 'I sing', seconds: 4 } });
  }
  const document: WorkDocument = { type: 'doc', content };
  const body = { version: uuidv7(), based_on: null, title: '', document };
  await replica.enqueue(saveChapter, { params: { workId, chapterId }, body });
  return workId;
}

/** What the school has of a picture, as somebody reads it. */
async function readAs(person: Person, { sha256 }: Pick<TestPicture, 'sha256'>): Promise<Uint8Array | number> {
  const { host, access } = await world.as(person);
  const headers = { host, authorization: `Bearer ${access}` };
  const answer = await world.app.inject({ method: 'GET', url: assetPath(sha256), headers });
  return answer.statusCode === 200 ? new Uint8Array(answer.rawPayload) : answer.statusCode;
}

async function timesSent(workId: string): Promise<number> {
  const { rows } = await world.testDatabase.administrator.query<{ count: number }>(
    'select count(*)::int as count from sent_pictures where work_id = $1',
    [workId],
  );
  return rows[0]?.count ?? 0;
}

describe('pictures and recordings that a child makes without a network', () => {
  it('arrive byte for byte and once, also where the answers are lost, and the teacher sees them', async () => {
    const child = await newChild();
    const session = await signIn(child, new TestDevice());
    await session.sync();
    session.network.cut = 'before';
    const pictures = [await photograph('red'), await photograph('green'), await photograph('blue')];
    const recording = voice();
    const workId = await illustrate(session.replica, pictures, recording);
    await session.sync();
    expect(session.replica.status()).toMatchObject({ state: 'waiting_for_network' });
    for (let turn = 0; turn < 5; turn += 1) {
      session.network.cut = turn % 2 === 0 ? 'after' : 'no';
      await session.sync();
    }
    await expect.poll(() => session.replica.status().state).toBe('all_sent');
    expect(await timesSent(workId)).toBe(4);
    for (const picture of [...pictures, recording]) {
      expect(await readAs(child, picture)).toEqual(picture.bytes);
      expect(await readAs(world.greenfield.teacher, picture)).toEqual(picture.bytes);
      expect(await readAs(world.greenfield.otherTeacher, picture)).toBe(404);
      expect(await readAs(world.riverside.schoolAdmin, picture)).toBe(404);
    }
  });

  it('are soon gone on with where some got through before the line dropped again (law 7)', async () => {
    const session = await signIn(await newChild(), new TestDevice());
    await session.sync();
    session.network.cut = 'before';
    const colours = ['red', 'green', 'blue', 'teal', 'gold', 'navy'];
    const workId = await illustrate(
      session.replica,
      await Promise.all(colours.map((colour) => photograph(colour))),
    );
    await session.sync();
    session.network.cut = 'no';
    // First the story and one picture get through, then one each time. The wait is half a second here, and it does not double.
    session.network.lasts = 2;
    await session.sync();
    for (const sent of [2, 3, 4, 5, 6]) {
      session.network.lasts = 1;
      await time.advance(500);
      await until(() => !session.replica.status().busy, 'the line has dropped');
      expect(await timesSent(workId)).toBe(sent);
    }
  });

  it('arrive after the child has left, and the next one never has them', async () => {
    const device = new TestDevice();
    const child = await newChild();
    const session = await signIn(child, device);
    const { environment } = session.tab;
    const keeper = new GrantKeeper({ environment, api: session.api, replica: session.replica, onFailure });
    opened.push(keeper);
    keeper.start();
    await session.sync();
    await expect.poll(() => readGrants(environment)).toHaveLength(1);
    session.network.cut = 'before';
    const picture = await photograph('orange');
    const recording = voice();
    const workId = await illustrate(session.replica, [picture], recording);
    await session.sync();
    await session.replica.forgetSnapshot();
    session.replica.close();
    expect(await unsentOnThisDevice(environment)).toMatchObject([{ user_id: child.id, changes: 2 }]);

    const next = await signIn(await newChild(), device);
    await next.sync();
    expect(next.replica.pictures()).toEqual([]);
    expect(await next.replica.openPicture(picture.sha256)).toBeNull();
    expect(await rawStorage(device)).not.toContain(
      Buffer.from(picture.bytes).toString('latin1').slice(0, 200),
    );
    expect(await rawStorage(device)).not.toContain(
      Buffer.from(recording.bytes).toString('latin1').slice(0, 200),
    );
    const { api, apiWith, tab, replica } = next;
    const others = new OthersDrain({
      environment: tab.environment,
      api,
      apiWith,
      signedIn: replica.user_id,
      onFailure,
    });
    opened.push(others);
    others.start();
    await expect.poll(() => readAs(child, picture)).toEqual(picture.bytes);
    await expect.poll(() => readAs(child, recording)).toEqual(recording.bytes);
    expect(await timesSent(workId)).toBe(2);
    await expect.poll(() => readAs(world.greenfield.teacher, picture)).toEqual(picture.bytes);
    await expect.poll(() => readAs(world.greenfield.teacher, recording)).toEqual(recording.bytes);
    expect(await readAs({ ...child, id: replica.user_id }, picture)).toBe(404);
  });
});
