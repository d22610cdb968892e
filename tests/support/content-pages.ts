import { uuidv7 } from 'uuidv7';
import type { ApiWorld } from './api-world.ts';

const pageHead = { kind: 'page' };
const challengeHead = {
  kind: 'challenge',
  title: 'A day with ten litres',
  work: 'story',
  preset: { title: 'My day', prompt: 'In front of your hero is a bucket.' },
  checklist: [],
};

/** A page that is live since yesterday, of the platform where no school is named. @returns its id */
export async function makeLivePage(
  world: ApiWorld,
  tenantId = world.platform.id,
  head: { kind: string } = pageHead,
): Promise<string> {
  const { administrator } = world.testDatabase;
  const id = uuidv7();
  const shared = tenantId === world.platform.id;
  await administrator.query(
    `insert into content_pages (tenant_id, id, kind, slug, shared, created_at) values ($1, $2, $3, $4, $5, now())`,
    [tenantId, id, head.kind, `page-${id}`, shared],
  );
  await addLiveVersion(world, { tenantId, id }, 1, head);
  return id;
}

/** Each is live a minute later than the one before, and all of them are. */
export const mostVersions = 1000;

/** A version of it that takes the place of the earlier ones. */
export async function addLiveVersion(
  world: ApiWorld,
  { tenantId = world.platform.id, id }: { tenantId?: string; id: string },
  n: number,
  head: { kind: string } = pageHead,
): Promise<void> {
  await world.testDatabase.administrator.query(
    `insert into content_versions
       (tenant_id, page_id, language, n, shared, head, blocks, words, made_at, live_from)
     values ($1, $2, 'en', $3, $4, $5, '[]', 'words', now(), $6::timestamptz)`,
    [
      tenantId,
      id,
      n,
      tenantId === world.platform.id,
      JSON.stringify({
        title: `Version ${n}`,
        summary: 'A page',
        for: 'everyone',
        goals: [],
        ages: [],
        ...head,
      }),
      new Date(Date.now() - (mostVersions - n) * 60_000),
    ],
  );
}

/** A challenge that is open all year. @returns the id of its page */
export const makeLiveChallenge = (world: ApiWorld, tenantId = world.platform.id): Promise<string> =>
  makeLivePage(world, tenantId, challengeHead);

const eventHead = (starts_at: Date) => ({
  kind: 'event',
  title: 'Ask the author',
  starts_at: starts_at.toISOString(),
  minutes: 40,
});

/** An event that begins then. @returns the id of its page */
export const makeLiveEvent = (
  world: ApiWorld,
  { tenantId, starts_at }: { tenantId?: string; starts_at: Date },
): Promise<string> => makeLivePage(world, tenantId, eventHead(starts_at));

/** A version of an event with another beginning. */
export const moveLiveEvent = (
  world: ApiWorld,
  { id, starts_at }: { id: string; starts_at: Date },
  n: number,
): Promise<void> => addLiveVersion(world, { id }, n, eventHead(starts_at));

/** A course that is live with its lessons, of the platform where no school is named. */
export async function makeLiveCourse(
  world: ApiWorld,
  lessons: number,
  tenantId = world.platform.id,
): Promise<{ id: string; lessons: string[] }> {
  const { administrator } = world.testDatabase;
  const shared = tenantId === world.platform.id;
  const common = { summary: 'A page', for: 'everyone', goals: [], ages: [] };
  const make = async (page: { parent: string | null; place: number | null }) => {
    const id = uuidv7();
    const head =
      page.parent === null
        ? { kind: 'course', title: 'A course', ...common, minutes: 60, badge: 'Reader' }
        : { kind: 'lesson', title: `Lesson ${page.place}`, ...common, aim: 'We look', words: [] };
    await administrator.query(
      `insert into content_pages (tenant_id, id, kind, slug, parent_id, place, shared, created_at)
       values ($1, $2, $3, $4, $5, $6, $7, now())`,
      [tenantId, id, head.kind, `page-${id}`, page.parent, page.place, shared],
    );
    await administrator.query(
      `insert into content_versions
         (tenant_id, page_id, language, n, shared, head, blocks, words, made_at, live_from)
       values ($1, $2, 'en', 1, $3, $4, '[]', 'words', now(), $5::timestamptz)`,
      [tenantId, id, shared, JSON.stringify(head), new Date(Date.now() - 86_400_000)],
    );
    return id;
  };
  const id = await make({ parent: null, place: null });
  const made: string[] = [];
  for (let place = 1; place <= lessons; place += 1) made.push(await make({ parent: id, place }));
  return { id, lessons: made };
}
