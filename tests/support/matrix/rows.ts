import { pictureMessage, recordingMessage } from '#contract/sync/grants.rules.ts';
import { orderEndpoints } from '#contract/orders/orders.endpoints.ts';
import type { WantedLine } from '#contract/orders/orders.schema.ts';
import { pictureEndpoints } from '#contract/writing/pictures.endpoints.ts';
import { recordingEndpoints } from '#contract/writing/recordings.endpoints.ts';
import { makeClass, makeMember, makeStudent, makeWorks } from '#server/seeds/factories.ts';
import type { ApiWorld, TestSchool } from '../api-world.ts';
import { makeCause } from '../causes.ts';
import { SigningTablet } from '../grants.ts';
import { photograph, type TestPicture } from '../pictures.ts';
import { voice, type TestRecording } from '../recordings.ts';
import { buyers, insertDocument, orderOf, quoteFor, sellAt } from '../shops.ts';

export type StoryState = 'returned' | 'approved' | 'published' | 'withdrawn';

interface OrderOfMatrix {
  token: string;
  id: string;
  line: string;
  quote: string;
  code: string;
  lines: WantedLine[];
  document: string;
}

/** What cells of more than one domain are about. What one domain alone needs, it makes itself: `makeRows` beside its cells. */
export interface SharedRows {
  /** One picture for everybody, and what lets a tablet send it for a story of a student of each school. */
  picture: TestPicture;
  signedPictures: Record<'greenfield' | 'riverside', { workId: string; grant_id: string; signature: string }>;
  /** The same of a recording. */
  recording: TestRecording;
  signedRecordings: SharedRows['signedPictures'];
  /** Id of a teacher of each school whom nothing else is about. */
  members: { greenfield: string; riverside: string };
  /** Ids of works: of a child of a part for nobody else, of the staff for the school and for everybody, and of the other school. */
  works: Record<'maple' | 'birch' | 'community' | 'public' | 'riverside', string>;
  /** Ids of stories of a child of each, by what became of them: to do it once more changes nothing. */
  stories: Record<StoryState, Record<'maple' | 'birch' | 'riverside', string>>;
  /** Of a visitor at each school: a printed book that cost nothing. */
  orders: Record<'greenfield' | 'riverside', OrderOfMatrix>;
  /** Ids of causes that each school named, open. */
  causes: Record<'greenfield' | 'riverside', string>;
}

export async function makeSharedRows(world: ApiWorld): Promise<SharedRows> {
  const { context, greenfield, riverside } = world;
  const teacherOf = async ({ tenant }: TestSchool) =>
    (await makeMember(context, tenant, { role: 'teacher' })).id;
  const causeOf = (school: TestSchool) => makeCause(world, school, { state: 'open' });
  return {
    ...(await makeStories(world)),
    ...(await signMedia(world)),
    orders: await placeOrders(world),
    causes: { greenfield: await causeOf(greenfield), riverside: await causeOf(riverside) },
    members: { greenfield: await teacherOf(greenfield), riverside: await teacherOf(riverside) },
  };
}

async function makeStories(world: ApiWorld): Promise<Pick<SharedRows, 'works' | 'stories'>> {
  const { context, greenfield, riverside } = world;
  const [maple, birch, community, shown] = await makeWorks(context, greenfield.tenant, [
    { author_id: greenfield.students[1]?.id ?? '', visibility: 'private' },
    { author_id: greenfield.otherStudents[1]?.id ?? '', visibility: 'private' },
    { author_id: greenfield.teacherAdmin.id, visibility: 'community' },
    { author_id: greenfield.teacherAdmin.id, visibility: 'public' },
  ]);
  const [theirs] = await makeWorks(context, riverside.tenant, [
    { author_id: riverside.teacherAdmin.id, visibility: 'public' },
  ]);
  const idOf = (work: { id: string } | undefined) => work?.id ?? '';
  const storyIn = async (state: StoryState, school: TestSchool, author: { id: string } | undefined) => {
    const [work] = await makeWorks(context, school.tenant, [
      { author_id: author?.id ?? '', state, visibility: 'private' },
    ]);
    return idOf(work);
  };
  const storiesIn = async (state: StoryState) => ({
    maple: await storyIn(state, greenfield, greenfield.students[1]),
    birch: await storyIn(state, greenfield, greenfield.otherStudents[1]),
    riverside: await storyIn(state, riverside, riverside.students[1]),
  });
  return {
    stories: {
      returned: await storiesIn('returned'),
      approved: await storiesIn('approved'),
      published: await storiesIn('published'),
      withdrawn: await storiesIn('withdrawn'),
    },
    works: {
      maple: idOf(maple),
      birch: idOf(birch),
      community: idOf(community),
      public: idOf(shown),
      riverside: idOf(theirs),
    },
  };
}

async function signMedia(
  world: ApiWorld,
): Promise<Pick<SharedRows, 'picture' | 'signedPictures' | 'recording' | 'signedRecordings'>> {
  const picture = await photograph('teal');
  const recording = voice();
  const sign = async ({ tenant, host }: TestSchool) => {
    // A child that no other cell is about, or one of them would take the grant back.
    const account = { username: 'ida-otter-11', password: 'quiet-otter-11' };
    const schoolClass = await makeClass(world.context, tenant);
    const { id } = await makeStudent(world.context, tenant, schoolClass, account);
    const student = { id, tenant_id: tenant.id, ...account };
    const tablet = new SigningTablet();
    const { grant_id } = await tablet.grantFor(world, student);
    const [story] = await makeWorks(world.context, tenant, [{ author_id: student.id, state: 'draft' }]);
    const workId = story?.id ?? '';
    const signature = tablet.signMessage(pictureMessage(grant_id, workId, picture.sha256));
    // The first time it is kept, and from then on it changes nothing.
    await world.call({ host, access: null }, pictureEndpoints.sendByGrant, {
      params: { workId, sha256: picture.sha256 },
      body: { grant_id, signature, picture: picture.file },
    });
    const ofRecording = tablet.signMessage(recordingMessage(grant_id, workId, recording.sha256));
    await world.call({ host, access: null }, recordingEndpoints.sendByGrant, {
      params: { workId, sha256: recording.sha256 },
      body: { grant_id, signature: ofRecording, recording: recording.file },
    });
    return {
      picture: { workId, grant_id, signature },
      recording: { workId, grant_id, signature: ofRecording },
    };
  };
  const [greenfield, riverside] = [await sign(world.greenfield), await sign(world.riverside)];
  return {
    picture,
    signedPictures: { greenfield: greenfield.picture, riverside: riverside.picture },
    recording,
    signedRecordings: { greenfield: greenfield.recording, riverside: riverside.recording },
  };
}

/** A printed book that costs nothing, bought at each school by a visitor. */
async function placeOrders(world: ApiWorld): Promise<SharedRows['orders']> {
  const buyAt = async (school: TestSchool, code: string, buyer: (typeof buyers)[keyof typeof buyers]) => {
    const [work] = await makeWorks(world.context, school.tenant, [
      { kind: 'book', author_id: null, visibility: 'public' },
    ]);
    const free = { digital_price: 0, print_price: 0, print_cost: 0, shipping_price: 0 };
    await sellAt(world, school, { code, works: [work?.id ?? ''], ...free });
    const visitor = { host: school.host, access: null };
    const lines = [{ work_id: work?.id ?? '', edition: 'print' as const, quantity: 1 }];
    const { quote } = await quoteFor(world, visitor, lines);
    const { name, email, street } = buyer;
    const address = { street, postcode: '10115', city: 'Berlin' };
    const body = orderOf({ quote }, lines, { name, email, address });
    const { token } = await world.call(visitor, orderEndpoints.place, { body });
    const { rows } = await world.testDatabase.administrator.query<{ id: string; line: string }>(
      `select made.id, line.id as line from orders as made
       join order_lines as line on line.tenant_id = made.tenant_id and line.order_id = made.id
       where made.tenant_id = $1 and made.token = $2`,
      [school.tenant.id, token],
    );
    const id = rows[0]?.id ?? '';
    const document = await insertDocument(world, school, { id, number: `${code}-XO26-00001`, buyer });
    return { token, lines, quote, code, id, line: rows[0]?.line ?? '', document };
  };
  return {
    greenfield: await buyAt(world.greenfield, 'GRN', buyers.greenfield),
    riverside: await buyAt(world.riverside, 'RIV', buyers.riverside),
  };
}
