import { expect, it } from 'vitest';
import { workEndpoints } from '#contract/works/works.endpoints.ts';
import { makeWorks } from '#server/seeds/factories.ts';
import { madeUpPlaces, pagesByKey } from '../support/pages-by-key.ts';
import { worldOfFile } from '../support/world-of-file.ts';

const { world, greenfield, riverside } = worldOfFile();

it.each([
  ['the newest first', { sort: 'newest' }],
  ['by title', { sort: 'title' }],
  ['as a search finds them', { search: 'whale' }],
  ['as a search that forgives finds them', { search: 'whalle' }],
  ['those of whatever state', { state: 'any' }],
] as const)('The library comes by key, each work once while others come and go: %s', async (_what, query) => {
  const make = (titles: readonly string[]) =>
    makeWorks(
      world.context,
      greenfield.tenant,
      titles.map((title) => ({ author_id: null, title, visibility: 'public' as const })),
    );
  const made = await make(['A whale', 'Two whales', 'The whale sings', 'Whale, oh whale']);
  const caller = await world.as('visitor', greenfield.host);
  const ask = (place: { limit?: number; after?: string }) =>
    world.call(caller, workEndpoints.list, { query: { ...query, ...place } });
  const before = (await ask({ limit: 100 })).results.map(({ id }) => id);
  expect(before.filter((id) => made.some((work) => work.id === id))).toHaveLength(4);
  const added: string[] = [];
  const pages = await pagesByKey(
    (place) => ask({ limit: 2, ...place }),
    async () => {
      const [work] = await make(['Whale number nine']);
      added.push(work?.id ?? '');
      await world.testDatabase.administrator.query(
        "update works set state = 'archived', archived_at = now() where id = $1",
        [before[0]],
      );
    },
  );
  const seen = pages.flat().map(({ id }) => id);
  expect(new Set(seen).size).toBe(seen.length);
  expect(seen.filter((id) => !added.includes(id))).toEqual(before);
  for (const after of madeUpPlaces)
    expect(await world.refusal(caller, workEndpoints.list, { query: { ...query, after } })).toMatchObject({
      status: 400,
      errors: { after: expect.any(Array) },
    });
  const theirs = await world.as('visitor', riverside.host);
  const after = new URLSearchParams((await ask({ limit: 1 })).next ?? '').get('after') ?? '';
  const behind = await world.call(theirs, workEndpoints.list, { query: { ...query, after, limit: 100 } });
  const ours = new Set([...before, ...added]);
  expect(behind.results.filter(({ id }) => ours.has(id))).toEqual([]);
});
