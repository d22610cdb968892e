import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import type { LearningRow } from '#contract/learning/learning-rows.schema.ts';
import { courseProgress } from '#contract/learning/learning.rules.ts';
import { setStep, stepInput } from '#src/features/learning/learning.mutations.ts';
import { openApiWorld, type ApiWorld, type Person, type TestSchool } from '../support/api-world.ts';
import { addLiveVersion, makeLivePage } from '../support/content-pages.ts';
import { shownRows, signInOnDevice, type SignedInDevice } from '../support/sync-device.ts';
import { TestDevice, TestTime } from '../support/sync-environment.ts';

let world: ApiWorld;
let greenfield: TestSchool;
let time: TestTime;
let opened: SignedInDevice[] = [];

beforeAll(async () => {
  world = await openApiWorld();
  ({ greenfield } = world);
  time = new TestTime(world.clock.now().getTime());
});
afterEach(() => {
  for (const { replica } of opened) replica.close();
  opened = [];
});
afterAll(() => world.close());

async function signIn(person: Person, device?: TestDevice): Promise<SignedInDevice> {
  const session = await signInOnDevice(world, time, person, device);
  opened.push(session);
  await session.sync();
  return session;
}

const learning = ({ replica }: SignedInDevice): Promise<readonly LearningRow[]> =>
  shownRows(() => replica.readAll('learning'));

const does = ({ replica }: SignedInDevice, page: string, step: string, answer?: string[]) =>
  replica.enqueue(setStep, stepInput(page, step, { done: true, ...(answer && { answer }) }));

it('loses nothing of a course that is done on two tablets without a network, with a new version in between', async () => {
  const lessons = [await makeLivePage(world), await makeLivePage(world)] as const;
  const [one, other] = [await signIn(greenfield.student), await signIn(greenfield.student)];
  one.network.cut = 'before';
  other.network.cut = 'before';
  await does(one, lessons[0], 'steps.look');
  await does(one, lessons[0], 'quiz.how-many', ['17']);
  await does(other, lessons[0], 'steps.vote');
  await does(other, lessons[0], 'finished');
  await addLiveVersion(world, { id: lessons[0] }, 2);
  await does(one, lessons[1], 'steps.look');
  await addLiveVersion(world, { id: lessons[1] }, 2);
  // The battery of one of them is empty meanwhile.
  one.replica.close();
  const again = await signIn(greenfield.student, one.device);
  other.network.cut = 'no';
  for (const device of [other, again, other]) await device.sync();
  for (const device of [again, other]) {
    const rows = await learning(device);
    const done = Object.fromEntries(rows.map(({ id, steps }) => [id, steps.map((step) => step.id)]));
    expect(done).toEqual({
      [lessons[0]]: ['finished', 'quiz.how-many', 'steps.look', 'steps.vote'],
      [lessons[1]]: ['steps.look'],
    });
    expect(
      courseProgress(
        lessons.map((id) => ({ id })),
        rows,
      ),
    ).toMatchObject({ done: 1, next: lessons[1] });
  }
  expect(await learning(again)).toEqual(await learning(other));
});

it('shows nothing of it to the next person on the tablet', async () => {
  const page = await makeLivePage(world);
  const tablet = new TestDevice();
  const first = await signIn(greenfield.student, tablet);
  first.network.cut = 'before';
  await does(first, page, 'steps.mine');
  first.replica.close();
  const next = await signIn(greenfield.teacher, tablet);
  expect((await learning(next)).filter(({ id }) => id === page)).toEqual([]);
});
