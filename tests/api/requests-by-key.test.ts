import { expect, it } from 'vitest';
import { requestEndpoints } from '#contract/requests/requests.endpoints.ts';
import { madeUpPlaces, pagesByKey } from '../support/pages-by-key.ts';
import { makeRequests } from '../support/requests.ts';
import { worldOfFile } from '../support/world-of-file.ts';

const { world, greenfield, riverside } = worldOfFile();
const minute = 60_000;

it('Messages are read page by page, each once, while one is closed and another comes', async () => {
  const staff = await world.as(greenfield.schoolAdmin);
  const ask = (query: object) => world.call(staff, requestEndpoints.list, { query });
  const [theirs] = await makeRequests(world, riverside, { count: 1 });
  await makeRequests(world, greenfield, { count: 3 });
  for (const state of ['open', 'closed'] as const) {
    const before = (await ask({ limit: 100, state })).results.map(({ id }) => id);
    const [first] = (await ask({ limit: 1, state: 'open' })).results;
    const pages = await pagesByKey(
      (place) => ask({ limit: 1, state, ...place }),
      async () => {
        world.clock.advance(minute);
        if (first)
          await world.call(staff, requestEndpoints.decide, {
            params: { requestId: first.id },
            body: { seen: first.updated_at, state: 'closed' },
          });
        await makeRequests(world, greenfield, { count: 1 });
      },
    );
    const seen = pages.flat().map(({ id }) => id);
    expect(new Set(seen).size).toBe(seen.length);
    expect(seen.filter((id) => before.includes(id))).toEqual(before);
    expect(pages.flat().map(({ reference }) => reference)).not.toContain(theirs?.reference);
  }
  for (const after of madeUpPlaces)
    expect(await world.refusal(staff, requestEndpoints.list, { query: { after } })).toMatchObject({
      status: 400,
      errors: { after: expect.any(Array) },
    });
});
