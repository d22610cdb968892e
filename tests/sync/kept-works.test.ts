import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeWorks, setPrivacy, type MadeWork } from '#server/seeds/factories.ts';
import { chooseAvatar, chooseAvatarInput } from '#src/features/profiles/profiles.mutations.ts';
import { keepBook, listBooks } from '#src/sync/kept-books.ts';
import { openApiWorld, type ApiWorld, type TestSchool } from '../support/api-world.ts';
import { signInOnDevice, type SignedInDevice } from '../support/sync-device.ts';
import { TestTime } from '../support/sync-environment.ts';

let world: ApiWorld;
let greenfield: TestSchool;
let tablet: SignedInDevice;
let own: MadeWork;
let adults: MadeWork;

beforeAll(async () => {
  world = await openApiWorld();
  ({ greenfield } = world);
});

beforeEach(async () => {
  await setPrivacy(world.context, greenfield.tenant, [greenfield.student.id], 'community');
  const [first, second] = await makeWorks(world.context, greenfield.tenant, [
    { kind: 'book', title: 'By a child', visibility: 'community', author_id: greenfield.student.id },
    { kind: 'book', title: 'By nobody here', visibility: 'community', author_id: null },
  ]);
  if (!first || !second) throw new Error('No work was made');
  [own, adults] = [first, second];
  tablet = await signInOnDevice(world, new TestTime(world.clock.now().getTime()), greenfield.otherTeacher);
  for (const { id } of [own, adults])
    await keepBook(tablet.tab.environment, owner(), { id, card: {}, words: [], pictures: [] });
  await tablet.sync();
});

afterEach(() => tablet.replica.close());
afterAll(() => world.close());

const owner = () => ({ tenant_id: tablet.replica.tenant_id, user_id: tablet.replica.user_id });

async function kept(): Promise<string[]> {
  return (await listBooks(tablet.tab.environment, owner())).map(({ id }) => id).toSorted();
}

async function withdraw({ id }: MadeWork): Promise<void> {
  await world.testDatabase.administrator.query(`update works set state = 'withdrawn' where id = $1`, [id]);
}

describe('books that are kept on a tablet (law 10)', () => {
  it('stay for as long as they are on the shelf', async () => {
    expect(await kept()).toEqual([own.id, adults.id].toSorted());
  });

  it('are gone with the next pull after they were withdrawn, and no sooner', async () => {
    await withdraw(adults);
    tablet.network.cut = 'before';
    await tablet.sync();
    expect(await kept()).toHaveLength(2);
    tablet.network.cut = 'no';
    await tablet.sync();
    expect(await kept()).toEqual([own.id]);
  });

  it('are gone where their author is private now, though nobody touched the book', async () => {
    await setPrivacy(world.context, greenfield.tenant, [greenfield.student.id], 'private');
    await tablet.sync();
    expect(await kept()).toEqual([adults.id]);
  });

  it('are gone with the pull that a push brings along', async () => {
    tablet.network.cut = 'before';
    await tablet.replica.enqueue(chooseAvatar, chooseAvatarInput('fox'));
    await withdraw(own);
    await withdraw(adults);
    tablet.network.cut = 'no';
    await tablet.sync();
    expect(await kept()).toEqual([]);
  });

  it('stay where somebody else answers in the place of the school', async () => {
    await withdraw(own);
    tablet.network.impostor = () => new Response('<html>Welcome to the Wi-Fi</html>', { status: 200 });
    await tablet.sync();
    expect(await kept()).toHaveLength(2);
  });
});
