import { expect, it } from 'vitest';
import { moderationEndpoints } from '#contract/moderation/moderation.endpoints.ts';
import { makeWorks } from '#server/seeds/factories.ts';
import { madeUpPlaces, pagesByKey } from '../support/pages-by-key.ts';
import { worldOfFile } from '../support/world-of-file.ts';

const { world, greenfield, riverside } = worldOfFile();

it('Reports stand once in the pages of the office, whatever is told or decided meanwhile', async () => {
  const works = await makeWorks(
    world.context,
    greenfield.tenant,
    ['Kite', 'Hen', 'Whale', 'Otter', 'Owl'].map((title) => ({
      kind: 'book' as const,
      author_id: null,
      visibility: 'public' as const,
      title,
    })),
  );
  const ids = works.map(({ id }) => id);
  const [added = '', ...others] = ids;
  const admin = await world.as(greenfield.schoolAdmin);
  const visitor = await world.as('visitor', greenfield.host);
  const of = (workId: string) => ({ params: { workId } });
  const tell = async (id: string) => {
    world.clock.advance(1000);
    await world.call(visitor, moderationEndpoints.report, {
      ...of(id),
      body: { reason: 'unkind', words: '' },
    });
  };
  for (const id of others) await tell(id);
  for (const id of others.slice(2)) {
    world.clock.advance(1000);
    await world.call(admin, moderationEndpoints.takeDown, { ...of(id), body: { reason: 'Let us talk.' } });
  }

  const ask = (query: object, caller = admin) => world.call(caller, moderationEndpoints.list, { query });
  const before = (await ask({ limit: 100 })).results;
  expect(before.map(({ id }) => id)).toEqual([...others.slice(0, 2), ...before.slice(2).map(({ id }) => id)]);
  expect(before).toHaveLength(others.length);
  const pages = await pagesByKey(
    (place) => ask({ limit: 1, ...place }),
    async () => {
      await tell(added);
      const [first] = before;
      const reports = first?.reports.map(({ id }) => id) ?? [];
      await world.call(admin, moderationEndpoints.keep, { ...of(first?.id ?? ''), body: { reports } });
    },
  );
  const seen = pages.flat().map(({ id }) => id);
  expect(new Set(seen).size).toBe(seen.length);
  expect(seen).toContain(added);
  expect(seen.filter((id) => id !== added)).toEqual(before.map(({ id }) => id));

  const after = new URLSearchParams((await ask({ limit: 1 })).next ?? '').get('after');
  expect((await ask({ after }, await world.as(riverside.schoolAdmin))).results).toEqual([]);
  for (const made of madeUpPlaces)
    expect(await world.refusal(admin, moderationEndpoints.list, { query: { after: made } })).toMatchObject({
      status: 400,
      errors: { after: expect.any(Array) },
    });
});
