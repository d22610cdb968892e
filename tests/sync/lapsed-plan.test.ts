import { uuidv7 } from 'uuidv7';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { addDays, dayOf } from '#contract/kit/day.ts';
import { documentOf } from '#contract/works/document.rules.ts';
import type { OwnChapter } from '#contract/writing/own-rows.schema.ts';
import { planEndpoints, subscriptionEndpoints } from '#contract/subscriptions/subscriptions.endpoints.ts';
import { makeStudents } from '#server/seeds/factories.ts';
import { markTutorialSeen, markTutorialSeenInput } from '#src/features/identity/tutorials.mutations.ts';
import { beginStory, beginStoryInput, saveChapter, saveChapterInput } from '#src/desk/writing.mutations.ts';
import { openApiWorld, type ApiWorld } from '../support/api-world.ts';
import { asPlatform, choosePlan, makePlan } from '../support/plans.ts';
import { signInOnDevice, type SignedInDevice } from '../support/sync-device.ts';
import { TestTime } from '../support/sync-environment.ts';

const children = 200;

let world: ApiWorld;
const tablets: SignedInDevice[] = [];

beforeAll(async () => {
  world = await openApiWorld();
});
afterEach(() => {
  for (const { replica } of tablets) replica.close();
});
afterAll(() => world.close());

const query = async <Row extends object>(text: string, values: unknown[] = []): Promise<Row[]> =>
  (await world.testDatabase.administrator.query<Row>(text, values)).rows;

/** The plan of a school ran out weeks ago, and its grace too. */
async function lapse(tenantId: string): Promise<void> {
  const day = (days: number) => addDays(dayOf(world.clock.now()), days);
  await query('update subscriptions set period_start = $2, period_end = $3 where tenant_id = $1', [
    tenantId,
    day(-60),
    day(-30),
  ]);
  await query("update subscription_rules set required_since = required_since - interval '90 days'");
  await query("update tenants set created_at = created_at - interval '400 days' where id = $1", [tenantId]);
}

it('a plan that lapses holds up no child: what 200 of them did without a network arrives, each call once (law 14)', async () => {
  const { greenfield, context } = world;
  const admin = await world.as(greenfield.schoolAdmin);
  await world.call(await asPlatform(world), planEndpoints.setRequired, { body: { is_required: true } });
  await choosePlan(world, admin, (await makePlan(world, 'Lapsing', { trial_days: 14 })).id);
  const drafts = Array.from({ length: children }, (_, place) => ({
    first_name: `Ida${place}`,
    last_name: 'Alder',
  }));
  const made = await makeStudents(context, greenfield.tenant, greenfield.ownClass, drafts);
  const time = new TestTime();
  for (const { id } of made) {
    const tablet = await signInOnDevice(world, time, { id, tenant_id: greenfield.tenant.id });
    await tablet.sync();
    tablet.network.cut = 'before';
    const story = beginStoryInput(`The kite of ${id}`, 'en');
    await tablet.replica.enqueue(beginStory, story);
    const chapter: OwnChapter = {
      id: story.body.chapter_id,
      work_id: story.body.id,
      place: 0,
      title: '',
      document: documentOf(''),
      version: null,
      others: [],
    };
    const written = { title: '', document: documentOf('It flew away.'), based_on: null };
    await tablet.replica.enqueue(saveChapter, saveChapterInput(chapter, written));
    await tablet.replica.enqueue(markTutorialSeen, markTutorialSeenInput('books'));
    tablets.push(tablet);
  }
  await lapse(greenfield.tenant.id);
  const office = await world.call(admin, subscriptionEndpoints.read, {});
  expect(office).toMatchObject({ refuses_growth: true, subscription: { state: 'read_only' } });
  const refused = await world.request(admin, 'POST', '/api/v1/invitations/', {
    body: { email: `${uuidv7()}@example.org`, role: 'teacher', first_name: 'Ada', last_name: 'Hill' },
  });
  expect(refused).toMatchObject({ status: 409, body: { code: 'subscriptions.read_only' } });

  const before = await query<{ calls: number }>('select count(*)::int as calls from sync_calls');
  for (const [place, tablet] of tablets.entries()) {
    // Of every other one the answer gets lost, so that it sends all of it again.
    if (place % 2 === 0) {
      tablet.network.cut = 'after';
      await tablet.sync();
    }
    tablet.network.cut = 'no';
    await tablet.sync();
    expect(tablet.replica.changes()).toEqual([]);
  }
  const [after] = await query<{ calls: number; refused: number }>(
    'select count(*)::int as calls, count(problem)::int as refused from sync_calls',
  );
  expect(after).toEqual({ calls: (before[0]?.calls ?? 0) + 3 * children, refused: 0 });
  const stories = await query<{ author_id: string; stories: number; words: number }>(
    `select work.author_id, count(distinct work.id)::int as stories,
       count(*) filter (where chapter.document::text like '%It flew away.%')::int as words
     from works as work join chapters as chapter on chapter.tenant_id = work.tenant_id and chapter.work_id = work.id
     where work.author_id = any($1) group by work.author_id`,
    [made.map(({ id }) => id)],
  );
  expect(stories).toHaveLength(children);
  expect(stories.filter(({ stories: many, words }) => many !== 1 || words !== 1)).toEqual([]);
});
